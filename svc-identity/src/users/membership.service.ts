import type { OrganizationRoleCode } from '@obieg/contracts';
import { type Database, problem, type Tx, withOrganization } from '@obieg/service-kit';
import { notifyRoleChange } from '../invitations/notify-role-change';
import { takeMembershipMail } from '../invitations/send-budget';
import { findInvitingOrganization, type InvitationDependencies } from '../invitations/send-invitation';
import { findUser } from '../members/members.repo';
import { checkRevocable, hasSameRoles } from '../members/role-rules';
import { translate } from '../messages/server-messages';
import { endSessionsWithoutFactor } from '../second-factor/policy';
import { type Change, endMembership, lockChange, replaceRoles } from './change-membership';

/** A change of a person's membership. Integrations have paths of their own. */
type MemberChange = Omit<Change, 'isIntegration'>;

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
  { actor, organizationId, userId, origin }: MemberChange,
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

const ofPerson = (change: MemberChange): Change => ({ ...change, isIntegration: false });

export const createMembership = ({ db, ...dependencies }: Dependencies) => ({
  /**
   * Replaces a user's roles and mails them to the user. @throws 403 for roles beyond the actor's, 404, 409 LAST_ADMIN,
   * 412 if the user no longer has the expected roles
   */
  changeRoles: (
    change: MemberChange,
    wanted: readonly OrganizationRoleCode[],
    expected?: readonly OrganizationRoleCode[],
  ): Promise<void> =>
    withOrganization(db, change.organizationId, async (tx) => {
      const changed = await replaceRoles(tx, ofPerson(change), wanted, expected);
      await endSessionsWithoutFactor(tx, change.organizationId, change.origin, change.userId);
      if (hasSameRoles(changed.rolesBefore, changed.roles)) return;
      await mailRoleChange(tx, dependencies, change, changed);
    }),

  /**
   * Ends a membership. The account, roles elsewhere and the name on the user's contributions stay. @throws 403, 404,
   * 409 LAST_ADMIN
   */
  remove: (change: MemberChange): Promise<void> =>
    withOrganization(db, change.organizationId, async (tx) => {
      const { actor, held } = await lockChange(tx, ofPerson(change), []);
      checkRevocable(held, [], actor, change.origin.language);
      await endMembership(tx, change, held, 'member.remove');
    }),

  /**
   * Ends the membership of a user who has not accepted the invitation. The link of the mail stops working. Invitations
   * of other organizations stay. @throws 403, 404, 409 after acceptance, 409 LAST_ADMIN
   */
  withdrawInvitation: (change: MemberChange): Promise<void> =>
    withOrganization(db, change.organizationId, async (tx) => {
      const { language } = change.origin;
      const { actor, held } = await lockChange(tx, ofPerson(change), []);
      if (held.invited_at === null)
        throw problem.conflict('CONFLICT', translate(language, 'invitationAcceptedRemove'));
      checkRevocable(held, [], actor, language);
      await endMembership(tx, change, held, 'invitation.withdraw');
    }),
});
export type Membership = ReturnType<typeof createMembership>;
