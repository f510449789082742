import type {
  AuthResponse,
  PasskeyOptions,
  PasskeySignIn,
  PassSecondStep,
  SecondStepMethod,
} from '@obieg/contracts';
import { type Database, isProblem, problem, type Tx, toLimitKey } from '@obieg/service-kit';
import { returnSecondStepAttempts, takeSecondStepAttempt } from '../credentials/attempts';
import { queueMail } from '../mail/mail-queue';
import { codesGuessedMail, recoveryCodeUsedMail, signedInByCodeMail } from '../mail/mails';
import { findUser, lockUser, type UserRow } from '../members/members.repo';
import { challengeExpired, tooManyAttempts, translate } from '../messages/server-messages';
import { inSite } from '../requests/site';
import type { Origin } from '../security-log/origin';
import { recordRefusal, recordSecurity } from '../security-log/security-log';
import { asActor, lockForSignIn, openSession } from '../sessions/sessions';
import { type ChallengeRow, findChallenge, providerOf, type SecondFactorParts, takeChallenge } from './admit';
import type { Holder } from './ceremonies';
import { beginAssertion } from './passkeys';
import {
  type PasskeyParts,
  type Proof,
  type ProvenPasskey,
  provePasskey,
  takePasskey,
  takeProof,
} from './prove-factor';
import { countRecoveryCodes } from './recovery-codes';
import { listFactors } from './second-factors.repo';

export type ClientOrigin = Origin & { ip: string };
export type SecondStepParts = SecondFactorParts & PasskeyParts;

const holderOf = ({ token_hash }: ChallengeRow, { organizationId }: Origin): Holder => ({
  organizationId,
  challengeHash: token_hash,
});

/** @throws 400 CHALLENGE_EXPIRED for one that is unknown, over, used, or of another step, address or browser */
export const getChallenge = async (
  tx: Tx,
  token: string,
  step: ChallengeRow['step'],
  origin: Origin,
): Promise<ChallengeRow> => {
  const row = await findChallenge(tx, token, origin).where({ step }).first();
  if (!row) throw challengeExpired(origin.language);
  return row;
};

/** Options for a passkey as the second step. @throws 400 CHALLENGE_EXPIRED */
export const beginPasskeyStep = (
  { db, site }: PasskeyParts,
  token: string,
  origin: Origin,
): Promise<PasskeyOptions> =>
  inSite(db, origin.organizationId, async (tx) => {
    const challenge = await getChallenge(tx, token, 'ENTER', origin);
    const factors = await listFactors(tx, challenge.user_id);
    return {
      options: await beginAssertion(tx, site, 'PASSKEY_STEP', holderOf(challenge, origin), factors),
    };
  });

/** Counts an attempt. The owner gets a mail with the last one, because only the password was right. @throws 429 */
const takeAttempt = async (db: Database, { user_id }: ChallengeRow, origin: ClientOrigin): Promise<void> => {
  const waitSeconds = await inSite(db, origin.organizationId, async (tx) => {
    const attempt = await takeSecondStepAttempt(tx, user_id, toLimitKey(origin.ip));
    const user = attempt.isLast ? await findUser(tx, user_id) : undefined;
    if (user) await queueMail(tx, codesGuessedMail({ email: user.email, language: origin.language }));
    return attempt.waitSeconds;
  });
  if (waitSeconds === 0) return;
  await recordRefusal(db, origin, {
    event: 'second-step',
    subject: { type: 'user', id: user_id },
    details: { reason: 'rate-limited' },
  });
  throw tooManyAttempts(origin.language, waitSeconds);
};

/** Mails what the owner should know of a sign-in. */
const mailSignIn = async (
  tx: Tx,
  user: UserRow,
  { by }: ChallengeRow,
  factor: SecondStepMethod,
  { language }: Origin,
): Promise<void> => {
  const { email } = user;
  if (factor === 'RECOVERY_CODE') {
    const left = await countRecoveryCodes(tx, user.id);
    await queueMail(tx, recoveryCodeUsedMail({ email, language }, left));
  } else if (by === 'code') await queueMail(tx, signedInByCodeMail({ email, language }));
};

/** Locks the account of a challenge. @throws 400 if it may not sign in here any more */
export const lockChallenged = async (
  tx: Tx,
  challenge: ChallengeRow,
  origin: Origin,
  lock = lockUser,
): Promise<UserRow> => {
  const refuse = () => challengeExpired(origin.language);
  const user = await lock(tx, challenge.user_id);
  if (!user) throw refuse();
  await lockForSignIn(tx, user, origin.organizationId, refuse);
  return user;
};

/** Uses up challenge and proof, and opens the session. @returns undefined for a wrong proof, which ends no challenge */
const finish = async (
  tx: Tx,
  { keys, box }: SecondFactorParts,
  challenge: ChallengeRow,
  proof: Proof,
  origin: Origin,
): Promise<AuthResponse | undefined> => {
  const refuse = () => challengeExpired(origin.language);
  const user = await lockChallenged(tx, challenge, origin);
  const factor = await takeProof(tx, box, user.id, proof);
  if (!factor) return undefined;
  // After the proof: the challenge of a concurrent call with another proof is used up here, and undoes this one.
  if (!(await takeChallenge(tx, challenge))) throw refuse();
  await returnSecondStepAttempts(tx, user.id);
  await recordSecurity(tx, asActor(origin, user.id), {
    event: 'second-step',
    subject: { type: 'user', id: user.id },
    details: { factor },
  });
  await mailSignIn(tx, user, challenge, factor, origin);
  const { by, session_id: sessionId } = challenge;
  const provider = providerOf(challenge);
  return openSession(tx, keys, { user, origin, by, factor, sessionId, provider, refuse });
};

/**
 * Passes the second step of a sign-in. Counts like a password, but over all addresses.
 *
 * @throws 400 CHALLENGE_EXPIRED if the sign-in must start again, 400 INVALID_CODE for a wrong or used proof, 429
 */
export const passSecondStep = async (
  parts: SecondStepParts,
  { challenge: token, passkey: assertion, ...codes }: PassSecondStep,
  origin: ClientOrigin,
): Promise<AuthResponse> => {
  const { db, keys } = parts;
  const challenge = await inSite(db, origin.organizationId, (tx) => getChallenge(tx, token, 'ENTER', origin));
  const { user_id: userId } = challenge;
  let passkey: ProvenPasskey | undefined;
  // A signature cannot be guessed, so a client that guesses codes does not keep the owner's passkey out.
  if (assertion)
    passkey = await provePasskey(
      parts,
      'PASSKEY_STEP',
      { assertion, holder: holderOf(challenge, origin), userId },
      origin,
    );
  else await takeAttempt(db, challenge, origin);
  await keys.current();
  const answer = await inSite(db, origin.organizationId, (tx) =>
    finish(tx, parts, challenge, { ...codes, passkey }, origin),
  );
  if (answer) return answer;
  const reason = assertion ? 'wrong-passkey' : 'wrong-code';
  await recordRefusal(db, origin, {
    event: 'second-step',
    subject: { type: 'user', id: userId },
    details: { reason },
  });
  const message = translate(origin.language, assertion ? 'wrongPasskey' : 'wrongSecondStep');
  throw problem.badRequest('INVALID_CODE', message);
};

/** Options for a sign-in by a passkey alone. They name no account, so they reveal none. */
export const beginPasskeySignIn = ({ db, site }: PasskeyParts, origin: Origin): Promise<PasskeyOptions> =>
  inSite(db, origin.organizationId, async (tx) => {
    const holder = { organizationId: origin.organizationId };
    return { options: await beginAssertion(tx, site, 'PASSKEY_SIGN_IN', holder, []) };
  });

/**
 * Signs in by a passkey alone, whose authenticator has verified the person. Works on every address on which the account
 * exists (ADR 0029). @throws 400 INVALID_CODE in every case of failure
 */
export const signInByPasskey = async (
  parts: SecondStepParts,
  { passkey: assertion }: PasskeySignIn,
  origin: Origin,
): Promise<AuthResponse> => {
  const { db, keys } = parts;
  const { organizationId, language } = origin;
  const refuse = () => problem.badRequest('INVALID_CODE', translate(language, 'wrongPasskey'));
  const proven = await provePasskey(
    parts,
    'PASSKEY_SIGN_IN',
    { assertion, holder: { organizationId } },
    origin,
  );
  const subject = proven && ({ type: 'user', id: proven.passkey.user_id } as const);
  await keys.current();
  const answer =
    proven &&
    (await inSite(db, organizationId, async (tx) => {
      const user = await lockUser(tx, proven.passkey.user_id);
      if (!user) return undefined;
      await lockForSignIn(tx, user, organizationId, refuse);
      if (!(await takePasskey(tx, proven))) return undefined;
      return openSession(tx, keys, { user, origin, by: 'passkey', factor: 'PASSKEY', refuse });
    }).catch((error: unknown) => {
      if (isProblem(error) && error.code === 'INVALID_CODE') return undefined;
      throw error;
    }));
  if (answer) return answer;
  await recordRefusal(db, origin, {
    event: 'sign-in',
    subject,
    details: { reason: 'wrong-passkey', by: 'passkey' },
  });
  throw refuse();
};
