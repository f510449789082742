interface NatsAddress {
  servers: string;
  user?: string;
  pass?: string;
  token?: string;
}

/**
 * Splits an address into what the NATS client expects: it ignores credentials in an address.
 *
 * @param url with `user:password@`, `token@` or without credentials
 */
export const parseNatsAddress = (url: string): NatsAddress => {
  const { protocol, host, username, password } = new URL(url);
  const servers = `${protocol}//${host}`;
  const name = decodeURIComponent(username);
  if (name === '') return { servers };
  return password === ''
    ? { servers, token: name }
    : { servers, user: name, pass: decodeURIComponent(password) };
};
