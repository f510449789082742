import type { PermissionCode } from '@obieg/contracts';
import { type Actor, problem, type Tx } from '@obieg/service-kit';
import { lockMemberships, type MembershipRow } from './members.repo';
import { permissionsOfMember } from './permissions';

/**
 * Returns the actor with the roles of the locked rows. The actor can have lost roles since the guard checked them.
 * @throws 403 if the permission was lost
 */
export const refreshActor = (
  actor: Actor,
  locked: readonly MembershipRow[],
  needed: PermissionCode,
): Actor => {
  const own = locked.find(({ user_id }) => user_id === actor.userId);
  const permissions = permissionsOfMember(actor.isSuperAdmin, own?.roles ?? []);
  if (!permissions.has(needed)) throw problem.forbidden();
  return { ...actor, permissions };
};

interface Acting {
  organizationId: number;
  actor: Actor;
}

/**
 * Locks the roles of the actor and of the target until the transaction ends. Runs in the tenant scope. @throws 403 if
 * the permission was lost
 */
export const lockActor = async (
  tx: Tx,
  { organizationId, actor }: Acting,
  needed: PermissionCode,
  others: readonly number[] = [],
): Promise<Actor> => {
  const userIds = [actor.userId, ...others];
  return refreshActor(actor, await lockMemberships(tx, organizationId, { userIds, isChange: false }), needed);
};
