import {
  createWorkerLoop,
  type Database,
  forEachOrganization,
  type Logger,
  type Tx,
  withEveryOrganization,
  withOrganization,
} from '@obieg/service-kit';
import { findUser, lockMemberships, type MembershipRow, recordInvited } from '../members/members.repo';
import { hasSameRoles } from '../members/role-rules';
import { serviceOrigin } from '../security-log/origin';
import { recordSecurity } from '../security-log/security-log';
import { forgetMemberMail, type MemberMailRow } from './member-mails.repo';
import { notifyRoleChange } from './notify-role-change';
import { hasRoomForWaitingMail, takeMembershipMail } from './send-budget';
import { findInvitingOrganization, type InvitationDependencies, sendInvitation } from './send-invitation';

const intervalMs = 10_000;
/** Mails of one organization in a round, so that its mails leave evenly and others are served meanwhile. */
const mailsPerRound = 10;

interface Dependencies extends InvitationDependencies {
  db: Database;
  log: Logger;
}

/** Writes a mail if it still tells something true: its member has not left, signed in or got the old roles back. */
const writeMail = async (
  tx: Tx,
  { log, ...dependencies }: Dependencies,
  { organization_id: organizationId, user_id: userId, actor_id, language, roles_before }: MemberMailRow,
  member: MembershipRow | undefined,
): Promise<void> => {
  const user = await findUser(tx, userId);
  const organization = await findInvitingOrganization(tx, organizationId);
  if (!member?.roles.length || !user || !organization) return;
  const { roles } = member;
  const isTrue = roles_before === null ? member.invited_at !== null : !hasSameRoles(roles_before, roles);
  if (!isTrue || (await takeMembershipMail(tx, organizationId, user.email.toLowerCase(), dependencies)) > 0)
    return;
  const actor = { userId: actor_id };
  if (roles_before !== null)
    return notifyRoleChange(tx, dependencies, {
      user,
      organization,
      rolesBefore: roles_before,
      roles,
      actor,
      language,
    });
  await recordInvited(tx, organizationId, userId, { isMailed: true });
  await sendInvitation(tx, dependencies, { user, organization, roles, inviter: actor, language });
  await recordSecurity(
    tx,
    { ...serviceOrigin(organizationId, log), actorId: actor_id },
    { event: 'invitation.send', subject: { type: 'user', id: userId }, details: { roles } },
  );
};

/** Sends the oldest waiting mail of an organization. @returns whether there was one that may be sent */
const sendNext = (dependencies: Dependencies, organizationId: number): Promise<boolean> =>
  withOrganization(dependencies.db, organizationId, async (tx) => {
    const next = await tx<MemberMailRow>('member_mails')
      .where({ organization_id: organizationId })
      .orderBy('id')
      .first();
    if (!next || !(await hasRoomForWaitingMail(tx, organizationId, dependencies))) return false;
    const user = await findUser(tx, next.user_id);
    // The order of an invitation: first the address, then the membership. A removal locks the mail last, too.
    await tx.raw('select pg_advisory_xact_lock(hashtextextended(?, 1))', [user?.email.toLowerCase() ?? '']);
    const [member] = await lockMemberships(tx, organizationId, { userIds: [next.user_id], isChange: true });
    const mail = await forgetMemberMail(tx, organizationId, next.user_id);
    if (mail) await writeMail(tx, dependencies, mail, member);
    return true;
  });

/** Sends the next waiting mails of each organization, as far as its limits allow. */
export const sendMemberMails = async (
  dependencies: Dependencies,
  isStopped: () => boolean = () => false,
): Promise<void> => {
  const organizationIds: number[] = await withEveryOrganization(dependencies.db, (tx) =>
    tx('member_mails').distinct('organization_id').orderBy('organization_id').pluck('organization_id'),
  );
  const round = { work: 'send waiting mails to members', log: dependencies.log, isStopped };
  await forEachOrganization(organizationIds, round, async (organizationId) => {
    for (let count = 0; count < mailsPerRound; count += 1)
      if (!(await sendNext(dependencies, organizationId))) break;
  });
};

/** Sends the mails that an import of people leaves, a few at a time. */
export const createMemberMailSender = (dependencies: Dependencies) =>
  createWorkerLoop({
    intervalMs,
    log: dependencies.log,
    failureMessage: 'cannot send waiting mails to members',
    round: (isStopped) => sendMemberMails(dependencies, isStopped),
  });
