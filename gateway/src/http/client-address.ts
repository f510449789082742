import type { IncomingMessage } from 'node:http';
import { BlockList, isIP } from 'node:net';

export type Networks = Pick<BlockList, 'check'>;

/** Addresses and networks (`10.0.0.0/8`) as a set. */
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

/** `::ffff:127.0.0.1` is 127.0.0.1 to everybody else. */
const plain = (address: string): string => address.replace(/^::ffff:(?=\d+\.)/i, '');

export const contains = (networks: Networks, address: string): boolean => {
  const version = isIP(address);
  return version !== 0 && networks.check(address, version === 6 ? 'ipv6' : 'ipv4');
};

export interface Client {
  address: string;
  protocol: 'http' | 'https';
  /** Somebody passed the request on who is no trusted proxy, or does not say for whom: the address is theirs. */
  isHiddenByProxy: boolean;
}

const forwardingHeaders = ['x-forwarded-for', 'forwarded', 'x-real-ip'] as const;

/**
 * Where a request comes from. Forwarding headers count only when the connection comes from a trusted proxy: then the
 * client is the last address of X-Forwarded-For that is not itself one.
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
