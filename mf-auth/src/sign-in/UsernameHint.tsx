/** Hidden username field that lets password managers match the password to an account. */
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
