import { buildOrganizationAddress, readHostSite } from '@obieg/contracts';

/** Default base domain, also of `npm start`. */
const localBaseDomain = 'obieg.localhost';

/** Reads a value that the gateway writes into the page. */
const readPageValue = (name: string): string | undefined =>
  document.querySelector<HTMLMetaElement>(`meta[name="${name}"]`)?.content || undefined;

/** Base domain of this installation. */
const baseDomain = (): string => readPageValue('base-domain') ?? localBaseDomain;

/** Time zone of the addressed organization. Undefined on the main domain and while svc-identity is unavailable. */
export const readTimeZone = (): string | undefined => readPageValue('time-zone');

/** Whether a host is the main domain, which belongs to no organization (spec 1 §1). */
export const isMainDomain = (host: string = location.host): boolean =>
  readHostSite(host, baseDomain()).site === 'main';

/** Returns the origin of an organization's sub-domain (spec 1 §2). */
export const organizationAddress = (
  codeName: string,
  current: Pick<Location, 'protocol' | 'host'> = location,
): string => buildOrganizationAddress(current, codeName, baseDomain());

/** Returns the start page: organizations on the main domain, otherwise the dashboard (spec 1 §2). */
export const defaultLandingPage = (host: string = location.host): string =>
  isMainDomain(host) ? '/organizations' : '/dashboard';
