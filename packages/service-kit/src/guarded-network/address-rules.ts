import ipaddr from 'ipaddr.js';

/** Addresses below it belong to the internet. Others of IPv6 are reserved, or embed an address of IPv4. */
const globalIpv6 = ipaddr.IPv6.parseCIDR('2000::/3');

type Address = ipaddr.IPv4 | ipaddr.IPv6;
type Network = [Address, number];

const isIn = (address: Address, [network, bits]: Network): boolean =>
  address.kind() === network.kind() && address.match(network, bits);

const isPublic = (address: Address): boolean =>
  address.range() === 'unicast' && (address.kind() === 'ipv4' || isIn(address, globalIpv6));

/** Parses networks separated by commas, for example `10.1.0.0/16,fd00::/8`. @throws if one is not valid */
export const parseNetworks = (text: string): Network[] =>
  text
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '')
    .map((part) => ipaddr.parseCIDR(part));

/** @returns the host of an address, without the brackets of IPv6 */
export const hostOf = ({ hostname }: URL): string => hostname.replace(/^\[|\]$/g, '');

export const isIpAddress = (host: string): boolean => ipaddr.isValid(host);

export interface AddressRules {
  /**
   * Whether a service may connect to this IP address: a public one with TLS, or one in an allowed network. An address of
   * IPv6 that embeds one of IPv4 is never public.
   */
  isAllowed(ip: string, protocol: string): boolean;
}

export const createAddressRules = (allowedNetworks: readonly Network[]): AddressRules => ({
  isAllowed: (ip, protocol) => {
    if (!ipaddr.isValid(ip)) return false;
    // A mapped address reaches the address of IPv4 that it contains.
    const address = ipaddr.process(ip);
    return (
      allowedNetworks.some((network) => isIn(address, network)) ||
      (protocol === 'https:' && isPublic(address))
    );
  },
});
