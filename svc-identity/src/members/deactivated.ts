import type { Tx } from '@obieg/service-kit';

/**
 * Whether an identity provider keeps a person who is no member as inactive. Such a person joins again only by it or by
 * an administrator, not by an own sign-in. Runs in the tenant scope.
 */
export const isDeactivated = async (tx: Tx, organizationId: number, userId: number): Promise<boolean> =>
  (await tx('scim_people').where({ organization_id: organizationId, user_id: userId }).first('user_id')) !==
  undefined;
