import { randomUUID } from 'node:crypto';
import type { Language, SignInResponse, VerifyCodeResponse } from '@obieg/contracts';
import { type Database, problem, type Tx } from '@obieg/service-kit';
import { hashCode, isSameHash } from '../credentials/secrets';
import { clientOf, findVerification, type VerificationRow } from '../credentials/verifications.repo';
import { queueMail } from '../mail/mail-queue';
import { signedInByCodeMail } from '../mail/mails';
import { isDeactivated } from '../members/deactivated';
import {
  createAccount,
  findMembership,
  findUserByEmail,
  lockUser,
  markEmailVerified,
  recordEmailVerified,
  saveMembership,
  type UserRow,
} from '../members/members.repo';
import { lockNames } from '../members/names.repo';
import { translate } from '../messages/server-messages';
import { inSite, lockOrganization } from '../requests/site';
import { admit, type SecondFactorParts } from '../second-factor/admit';
import { maskLogin } from '../security-log/mask';
import type { Origin } from '../security-log/origin';
import { recordRefusal, recordSecurity } from '../security-log/security-log';
import { asActor } from '../sessions/sessions';

const attemptsMax = 5;

const badCode = (language: Language) =>
  problem.badRequest('INVALID_CODE', translate(language, 'invalidCode'));

/** Only a new code helps. Reveals nothing: a token without a mailed code expires and wears out alike. */
const expiredCode = (language: Language) =>
  problem.badRequest('CODE_EXPIRED', translate(language, 'codeExpired'));

/** Counts the attempt before the code is checked, so that parallel guesses count. */
const takeAttempt = (db: Database, token: string, organizationId: number | undefined) =>
  inSite(db, organizationId, async (tx) => {
    const [row] = await findVerification(tx, token, organizationId)
      .whereNull('verified_at')
      .where('code_expires_at', '>', tx.fn.now())
      .where('tries', '<', attemptsMax)
      .update({ tries: tx.raw('tries + 1') })
      .returning('*');
    return row as VerificationRow | undefined;
  });

/** Reason of a refusal for the security log. */
const refusalReason = (row: VerificationRow | undefined): string => {
  if (!row) return 'unknown-token';
  if (row.verified_at !== null) return 'used';
  return row.tries >= attemptsMax ? 'worn-out' : 'expired';
};

/** Whether the token accepts no further code: the attempts or the time are used up. */
const isCodeExpired = (row: VerificationRow | undefined, wrong: VerificationRow | undefined): boolean =>
  row !== undefined && row.verified_at === null && (wrong === undefined || wrong.tries >= attemptsMax);

const refuse = async (
  db: Database,
  token: string,
  wrong: VerificationRow | undefined,
  origin: Origin,
): Promise<Error> => {
  const { row, user } = await inSite(db, origin.organizationId, async (tx) => {
    const found = wrong ?? (await findVerification(tx, token, origin.organizationId).first());
    return { row: found, user: found && (await findUserByEmail(tx, found.email)) };
  });
  await recordRefusal(db, origin, {
    event: 'code.verify',
    subject: user && { type: 'user', id: user.id },
    details: {
      reason: wrong ? 'wrong-code' : refusalReason(row),
      ...(row ? { login: maskLogin(row.asked_for) } : {}),
    },
  });
  return isCodeExpired(row, wrong) ? expiredCode(origin.language) : badCode(origin.language);
};

/** Finds the account of a verified address. On an organization's address, a stranger becomes a reporter. */
const findOrCreateUser = async (
  tx: Tx,
  { email, confirmed_task }: VerificationRow,
  origin: Origin,
): Promise<UserRow> => {
  const { organizationId } = origin;
  // A concurrent invitation of the address must not create a second account.
  await tx.raw('select pg_advisory_xact_lock(hashtextextended(?, 1))', [email]);
  const known = await findUserByEmail(tx, email);
  if (organizationId === undefined) {
    if (!known) throw badCode(origin.language);
    return known;
  }
  const user = known ?? (await createAccount(tx, email, {}, origin));
  const owner = asActor(origin, user.id);
  const membership = await findMembership(tx, organizationId, user.id);
  if (!user.is_super_admin && !membership?.roles.length) {
    if (await isDeactivated(tx, organizationId, user.id)) throw badCode(origin.language);
    await lockNames(tx, [user.display_name ?? user.username, user.username]);
    await saveMembership(tx, organizationId, user.id, ['REPORTER'], owner);
  }
  await markEmailVerified(tx, organizationId, user.id, owner);
  recordEmailVerified(tx, organizationId, user, confirmed_task ?? undefined, origin.traceparent);
  return user;
};

/** Uses up the code and signs in the address's user. @returns the session, or the second step */
const signInByCode = async (
  tx: Tx,
  parts: SecondFactorParts,
  verification: VerificationRow,
  origin: Origin,
): Promise<SignInResponse> => {
  const { token_hash } = verification;
  const { organizationId } = origin;
  // A first factor that is added meanwhile waits, or counts here. A new account has none.
  const known = await findUserByEmail(tx, verification.email);
  if (known) await lockUser(tx, known.id);
  // Locked before the code, in the order of an organization's deletion.
  if (organizationId !== undefined && !(await lockOrganization(tx, organizationId)))
    throw badCode(origin.language);
  const sessionId = randomUUID();
  const [won] = await tx<VerificationRow>('verifications')
    .where({ token_hash })
    .whereNull('verified_at')
    .update({ verified_at: tx.fn.now(), session_id: sessionId, verified_from: clientOf(origin) })
    .returning('token_hash');
  if (!won) throw badCode(origin.language);
  const user = await findOrCreateUser(tx, verification, origin);
  await tx('verifications').where({ token_hash }).update({ user_id: user.id });
  await recordSecurity(tx, asActor(origin, user.id), {
    event: 'code.verify',
    subject: { type: 'user', id: user.id },
  });
  const refuseEntry = () => badCode(origin.language);
  const admission = { user, origin, by: 'code', factor: null, sessionId, refuse: refuseEntry } as const;
  const answer = await admit(tx, parts, admission);
  if ('token' in answer)
    await queueMail(tx, signedInByCodeMail({ email: user.email, language: origin.language }));
  return answer;
};

/**
 * Signs in by a mailed code, once, or answers with the second step. Afterwards the same client may set a password with the token, once. A code expires
 * after ten minutes or five wrong attempts. @throws 400 `CODE_EXPIRED` if only a new code helps, `INVALID_CODE` for
 * every other case, indistinguishably
 */
export const verifyCode = async (
  { db, ...parts }: SecondFactorParts & { db: Database },
  { token, code }: { token: string; code: string },
  origin: Origin,
): Promise<VerifyCodeResponse> => {
  const tried = await takeAttempt(db, token, origin.organizationId);
  if (!tried || !isSameHash(tried.code_hash, hashCode(token, code)))
    throw await refuse(db, token, tried, origin);
  await parts.keys.current();
  const answer = await inSite(db, origin.organizationId, (tx) => signInByCode(tx, parts, tried, origin));
  return {
    success: true,
    message: translate(origin.language, 'emailVerified'),
    ...('token' in answer ? { jwtToken: answer.token } : answer),
  };
};
