interface NatsAddress {
  servers: string;
  user?: string;
  pass?: string;
  token?: string;
  /** Refuses a server without TLS. Otherwise the server decides. */
  tls?: object;
}

/**
 * Splits an address into what the NATS client expects: it ignores credentials in an address, and connects without TLS
 * to a server that offers none, even for `tls://`.
 *
 * @param url with `user:password@`, `token@` or without credentials
 */
export const parseNatsAddress = (url: string): NatsAddress => {
  const { protocol, host, username, password } = new URL(url);
  const server = { servers: `${protocol}//${host}`, ...(protocol === 'tls:' ? { tls: {} } : {}) };
  const name = decodeURIComponent(username);
  if (name === '') return server;
  return password === ''
    ? { ...server, token: name }
    : { ...server, user: name, pass: decodeURIComponent(password) };
};
