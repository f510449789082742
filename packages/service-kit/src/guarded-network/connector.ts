import type { LookupFunction } from 'node:net';
import { buildConnector } from 'undici';
import { type AddressRules, isIpAddress } from './address-rules';
import type { ResolveHost } from './resolve-host';

/** Which addresses a service may connect to, and how it finds them. */
export interface Reach {
  rules: AddressRules;
  resolveHost: ResolveHost;
}

/** `NAME`: the name has no address. `ADDRESS`: the rules refuse the address. */
export type ConnectFailure = 'ADDRESS' | 'NAME';

export const connectFailure = (code: ConnectFailure): Error => Object.assign(new Error(code), { code });

/**
 * Creates the connector. It resolves the name itself and connects only to addresses that the rules allow, then checks
 * the address of the connection again. A name that resolves differently later is checked with each connection.
 */
export const createGuardedConnector = (
  { rules, resolveHost }: Reach,
  timeoutMs: number,
): buildConnector.connector => {
  const lookUp =
    (protocol: string): LookupFunction =>
    (host, { all }, callback) => {
      resolveHost(host).then(
        (addresses) => {
          const [first] = addresses;
          if (first === undefined) return callback(connectFailure('NAME'), '');
          // One private address among public ones is no accident.
          if (!addresses.every((address) => rules.isAllowed(address, protocol)))
            return callback(connectFailure('ADDRESS'), '');
          const found = addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 }));
          return all ? callback(null, found) : callback(null, first, found[0]?.family);
        },
        () => callback(connectFailure('NAME'), ''),
      );
    };
  const connectors = new Map(
    ['http:', 'https:'].map((protocol) => [
      protocol,
      buildConnector({ timeout: timeoutMs, lookup: lookUp(protocol), port: 0 }),
    ]),
  );
  return (options, callback) => {
    const { protocol, hostname } = options;
    const host = hostname.replace(/^\[|\]$/g, '');
    const connect = connectors.get(protocol);
    // Node.js does not look numbers up.
    if (!connect || (isIpAddress(host) && !rules.isAllowed(host, protocol)))
      return callback(connectFailure('ADDRESS'), null);
    return connect(options, (...[error, socket]) => {
      if (error) return callback(error, null);
      if (rules.isAllowed(socket.remoteAddress ?? '', protocol)) return callback(null, socket);
      socket.destroy();
      return callback(connectFailure('ADDRESS'), null);
    });
  };
};
