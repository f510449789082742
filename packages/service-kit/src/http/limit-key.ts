import { isIP } from 'node:net';

const groupBits = 16;

/** Returns the key for rate limits: the IPv4 address, or the network of an IPv6 customer. */
export const toLimitKey = (address: string, prefixBits: 48 | 64 = 64): string => {
  if (isIP(address) !== 6) return address;
  const [head = '', tail] = address.split('%')[0]?.split('::') ?? [];
  const front = head === '' ? [] : head.split(':');
  const back = tail === undefined || tail === '' ? [] : tail.split(':');
  const zeros = tail === undefined ? 0 : Math.max(0, 8 - front.length - back.length);
  const groups = [...front, ...Array<string>(zeros).fill('0'), ...back];
  return `${groups
    .slice(0, prefixBits / groupBits)
    .map((group) => Number.parseInt(group, 16).toString(16))
    .join(':')}::/${prefixBits}`;
};

/**
 * Returns the network of an address: IPv4 /24, the smallest that is routed on its own, or IPv6 /48, which providers
 * give to one site.
 */
export const toNetworkKey = (address: string): string =>
  isIP(address) === 4 ? `${address.slice(0, address.lastIndexOf('.'))}.0/24` : toLimitKey(address, 48);
