import { type Actor, type Database, problem, type Tx, withOrganization } from '@obieg/service-kit';
import { refreshActor } from '../members/acting-member';
import { findUser, lockMemberships, lockUser, recordInvited, type UserRow } from '../members/members.repo';
import { checkGrantable } from '../members/role-rules';
import { translate } from '../messages/server-messages';
import type { Origin } from '../security-log/origin';
import { recordSecurity } from '../security-log/security-log';
import { spendInvitation } from './send-budget';
import { findInvitingOrganization, type InvitationDependencies, sendInvitation } from './send-invitation';

interface Dependencies extends InvitationDependencies {
  db: Database;
}

interface Resending {
  organizationId: number;
  userId: number;
  actor: Actor;
  origin: Origin;
}

/** Locks the account in the order of an invitation: first the address, then the account. @throws 404 */
const lockInvited = async (tx: Tx, { userId, origin }: Resending): Promise<UserRow> => {
  const notFound = () => problem.notFound(translate(origin.language, 'userNotFound'));
  const found = await findUser(tx, userId);
  if (!found || found.is_integration) throw notFound();
  await tx.raw('select pg_advisory_xact_lock(hashtextextended(?, 1))', [found.email.toLowerCase()]);
  const user = await lockUser(tx, userId);
  if (!user) throw notFound();
  return user;
};

/**
 * Mails a new link, which replaces the earlier one. The lock on the membership makes a concurrent acceptance or
 * withdrawal visible. @throws 403, 404 if the user is no member, 409 after acceptance, 429
 */
export const resendInvitation = (
  { db, ...dependencies }: Dependencies,
  resending: Resending,
): Promise<void> => {
  const { organizationId, userId, actor, origin } = resending;
  const { language } = origin;
  return withOrganization(db, organizationId, async (tx) => {
    const user = await lockInvited(tx, resending);
    const organization = await findInvitingOrganization(tx, organizationId);
    if (!organization) throw problem.notFound();
    const locked = await lockMemberships(tx, organizationId, {
      userIds: [actor.userId, userId],
      isChange: true,
    });
    const actorNow = refreshActor(actor, locked, 'MANAGE_USERS');
    const member = locked.find(({ user_id, roles }) => user_id === userId && roles.length > 0);
    if (!member) throw problem.notFound(translate(language, 'userNotFound'));
    if (member.invited_at === null)
      throw problem.conflict('CONFLICT', translate(language, 'invitationAccepted'));
    const roles = checkGrantable(member.roles, actorNow, language);
    await spendInvitation(tx, organizationId, user.email.toLowerCase(), {
      language,
      rateLimitScale: dependencies.rateLimitScale,
    });
    await recordInvited(tx, organizationId, userId, { isMailed: true });
    await sendInvitation(tx, dependencies, { user, organization, roles, inviter: actor, language });
    await recordSecurity(tx, origin, {
      event: 'invitation.resend',
      subject: { type: 'user', id: userId },
      details: { roles },
    });
  });
};
