import { isCodeName } from './code-name';

/** Kind of a host (spec 1 §1). `none`: neither the main domain nor a possible address of an organization. */
export type HostSite =
  | { site: 'main' }
  | { site: 'organization'; code: string }
  | { site: 'none' }
  | { site: 'malformed' };

interface Host {
  name: string;
  /** Includes the colon; empty without a port. */
  port: string;
  isAddress: boolean;
}

const ipv6Pattern = /^\[[0-9a-f:.]{2,45}\]$/;
const ipv4Pattern = /^(?:(?:25[0-5]|2[0-4]\d|1?\d?\d)(?:\.(?!$)|$)){4}$/;
const labelPattern = /^[a-z0-9_](?:[a-z0-9_-]{0,61}[a-z0-9_])?$/;
const hostPattern = /^(\[[^\]]*\]|[^:]*)(?::(\d{1,5}))?$/;

const isDnsName = (name: string): boolean =>
  name.length <= 253 && name.split('.').every((label) => labelPattern.test(label));

/** Parses a `Host` value; undefined if it is invalid. Ignores one trailing dot. */
const parseHost = (host: string): Host | undefined => {
  const match = hostPattern.exec(host.toLowerCase());
  if (!match || Number(match[2] ?? 1) > 65_535 || Number(match[2] ?? 1) < 1) return undefined;
  const port = match[2] === undefined ? '' : `:${match[2]}`;
  const name = (match[1] ?? '').replace(/\.$/, '');
  if (ipv4Pattern.test(name) || ipv6Pattern.test(name)) return { name, port, isAddress: true };
  // A name that ends in a number must be an IP address, and this one is not.
  if (!isDnsName(name) || /(?:^|\.)\d+$/.test(name)) return undefined;
  return { name, port, isAddress: false };
};

const partsOf = (name: string): string[] => name.split('.');

const isDirectlyUnder = (name: string, baseDomain: string): boolean =>
  name.endsWith(`.${baseDomain}`) && partsOf(name).length === partsOf(baseDomain).length + 1;

const organizationOf = (name: string): HostSite => {
  const [code = ''] = partsOf(name);
  return isCodeName(code) ? { site: 'organization', code } : { site: 'none' };
};

/**
 * Classifies a `Host` header or `location.host`. `baseDomain` and its direct subdomains are checked first. Every
 * other host follows spec 1 §1: an IP address, localhost and names of up to two parts are the main domain, three
 * parts are an organization, more parts are `none`.
 */
export const readHostSite = (host: string, baseDomain: string): HostSite => {
  const parsed = parseHost(host);
  if (!parsed) return { site: 'malformed' };
  const { name, isAddress } = parsed;
  if (isAddress || name === baseDomain) return { site: 'main' };
  if (isDirectlyUnder(name, baseDomain)) return organizationOf(name);
  const parts = partsOf(name).length;
  if (parts <= 2) return { site: 'main' };
  return parts === 3 ? organizationOf(name) : { site: 'none' };
};

/** The domain that contains the organizations of this host. */
const domainOf = ({ name, isAddress }: Host, baseDomain: string): string => {
  const parts = partsOf(name);
  if (isAddress || parts.length < 2 || name === baseDomain || isDirectlyUnder(name, baseDomain))
    return baseDomain;
  return parts.slice(-2).join('.');
};

interface CurrentLocation {
  /** Includes the colon, like `location.protocol`. */
  protocol: string;
  /** Includes the port, like `location.host`. */
  host: string;
}

const addressUnder = (
  { protocol, host }: CurrentLocation,
  baseDomain: string,
  codeName: string | undefined,
): string => {
  const parsed = parseHost(host) ?? { name: baseDomain, port: '', isAddress: false };
  const domain = domainOf(parsed, baseDomain);
  return `${protocol}//${codeName === undefined ? '' : `${codeName}.`}${domain}${parsed.port}`;
};

/**
 * Returns the origin of an organization for a page on the current host: code name, dot, last two parts of the host,
 * same protocol and port (spec 1 §2). From localhost, an IP address or a host of `baseDomain`, the origin is below
 * `baseDomain`.
 */
export const buildOrganizationAddress = (
  current: CurrentLocation,
  codeName: string,
  baseDomain: string,
): string => addressUnder(current, baseDomain, codeName);

/** Returns the origin of the main domain for a page on the current host. */
export const buildMainAddress = (current: CurrentLocation, baseDomain: string): string =>
  addressUnder(current, baseDomain, undefined);
