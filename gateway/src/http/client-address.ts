import type { IncomingMessage } from 'node:http';
import { BlockList, isIP } from 'node:net';

export type Networks = Pick<BlockList, 'check'>;

/** Parses addresses and networks such as `10.0.0.0/8`. */
export const toNetworks = (entries: readonly string[]): Networks => {
  const list = new BlockList();
  for (const entry of entries) {
    const [address = '', prefix] = entry.split('/');
    const family = isIP(address) === 6 ? 'ipv6' : 'ipv4';
    if (prefix === undefined) list.addAddress(address, family);
    else list.addSubnet(address, Number(prefix), family);
  }
  return list;
};

/** Converts `::ffff:127.0.0.1` to 127.0.0.1. */
const plain = (address: string): string => address.replace(/^::ffff:(?=\d+\.)/i, '');

export const contains = (networks: Networks, address: string): boolean => {
  const version = isIP(address);
  return version !== 0 && networks.check(address, version === 6 ? 'ipv6' : 'ipv4');
};

export interface Client {
  address: string;
  protocol: 'http' | 'https';
  /** The request came through an untrusted proxy, or one that does not name the client. The address is the proxy's. */
  isHiddenByProxy: boolean;
}

/** A chain has few proxies. A client can send a long header, to which the proxies append. */
const hopsMax = 20;

const forwardingHeaders = ['x-forwarded-for', 'forwarded', 'x-real-ip'] as const;

/**
 * Returns the client's address. Forwarding headers count only on a connection from a trusted proxy: the client is
 * then the last address of X-Forwarded-For that is not a trusted proxy.
 */
export const readClient = (
  { socket, headers }: Pick<IncomingMessage, 'socket' | 'headers'>,
  trustedProxies: Networks,
  ownProtocol: 'http' | 'https',
): Client => {
  const peer = plain(socket.remoteAddress ?? '');
  const isForwarded = forwardingHeaders.some((name) => headers[name] !== undefined);
  if (!contains(trustedProxies, peer))
    return { address: peer, protocol: ownProtocol, isHiddenByProxy: isForwarded };
  const chain = String(headers['x-forwarded-for'] ?? '')
    .split(',')
    .slice(-hopsMax)
    .map((part) => plain(part.trim()));
  let address = peer;
  let isHiddenByProxy = false;
  for (const hop of chain.reverse()) {
    isHiddenByProxy = isForwarded && isIP(hop) === 0;
    if (isIP(hop) === 0) break;
    address = hop;
    if (!contains(trustedProxies, hop)) break;
  }
  const forwarded = String(headers['x-forwarded-proto'] ?? '').toLowerCase();
  const protocol = forwarded === 'https' || forwarded === 'http' ? forwarded : ownProtocol;
  return { address, protocol, isHiddenByProxy };
};
