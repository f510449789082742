/** Replaced by the shell with its router. */
let navigate = (to: string): void => location.assign(to);

/** Sets the router that {@link navigateTo} uses. For the shell and for tests. */
export const setNavigate = (next: (to: string) => void): void => {
  navigate = next;
};

/** Navigates from code outside components. Components use `useNavigate`. */
export const navigateTo = (to: string): void => navigate(to);
