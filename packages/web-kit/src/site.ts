import { buildOrganizationAddress, readHostSite } from '@obieg/contracts';

/** Base domain of an installation that names none; also what `npm start` uses. */
const localBaseDomain = 'obieg.localhost';

/** Domain under which this installation's organizations live; the server writes it into the page. */
const baseDomain = (): string =>
  document.querySelector<HTMLMetaElement>('meta[name="base-domain"]')?.content || localBaseDomain;

/** Whether the page belongs to no organization (spec 1 §1). */
export const isMainDomain = (host: string = location.host): boolean =>
  readHostSite(host, baseDomain()).site === 'main';

/** Origin of an organization's sub-domain, seen from this page (spec 1 §2). */
export const organizationAddress = (
  codeName: string,
  current: Pick<Location, 'protocol' | 'host'> = location,
): string => buildOrganizationAddress(current, codeName, baseDomain());

/** Where a person starts: the organizations on the main domain, else the dashboard (spec 1 §2). */
export const defaultLandingPage = (host: string = location.host): string =>
  isMainDomain(host) ? '/organizations' : '/dashboard';
