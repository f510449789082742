/** Tells password managers whose password the form is about; nobody sees or reaches it. */
export const UsernameHint = ({ username }: { username: string }) => (
  <input
    className="ob-visually-hidden"
    name="username"
    autoComplete="username"
    value={username}
    readOnly
    tabIndex={-1}
    aria-hidden="true"
  />
);
