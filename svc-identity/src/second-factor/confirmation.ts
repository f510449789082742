import type { ConfirmSession, PasskeyOptions } from '@obieg/contracts';
import { type Actor, type Database, ProblemError, problem, type Tx, toLimitKey } from '@obieg/service-kit';
import { returnAttempts, takeAttempt } from '../credentials/attempts';
import { checkPassword } from '../credentials/passwords';
import { findUser, lockUser } from '../members/members.repo';
import { tooManyAttempts, translate } from '../messages/server-messages';
import { inScopeOf } from '../requests/site';
import type { Origin } from '../security-log/origin';
import { recordRefusal, recordSecurity } from '../security-log/security-log';
import { beginAssertion } from './passkeys';
import { type PasskeyParts, provePasskey, takePasskey } from './prove-factor';
import { listFactors } from './second-factors.repo';

/** Long enough to add two factors, too short for a screen that somebody left. */
const validMinutes = 10;

type Own = Pick<Actor, 'userId' | 'sessionId'>;

/** How an account can confirm a session. */
export const confirmationsOf = async (tx: Tx, userId: number): Promise<('PASSWORD' | 'PASSKEY')[]> => {
  const user = await findUser(tx, userId);
  const factors = await listFactors(tx, userId);
  return [
    ...(user?.password_hash ? (['PASSWORD'] as const) : []),
    ...(factors.some(({ kind }) => kind === 'PASSKEY') ? (['PASSKEY'] as const) : []),
  ];
};

/**
 * Whether the person of a session has just proved that it is theirs. An account without password and passkey signs in
 * by code, so a new session counts.
 */
export const isConfirmed = async (tx: Tx, sessionId: string): Promise<boolean> => {
  const session: { user_id: number; isConfirmed: boolean; isNew: boolean } | undefined = await tx('sessions')
    .where({ id: sessionId })
    .whereNull('revoked_at')
    .first(
      'user_id',
      tx.raw(
        `coalesce(confirmed_at > now() - interval '${validMinutes} minutes', false) as "isConfirmed",
         created_at > now() - interval '${validMinutes} minutes' as "isNew"`,
      ),
    );
  if (!session) return false;
  if (session.isConfirmed || !session.isNew) return session.isConfirmed;
  return (await confirmationsOf(tx, session.user_id)).length === 0;
};

/** @throws 403 CONFIRMATION_NEEDED */
export const checkConfirmed = async (tx: Tx, sessionId: string, { language }: Origin): Promise<void> => {
  if (await isConfirmed(tx, sessionId)) return;
  throw new ProblemError(403, 'CONFIRMATION_NEEDED', translate(language, 'confirmFirst'));
};

const confirm = async (tx: Tx, { userId, sessionId }: Own, origin: Origin, by: 'password' | 'passkey') => {
  await tx('sessions').where({ id: sessionId }).whereNull('revoked_at').update({ confirmed_at: tx.fn.now() });
  await recordSecurity(tx, origin, {
    event: 'account.confirm',
    subject: { type: 'user', id: userId },
    details: { by },
  });
};

const refuse = (db: Database, { userId }: Own, origin: Origin, reason: string): Promise<void> =>
  recordRefusal(db, origin, {
    event: 'account.confirm',
    subject: { type: 'user', id: userId },
    details: { reason },
  });

/** Counts like a failed sign-in. @throws 422 for a wrong password, 429 */
const confirmByPassword = async (
  db: Database,
  own: Own,
  password: string,
  origin: Origin & { ip: string },
): Promise<void> => {
  const { language, organizationId } = origin;
  const account = `#${own.userId}`;
  const tries = { typed: account, account, from: toLimitKey(origin.ip) };
  const { user, waitSeconds } = await inScopeOf(db, organizationId, async (tx) => ({
    user: await findUser(tx, own.userId),
    ...(await takeAttempt(tx, tries)),
  }));
  if (waitSeconds !== undefined) {
    await refuse(db, own, origin, 'rate-limited');
    throw tooManyAttempts(language, waitSeconds);
  }
  const isRight = await checkPassword(user?.password_hash, password);
  const isDone =
    isRight &&
    (await inScopeOf(db, organizationId, async (tx) => {
      // Another password may have been set during hashing.
      if ((await lockUser(tx, own.userId))?.password_hash !== user?.password_hash) return false;
      await returnAttempts(tx, tries);
      await confirm(tx, own, origin, 'password');
      return true;
    }));
  if (isDone) return;
  await refuse(db, own, origin, 'wrong-password');
  throw problem.validation([{ field: 'password', message: translate(language, 'wrongCurrentPassword') }]);
};

/** Options for a confirmation by passkey. */
export const beginConfirmation = (
  { db, site }: PasskeyParts,
  { userId, sessionId }: Own,
  { organizationId }: Origin,
): Promise<PasskeyOptions> =>
  inScopeOf(db, organizationId, async (tx) => {
    const factors = await listFactors(tx, userId);
    const holder = { organizationId, sessionId };
    return { options: await beginAssertion(tx, site, 'PASSKEY_CONFIRMATION', holder, factors) };
  });

/** Confirms the caller's session for changes of factors. @throws 400 INVALID_CODE for a refused passkey, 422, 429 */
export const confirmSession = async (
  { db, site }: PasskeyParts,
  own: Own,
  { password, passkey: assertion }: ConfirmSession,
  origin: Origin & { ip: string },
): Promise<void> => {
  if (!assertion) return confirmByPassword(db, own, password ?? '', origin);
  const holder = { organizationId: origin.organizationId, sessionId: own.sessionId };
  const parts = { db, site };
  const use = { assertion, holder, userId: own.userId };
  const proven = await provePasskey(parts, 'PASSKEY_CONFIRMATION', use, origin);
  const isDone =
    proven &&
    (await inScopeOf(db, origin.organizationId, async (tx) => {
      if (!(await takePasskey(tx, proven))) return false;
      await confirm(tx, own, origin, 'passkey');
      return true;
    }));
  if (isDone) return;
  await refuse(db, own, origin, 'wrong-passkey');
  throw problem.badRequest('INVALID_CODE', translate(origin.language, 'wrongPasskey'));
};
