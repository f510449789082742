import { type ChangePassword, limits } from '@obieg/contracts';
import { type Actor, type Database, problem, toLimitKey } from '@obieg/service-kit';
import { returnAttempts, type Tries, takeAttempt } from '../credentials/attempts';
import { checkPassword, hashPassword } from '../credentials/passwords';
import { queueMail } from '../mail/mail-queue';
import { passwordChangedMail } from '../mail/mails';
import { findUser, lockUserForChange, type UserRow } from '../members/members.repo';
import { tooManyAttempts, translate } from '../messages/server-messages';
import { inScopeOf } from '../requests/site';
import type { Origin } from '../security-log/origin';
import { recordSecurity } from '../security-log/security-log';
import { endAccess } from '../sessions/end-access';

type OwnOrigin = Origin & { ip: string };

/** Counts like failed sign-ins, so that a stolen session cannot guess the password. @throws 429 */
const takeOwnAttempt = async (
  db: Database,
  userId: number,
  origin: OwnOrigin,
): Promise<{ user: UserRow; tries: Tries }> => {
  const account = `#${userId}`;
  const tries = { typed: account, account, from: toLimitKey(origin.ip) };
  const { user, waitSeconds } = await inScopeOf(db, origin.organizationId, async (tx) => ({
    user: await findUser(tx, userId),
    ...(await takeAttempt(tx, tries)),
  }));
  if (waitSeconds !== undefined) throw tooManyAttempts(origin.language, waitSeconds);
  if (!user) throw problem.unauthorized();
  return { user, tries };
};

/**
 * Replaces the caller's password and ends all other sessions of the account. @throws 422 for a wrong current password,
 * also if the account has none, and for a short new one, 429 after too many tries
 */
export const changeOwnPassword = async (
  db: Database,
  { userId, sessionId }: Actor,
  { currentPassword, password }: ChangePassword,
  origin: OwnOrigin,
): Promise<void> => {
  const { language } = origin;
  const refuse = (field: string, key: Parameters<typeof translate>[1]) =>
    problem.validation([{ field, message: translate(language, key) }]);
  if ([...password].length < limits.passwordMinLength) throw refuse('password', 'passwordTooShort');
  const { user, tries } = await takeOwnAttempt(db, userId, origin);
  if (!(await checkPassword(user.password_hash, currentPassword)))
    throw refuse('currentPassword', 'wrongCurrentPassword');
  const passwordHash = await hashPassword(password);
  await inScopeOf(db, origin.organizationId, async (tx) => {
    const now = await lockUserForChange(tx, userId);
    // Another password may have been set during hashing.
    if (now?.password_hash !== user.password_hash) throw refuse('currentPassword', 'wrongCurrentPassword');
    await returnAttempts(tx, tries);
    await tx('users').where({ id: userId }).update({ password_hash: passwordHash });
    await recordSecurity(tx, origin, {
      event: 'password.set',
      subject: { type: 'user', id: userId },
      details: { by: 'password' },
    });
    await endAccess(tx, userId, { origin, reason: 'password.set', exceptId: sessionId });
    await queueMail(tx, passwordChangedMail({ email: user.email, language }));
  });
};
