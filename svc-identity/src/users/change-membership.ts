import type { OrganizationRoleCode, SecurityEvent } from '@obieg/contracts';
import { type Actor, problem, type Tx } from '@obieg/service-kit';
import { revokeApiTokens } from '../api-tokens/api-tokens.repo';
import { removeFromGroups } from '../groups/group-members.repo';
import { forgetMemberMail } from '../invitations/member-mails.repo';
import { findLastChange } from '../members/last-change';
import {
  forgetActivity,
  type LockedMembership,
  type MembershipRow,
  saveMembership,
} from '../members/members.repo';
import { checkGrantable, checkRevocable, hasSameRoles, lockRoles } from '../members/role-rules';
import { translate } from '../messages/server-messages';
import type { Origin } from '../security-log/origin';
import { recordSecurity } from '../security-log/security-log';
import { revokeSessions } from '../sessions/sessions';

/** A change of a membership, in the tenant scope. */
export interface Change {
  actor: Actor;
  organizationId: number;
  userId: number;
  origin: Origin;
  /** Which accounts the caller changes: integrations, or people. The others do not exist for it. */
  isIntegration: boolean;
}

/** Locks and returns actor and membership. Users of other organizations do not exist. @throws 403, 404, 409 */
export const lockChange = async (
  tx: Tx,
  change: Change,
  wanted: readonly OrganizationRoleCode[],
): Promise<{ actor: Actor; held: LockedMembership }> => {
  const { actor, held } = await lockRoles(tx, change, wanted);
  if (!held || held.is_integration !== change.isIntegration)
    throw problem.notFound(
      translate(change.origin.language, change.isIntegration ? 'integrationNotFound' : 'userNotFound'),
    );
  return { actor, held };
};

/** @throws 412 if the member no longer has the roles that the actor has seen */
const checkExpectedRoles = async (
  tx: Tx,
  { organizationId, userId }: Change,
  { actor, held }: { actor: Actor; held: MembershipRow },
  expected: readonly OrganizationRoleCode[] | undefined,
): Promise<void> => {
  if (expected === undefined || hasSameRoles(held.roles, [...new Set(expected)])) return;
  throw problem.preconditionFailed(
    undefined,
    await findLastChange(tx, actor, {
      organizationId,
      events: ['roles.change'],
      subject: { type: 'user', id: userId },
    }),
  );
};

/**
 * Replaces the roles of a member. @returns the roles before and after @throws 403 for roles beyond the actor's, 404,
 * 409 LAST_ADMIN, 412 if the member no longer has the expected roles
 */
export const replaceRoles = async (
  tx: Tx,
  change: Change,
  wanted: readonly OrganizationRoleCode[],
  expected: readonly OrganizationRoleCode[] | undefined,
): Promise<{ rolesBefore: readonly OrganizationRoleCode[]; roles: readonly OrganizationRoleCode[] }> => {
  const { organizationId, userId, origin } = change;
  const locked = await lockChange(tx, change, wanted);
  await checkExpectedRoles(tx, change, locked, expected);
  const { actor, held } = locked;
  const roles = checkGrantable(wanted, actor, origin.language);
  checkRevocable(held, roles, actor, origin.language);
  await saveMembership(tx, organizationId, userId, roles, origin);
  return { rolesBefore: held.roles, roles };
};

type EndedMembership = Pick<Change, 'organizationId' | 'userId' | 'origin'>;

/** Deletes invitations that would readmit a removed user, also the one that waits to be mailed. */
const endInvitations = async (tx: Tx, { organizationId, userId }: EndedMembership): Promise<void> => {
  const which = { organization_id: organizationId, user_id: userId };
  await forgetMemberMail(tx, organizationId, userId);
  await tx('invitations').where(which).delete();
  await tx('hand_overs').where(which).delete();
  await tx('verifications').where(which).delete();
};

/** Ends a membership: roles, groups, invitations, tokens, sessions and what is known of its activity. */
export const endMembership = async (
  tx: Tx,
  change: EndedMembership,
  { roles: rolesBefore }: MembershipRow,
  event: Extract<SecurityEvent, 'member.remove' | 'invitation.withdraw' | 'integration.delete'>,
): Promise<void> => {
  const { organizationId, userId, origin } = change;
  await saveMembership(tx, organizationId, userId, [], origin);
  await forgetActivity(tx, organizationId, userId);
  await removeFromGroups(tx, organizationId, userId, origin);
  await endInvitations(tx, change);
  await revokeApiTokens(tx, organizationId, { user_id: userId }, { origin, reason: event });
  await revokeSessions(tx, { user_id: userId, organization_id: organizationId }, { origin, reason: event });
  await recordSecurity(tx, origin, {
    event,
    subject: { type: 'user', id: userId },
    details: { rolesBefore },
  });
};
