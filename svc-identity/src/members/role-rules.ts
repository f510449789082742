import { grantableRoles, type Language, type OrganizationRoleCode } from '@obieg/contracts';
import { type Actor, problem, type Tx } from '@obieg/service-kit';
import { say } from '../messages/server-messages';
import type { MembershipRow } from './members.repo';

/**
 * The roles without repetition, if the actor may grant every one of them: nobody grants a role that carries a
 * permission they do not hold, and a system role is granted to nobody this way. @throws 403
 */
export const checkGrantable = (
  roles: readonly string[],
  actor: Actor,
  language: Language,
): OrganizationRoleCode[] => {
  const allowed = grantableRoles(actor.permissions).filter((role) => role !== 'SUPER_ADMIN');
  if (!roles.every((role) => (allowed as string[]).includes(role)))
    throw problem.forbidden(say(language, 'roleNotGrantable'));
  return [...new Set(roles)] as OrganizationRoleCode[];
};

/** Nor does anybody take away a role that they could not give. @throws 403 */
export const checkRevocable = (
  member: MembershipRow | undefined,
  kept: readonly OrganizationRoleCode[],
  actor: Actor,
  language: Language,
): void => {
  checkGrantable(member?.roles.filter((role) => !kept.includes(role)) ?? [], actor, language);
};

/**
 * Refuses to leave an organization without an administrator. Two administrators who demote each other at once wait for
 * one another. @throws 409 LAST_ADMIN
 */
export const keepLastAdmin = async (
  tx: Tx,
  organizationId: number,
  userId: number,
  roles: readonly OrganizationRoleCode[],
  language: Language,
): Promise<void> => {
  if (roles.includes('ORG_ADMIN')) return;
  const admins = await tx('memberships')
    .where({ organization_id: organizationId })
    .whereRaw(`'ORG_ADMIN' = any(roles)`)
    .orderBy('user_id')
    .forUpdate()
    .pluck('user_id');
  if (admins.length === 1 && admins[0] === userId)
    throw problem.conflict('LAST_ADMIN', say(language, 'lastAdmin'));
};
