import { buildOrganizationAddress, type HostSite } from '@obieg/contracts';
import type { OrganizationDirectory } from './organization-directory';

/** The address that a client asked for. */
interface AskedAddress {
  client: { protocol: string };
  target: { host: string; site: HostSite };
}

/** Returns the present origin of an organization that had the host's code name. Call it only for an unknown host. */
export const findPresentAddress = async (
  { target, client }: AskedAddress,
  directory: OrganizationDirectory,
  baseDomain: string,
): Promise<string | undefined> => {
  if (target.site.site !== 'organization') return undefined;
  const codeName = await directory.findPresentCodeName(target.site.code);
  if (codeName === undefined) return undefined;
  return buildOrganizationAddress(
    { protocol: `${client.protocol}:`, host: target.host },
    codeName,
    baseDomain,
  );
};
