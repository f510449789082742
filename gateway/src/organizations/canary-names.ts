import type { HostSite } from '@obieg/contracts';
import { isProblem } from '@obieg/service-kit';
import type { OrganizationDirectory } from './organization-directory';

/** Name of the main domain in canaries. */
export const mainDomain = 'main';

/**
 * Returns the names by which canaries know a site: the former code names of an organization, oldest first, and the one of
 * its address. While svc-identity is unavailable, only the latter may be known.
 */
export const findCanaryNames = async (
  site: HostSite,
  { find }: Pick<OrganizationDirectory, 'find'>,
): Promise<string[]> => {
  if (site.site !== 'organization') return [mainDomain];
  try {
    const organization = await find(site.code);
    return [...(organization?.formerCodeNames ?? []), site.code];
  } catch (error) {
    if (isProblem(error)) return [site.code];
    throw error;
  }
};
