import { grantableRoles, type Language, type OrganizationRoleCode } from '@obieg/contracts';
import { type Actor, problem, type Tx } from '@obieg/service-kit';
import { translate } from '../messages/server-messages';
import type { Origin } from '../security-log/origin';
import { refreshActor } from './acting-member';
import { lockMemberships, type MembershipRow } from './members.repo';

/**
 * Returns the roles without duplicates if the actor may grant all of them. A role with permissions that the actor
 * lacks, or a system role, cannot be granted. @throws 403
 */
export const checkGrantable = (
  roles: readonly string[],
  actor: Actor,
  language: Language,
): OrganizationRoleCode[] => {
  const allowed = grantableRoles(actor.permissions).filter((role) => role !== 'SUPER_ADMIN');
  if (!roles.every((role) => (allowed as string[]).includes(role)))
    throw problem.forbidden(translate(language, 'roleNotGrantable'));
  return [...new Set(roles)] as OrganizationRoleCode[];
};

/** Refuses to revoke a role that the actor cannot grant. @throws 403 */
export const checkRevocable = (
  member: MembershipRow | undefined,
  kept: readonly OrganizationRoleCode[],
  actor: Actor,
  language: Language,
): void => {
  checkGrantable(member?.roles.filter((role) => !kept.includes(role)) ?? [], actor, language);
};

interface RoleChange {
  organizationId: number;
  userId: number;
  actor: Actor;
  origin: Pick<Origin, 'language'>;
}

/** Refuses to remove an organization's last administrator. @throws 409 LAST_ADMIN */
const checkNotLastAdmin = (locked: readonly MembershipRow[], userId: number, language: Language): void => {
  const admins = locked.filter(({ roles }) => roles.includes('ORG_ADMIN'));
  if (admins.length === 1 && admins[0]?.user_id === userId)
    throw problem.conflict('LAST_ADMIN', translate(language, 'lastAdmin'));
};

/**
 * Locks all memberships that this change depends on. If two administrators demote each other concurrently, the second
 * call is refused. Runs in the tenant scope.
 * @returns the actor with current roles, and the membership to change if it has roles
 * @throws 403 if the actor no longer manages users, 409 LAST_ADMIN
 */
export const lockRoles = async (
  tx: Tx,
  { organizationId, userId, actor, origin }: RoleChange,
  wanted: readonly OrganizationRoleCode[],
): Promise<{ actor: Actor; held: MembershipRow | undefined }> => {
  const withAdmins = !wanted.includes('ORG_ADMIN');
  const userIds = [actor.userId, userId];
  const locked = await lockMemberships(tx, organizationId, { userIds, withAdmins, isChange: true });
  const actorNow = refreshActor(actor, locked, 'MANAGE_USERS');
  if (withAdmins) checkNotLastAdmin(locked, userId, origin.language);
  const held = locked.find(({ user_id, roles }) => user_id === userId && roles.length > 0);
  return { actor: actorNow, held };
};
