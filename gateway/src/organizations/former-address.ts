import { buildOrganizationAddress } from '@obieg/contracts';
import type { GatewayContext } from '../http/request-handler';
import type { OrganizationDirectory } from './organization-directory';

/** Returns the present origin of an organization that had the host's code name. Call it only for an unknown host. */
export const findPresentAddress = async (
  { target, client }: Pick<GatewayContext['state'], 'target' | 'client'>,
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
