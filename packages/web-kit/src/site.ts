import { buildOrganizationAddress, readHostSite } from '@obieg/contracts';

/** Default base domain, also of `npm start`. */
const localBaseDomain = 'obieg.localhost';

/** Base domain of this installation. The gateway writes it into the page. */
const baseDomain = (): string =>
  document.querySelector<HTMLMetaElement>('meta[name="base-domain"]')?.content || localBaseDomain;

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
