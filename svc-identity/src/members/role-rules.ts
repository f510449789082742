import { grantableRoles, type Language, type OrganizationRoleCode } from '@obieg/contracts';
import { type Actor, problem, type Tx } from '@obieg/service-kit';
import { translate } from '../messages/server-messages';
import type { Origin } from '../security-log/origin';
import { refreshActor } from './acting-member';
import { type LockedMembership, lockMemberships, type MembershipRow } from './members.repo';

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

/** Whether a member can manage the organization. Integrations cannot sign in. */
const isAdmin = ({ roles, is_integration }: LockedMembership): boolean =>
  roles.includes('ORG_ADMIN') && !is_integration;

/** An administrator who has not accepted the invitation may never sign in. */
const hasAccepted = ({ invited_at }: MembershipRow): boolean => invited_at === null;

/** Whether the organization would have no administrator without the member, or none who has accepted the invitation. */
export const isLastAdmin = (locked: readonly LockedMembership[], userId: number): boolean => {
  const admins = locked.filter(isAdmin);
  const target = admins.find(({ user_id }) => user_id === userId);
  if (!target) return false;
  const others = admins.filter((admin) => admin !== target);
  return hasAccepted(target) ? !others.some(hasAccepted) : others.length === 0;
};

/**
 * Refuses to remove the last administrator who has accepted, or the only one of an organization without such an
 * administrator. @throws 409 LAST_ADMIN
 */
const checkNotLastAdmin = (locked: readonly LockedMembership[], userId: number, language: Language): void => {
  if (!isLastAdmin(locked, userId)) return;
  const hasOthers = locked.some((member) => isAdmin(member) && member.user_id !== userId);
  const reason = hasOthers ? 'lastAcceptedAdmin' : 'lastAdmin';
  throw problem.conflict('LAST_ADMIN', translate(language, reason));
};

export const hasSameRoles = (some: readonly string[], others: readonly string[]): boolean =>
  some.length === others.length && some.every((role) => others.includes(role));

/**
 * Refuses to replace roles that the caller has not seen. The errors of the response name the present roles.
 * @throws 409 ROLES_HELD
 */
export const checkReplacementConfirmed = (
  member: MembershipRow | undefined,
  wanted: readonly OrganizationRoleCode[],
  confirmed: readonly OrganizationRoleCode[] | undefined,
  language: Language,
): void => {
  if (!member || hasSameRoles(member.roles, wanted)) return;
  if (confirmed && hasSameRoles(member.roles, [...new Set(confirmed)])) return;
  const present = member.roles.map((role) => ({ field: 'replacedRoles', message: role }));
  throw problem.conflict('ROLES_HELD', translate(language, 'rolesHeld'), present);
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
): Promise<{ actor: Actor; held: LockedMembership | undefined }> => {
  const withAdmins = !wanted.includes('ORG_ADMIN');
  const userIds = [actor.userId, userId];
  const locked = await lockMemberships(tx, organizationId, { userIds, withAdmins, isChange: true });
  const actorNow = refreshActor(actor, locked, 'MANAGE_USERS');
  if (withAdmins) checkNotLastAdmin(locked, userId, origin.language);
  const held = locked.find(({ user_id, roles }) => user_id === userId && roles.length > 0);
  return { actor: actorNow, held };
};
