import { type Actor, type Database, problem, withEveryOrganization } from '@obieg/service-kit';
import { queueMail } from '../mail/mail-queue';
import { factorsResetMail } from '../mail/mails';
import { lockActor } from '../members/acting-member';
import { findUser, lockUserForChange } from '../members/members.repo';
import { translate } from '../messages/server-messages';
import type { Origin } from '../security-log/origin';
import { recordSecurity } from '../security-log/security-log';
import { revokeSessions } from '../sessions/sessions';
import { deleteAllFactors } from './second-factors.repo';

interface Reset {
  actor: Actor;
  organizationId: number;
  userId: number;
  origin: Origin;
}

/**
 * Removes all factors and recovery codes of a person who lost them, and ends the person's sessions. The password or a
 * mailed code is still needed to sign in. Reads the memberships of all organizations, because the account is the same in
 * each: an administrator of one must not weaken it in another.
 *
 * @throws 403 for oneself, for a person of another organization, too, and for a super administrator, unless the actor
 * manages all users; 404 for a person who is no member; 409 for one without factors
 */
export const resetFactors = (db: Database, { actor, organizationId, userId, origin }: Reset): Promise<void> =>
  withEveryOrganization(db, async (tx) => {
    const { language } = origin;
    const user = await lockUserForChange(tx, userId);
    const acting = await lockActor(tx, { organizationId, actor }, 'MANAGE_USERS', [userId]);
    const ids: number[] = await tx('memberships')
      .where({ user_id: userId })
      .whereRaw('cardinality(roles) > 0')
      .pluck('organization_id');
    if (!user || !ids.includes(organizationId)) throw problem.notFound(translate(language, 'userNotFound'));
    const managesAll = acting.permissions.has('MANAGE_SUSER');
    // One's own factors are changed on the account page, which asks for the password.
    const isOwn = userId === actor.userId;
    if (isOwn || (!managesAll && (ids.length > 1 || user.is_super_admin)))
      throw problem.forbidden(translate(language, 'resetBySystemAdmin'));
    if ((await deleteAllFactors(tx, userId)) === 0)
      throw problem.conflict('CONFLICT', translate(language, 'noFactors'));
    await recordSecurity(tx, origin, {
      event: 'second-factor.reset',
      subject: { type: 'user', id: userId },
      organizationId,
    });
    await revokeSessions(tx, { user_id: userId }, { origin, reason: 'second-factor.reset' });
    const author = await findUser(tx, actor.userId);
    await queueMail(
      tx,
      factorsResetMail({ email: user.email, language: user.language ?? language }, author?.username ?? ''),
    );
  });
