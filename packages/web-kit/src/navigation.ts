/** How code outside the router changes the page; the shell puts its router in here. */
let navigate = (to: string): void => location.assign(to);

/** For the shell and for tests: makes {@link navigateTo} use a router. */
export const setNavigate = (next: (to: string) => void): void => {
  navigate = next;
};

/** Goes to a path of this application from code that is no component; components use `useNavigate`. */
export const navigateTo = (to: string): void => navigate(to);
