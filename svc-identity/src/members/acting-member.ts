import type { PermissionCode } from '@obieg/contracts';
import { type Actor, problem, type Tx } from '@obieg/service-kit';
import { lockMemberships, type MembershipRow } from './members.repo';
import { permissionsOfMember } from './permissions';

/**
 * The actor by the roles that they hold now. A call is let in before its transaction begins: whoever loses their roles
 * in between could give them back to themselves.
 * @throws 403 for who has lost the permission
 */
export const actorByNow = (actor: Actor, locked: readonly MembershipRow[], needed: PermissionCode): Actor => {
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
 * Keeps the roles of the actor until the transaction ends, and those of whom they act on. Needs the scope.
 * @throws 403 for who has lost the permission
 */
export const holdActor = async (
  tx: Tx,
  { organizationId, actor }: Acting,
  needed: PermissionCode,
  others: readonly number[] = [],
): Promise<Actor> => {
  const userIds = [actor.userId, ...others];
  return actorByNow(actor, await lockMemberships(tx, organizationId, { userIds, isChange: false }), needed);
};
