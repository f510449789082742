import type { OrganizationRoleCode, SecurityEvent } from '@obieg/contracts';
import { type Actor, type Database, problem, type Tx, withOrganization } from '@obieg/service-kit';
import { revokeApiTokens } from '../api-tokens/api-tokens.repo';
import { removeFromGroups } from '../groups/group-members.repo';
import { notifyRoleChange } from '../invitations/notify-role-change';
import { takeMembershipMail } from '../invitations/send-budget';
import { findInvitingOrganization, type InvitationDependencies } from '../invitations/send-invitation';
import { findLastChange } from '../members/last-change';
import { findUser, forgetActivity, type MembershipRow, saveMembership } from '../members/members.repo';
import { checkGrantable, checkRevocable, hasSameRoles, lockRoles } from '../members/role-rules';
import { translate } from '../messages/server-messages';
import type { Origin } from '../security-log/origin';
import { recordSecurity } from '../security-log/security-log';
import { revokeSessions } from '../sessions/sessions';

interface Change {
  actor: Actor;
  organizationId: number;
  userId: number;
  origin: Origin;
}

/** Locks and returns actor and membership. Users of other organizations do not exist. @throws 403, 404, 409 */
const lockChange = async (
  tx: Tx,
  change: Change,
  wanted: readonly OrganizationRoleCode[],
): Promise<{ actor: Actor; held: MembershipRow }> => {
  const { actor, held } = await lockRoles(tx, change, wanted);
  if (!held) throw problem.notFound(translate(change.origin.language, 'userNotFound'));
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

/** Deletes invitations that would readmit a removed user. */
const endInvitations = async (tx: Tx, { organizationId, userId }: Change): Promise<void> => {
  const which = { organization_id: organizationId, user_id: userId };
  await tx('invitations').where(which).delete();
  await tx('hand_overs').where(which).delete();
  await tx('verifications').where(which).delete();
};

/** Ends a membership: roles, groups, invitations, sessions and what is known of its activity. */
const endMembership = async (
  tx: Tx,
  change: Change,
  { roles: rolesBefore }: MembershipRow,
  event: Extract<SecurityEvent, 'member.remove' | 'invitation.withdraw'>,
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

interface Dependencies extends InvitationDependencies {
  db: Database;
}

/**
 * Mails the new roles. The mail counts towards the limit of invitations. Beyond it, the change happens without a mail,
 * so that nobody floods a member's mailbox.
 */
const mailRoleChange = async (
  tx: Tx,
  dependencies: InvitationDependencies,
  { actor, organizationId, userId, origin }: Change,
  roles: { rolesBefore: readonly OrganizationRoleCode[]; roles: readonly OrganizationRoleCode[] },
): Promise<void> => {
  const user = await findUser(tx, userId);
  const organization = await findInvitingOrganization(tx, organizationId);
  if (!user || !organization) return;
  const waitSeconds = await takeMembershipMail(tx, organizationId, user.email.toLowerCase(), dependencies);
  if (waitSeconds > 0) return;
  const { language } = origin;
  await notifyRoleChange(tx, dependencies, { user, organization, ...roles, actor, language });
};

export const createMembership = ({ db, ...dependencies }: Dependencies) => ({
  /**
   * Replaces a user's roles and mails them to the user. @throws 403 for roles beyond the actor's, 404, 409 LAST_ADMIN,
   * 412 if the user no longer has the expected roles
   */
  changeRoles: (
    change: Change,
    wanted: readonly OrganizationRoleCode[],
    expected?: readonly OrganizationRoleCode[],
  ): Promise<void> =>
    withOrganization(db, change.organizationId, async (tx) => {
      const { organizationId, userId, origin } = change;
      const locked = await lockChange(tx, change, wanted);
      await checkExpectedRoles(tx, change, locked, expected);
      const { actor, held } = locked;
      const roles = checkGrantable(wanted, actor, origin.language);
      checkRevocable(held, roles, actor, origin.language);
      await saveMembership(tx, organizationId, userId, roles, origin);
      if (hasSameRoles(held.roles, roles)) return;
      await mailRoleChange(tx, dependencies, change, { rolesBefore: held.roles, roles });
    }),

  /**
   * Ends a membership. The account, roles elsewhere and the name on the user's contributions stay. @throws 403, 404,
   * 409 LAST_ADMIN
   */
  remove: (change: Change): Promise<void> =>
    withOrganization(db, change.organizationId, async (tx) => {
      const { actor, held } = await lockChange(tx, change, []);
      checkRevocable(held, [], actor, change.origin.language);
      await endMembership(tx, change, held, 'member.remove');
    }),

  /**
   * Ends the membership of a user who has not accepted the invitation. The link of the mail stops working. Invitations
   * of other organizations stay. @throws 403, 404, 409 after acceptance, 409 LAST_ADMIN
   */
  withdrawInvitation: (change: Change): Promise<void> =>
    withOrganization(db, change.organizationId, async (tx) => {
      const { language } = change.origin;
      const { actor, held } = await lockChange(tx, change, []);
      if (held.invited_at === null)
        throw problem.conflict('CONFLICT', translate(language, 'invitationAcceptedRemove'));
      checkRevocable(held, [], actor, language);
      await endMembership(tx, change, held, 'invitation.withdraw');
    }),
});
export type Membership = ReturnType<typeof createMembership>;
