import { randomUUID } from 'node:crypto';
import {
  type AddedFactor,
  type AddFactor,
  type AddFirstFactor,
  type FirstFactorResponse,
  limits,
  type NewPasskey,
  type PasskeyOptions,
  type TotpSetUp,
} from '@obieg/contracts';
import { type Actor, problem, type Tx } from '@obieg/service-kit';
import { queueMail } from '../mail/mail-queue';
import { factorAddedMail } from '../mail/mails';
import { findUser, lockUserForChange, type UserRow } from '../members/members.repo';
import { challengeExpired, translate } from '../messages/server-messages';
import { inScopeOf, inSite } from '../requests/site';
import type { Origin } from '../security-log/origin';
import { recordSecurity } from '../security-log/security-log';
import { asActor, openSession, revokeSessions } from '../sessions/sessions';
import { type ChallengeRow, takeChallenge } from './admit';
import { beginCeremony, endCeremony, findSetUpSecret, type Holder } from './ceremonies';
import { checkConfirmed } from './confirmation';
import { beginRegistration, verifyRegistration } from './passkeys';
import { secretContextOf } from './prove-factor';
import { renewRecoveryCodes } from './recovery-codes';
import {
  endChallenges,
  insertFactor,
  listFactors,
  type NewFactor,
  setSessionFactor,
  takeStep,
} from './second-factors.repo';
import { getChallenge, lockChallenged, type SecondStepParts } from './second-step';
import { describeTotp, findStep, generateTotpSecret } from './totp';

const setUpMinutes = 15;

type Own = Pick<Actor, 'userId' | 'sessionId'>;

/** A client that may add a factor: a confirmed session, or a sign-in that must set one up. */
interface Adding {
  userId: number;
  holder: Holder;
}

const addingInSession = async (tx: Tx, { userId, sessionId }: Own, origin: Origin): Promise<Adding> => {
  await checkConfirmed(tx, sessionId, origin);
  return { userId, holder: { organizationId: origin.organizationId, sessionId } };
};

const addingInSignIn = ({ user_id, token_hash }: ChallengeRow, { organizationId }: Origin): Adding => ({
  userId: user_id,
  holder: { organizationId, challengeHash: token_hash },
});

const getUser = async (tx: Tx, userId: number): Promise<UserRow> => {
  const user = await findUser(tx, userId);
  if (!user) throw problem.unauthorized();
  return user;
};

/** The secret waits under its random key, so only its client can confirm it. */
const beginTotp = async (
  tx: Tx,
  { box }: SecondStepParts,
  { userId, holder }: Adding,
  { language }: Origin,
): Promise<TotpSetUp> => {
  if (!box.isUsable) throw problem.conflict('CONFLICT', translate(language, 'noTotpHere'));
  const { email } = await getUser(tx, userId);
  const secret = generateTotpSecret();
  const setUp = await beginCeremony(tx, {
    purpose: 'TOTP_SET_UP',
    validMinutes: setUpMinutes,
    secret: (key) => box.seal(secret, key),
    ...holder,
  });
  return { setUp, ...describeTotp(secret, email) };
};

const beginPasskey = async (
  tx: Tx,
  { site }: SecondStepParts,
  { userId, holder }: Adding,
): Promise<PasskeyOptions> => ({
  options: await beginRegistration(tx, site, holder, {
    user: await getUser(tx, userId),
    factors: await listFactors(tx, userId),
  }),
});

/** Secret of an authenticator app of the caller. @throws 403 CONFIRMATION_NEEDED, 409 without a key for secrets */
export const beginOwnTotp = (parts: SecondStepParts, own: Own, origin: Origin): Promise<TotpSetUp> =>
  inScopeOf(parts.db, origin.organizationId, async (tx) =>
    beginTotp(tx, parts, await addingInSession(tx, own, origin), origin),
  );

/** @throws 403 CONFIRMATION_NEEDED */
export const beginOwnPasskey = (parts: SecondStepParts, own: Own, origin: Origin): Promise<PasskeyOptions> =>
  inScopeOf(parts.db, origin.organizationId, async (tx) =>
    beginPasskey(tx, parts, await addingInSession(tx, own, origin)),
  );

/** During a sign-in that must set a factor up. @throws 400 CHALLENGE_EXPIRED */
export const beginFirstTotp = (parts: SecondStepParts, token: string, origin: Origin): Promise<TotpSetUp> =>
  inSite(parts.db, origin.organizationId, async (tx) =>
    beginTotp(tx, parts, addingInSignIn(await getChallenge(tx, token, 'SET_UP', origin), origin), origin),
  );

/** During a sign-in that must set a factor up. @throws 400 CHALLENGE_EXPIRED */
export const beginFirstPasskey = (
  parts: SecondStepParts,
  token: string,
  origin: Origin,
): Promise<PasskeyOptions> =>
  inSite(parts.db, origin.organizationId, async (tx) =>
    beginPasskey(tx, parts, addingInSignIn(await getChallenge(tx, token, 'SET_UP', origin), origin)),
  );

const setUpExpired = ({ language }: Origin) =>
  problem.badRequest('CHALLENGE_EXPIRED', translate(language, 'setUpExpired'));

/** Verifies a new passkey before the transaction that stores it. @throws 400 INVALID_CODE */
const verifyPasskey = async (
  { db, site }: SecondStepParts,
  { holder }: Adding,
  passkey: NewPasskey | undefined,
  origin: Origin,
): Promise<Omit<NewFactor, 'id' | 'user_id' | 'name'> | undefined> => {
  if (!passkey) return undefined;
  const verified = await verifyRegistration({ db, site, holder, log: origin.log }, passkey);
  if (!verified) throw problem.badRequest('INVALID_CODE', translate(origin.language, 'wrongPasskey'));
  return verified;
};

interface Wanted {
  adding: Adding;
  name: string;
  totp: AddFactor['totp'];
  /** Verified. */
  passkey: Awaited<ReturnType<typeof verifyPasskey>>;
}

/** Stores an app whose code is right. The code is used up. @throws 400 */
const insertTotp = async (tx: Tx, { box }: SecondStepParts, id: string, wanted: Wanted, origin: Origin) => {
  const { adding, name, totp } = wanted;
  const key = { purpose: 'TOTP_SET_UP', key: totp?.setUp ?? '', ...adding.holder } as const;
  const sealed = await findSetUpSecret(tx, key);
  if (!totp || !sealed) throw setUpExpired(origin);
  const secret = box.open(sealed, totp.setUp);
  const step = findStep(secret, totp.code);
  if (step === undefined)
    throw problem.badRequest('INVALID_CODE', translate(origin.language, 'wrongSecondStep'));
  if (!(await endCeremony(tx, key))) throw setUpExpired(origin);
  const stored = box.seal(secret, secretContextOf(id));
  await insertFactor(tx, { id, user_id: adding.userId, kind: 'TOTP', name, secret: stored });
  await takeStep(tx, id, step);
};

/** Stores a factor of a locked account. @returns with recovery codes if it is the first one @throws 400, 409 */
const insertNewFactor = async (
  tx: Tx,
  parts: SecondStepParts,
  wanted: Wanted,
  user: UserRow,
  origin: Origin,
): Promise<AddedFactor> => {
  const { name, passkey } = wanted;
  const { language } = origin;
  const present = await listFactors(tx, user.id);
  if (present.length >= limits.factorsPerPersonMax)
    throw problem.conflict('CONFLICT', translate(language, 'tooManyFactors'));
  const id = randomUUID();
  if (!passkey) await insertTotp(tx, parts, id, wanted, origin);
  else if (!(await insertFactor(tx, { id, user_id: user.id, name, ...passkey })))
    throw problem.conflict('CONFLICT', translate(language, 'passkeyTaken'));
  await recordSecurity(tx, asActor(origin, user.id, origin.sessionId), {
    event: 'second-factor.add',
    subject: { type: 'user', id: user.id },
    details: { name, factor: passkey ? 'PASSKEY' : 'TOTP' },
  });
  await queueMail(tx, factorAddedMail({ email: user.email, language }, name));
  return present.length === 0 ? { id, recoveryCodes: await renewRecoveryCodes(tx, user.id) } : { id };
};

/**
 * Adds a factor of the caller. The first one ends the other sessions, which were opened without one, and waiting
 * sign-ins.
 *
 * @throws 400 CHALLENGE_EXPIRED or INVALID_CODE, 403 CONFIRMATION_NEEDED, 409 above the number of factors
 */
export const addOwnFactor = async (
  parts: SecondStepParts,
  own: Own,
  { name, totp, passkey }: AddFactor,
  origin: Origin,
): Promise<AddedFactor> => {
  const { db } = parts;
  const scoped = <T>(work: (tx: Tx) => Promise<T>): Promise<T> => inScopeOf(db, origin.organizationId, work);
  const adding = await scoped((tx) => addingInSession(tx, own, origin));
  const verified = await verifyPasskey(parts, adding, passkey, origin);
  return scoped(async (tx) => {
    const user = await lockUserForChange(tx, own.userId);
    if (!user) throw problem.unauthorized();
    await checkConfirmed(tx, own.sessionId, origin);
    const wanted = { adding, name, totp, passkey: verified };
    const added = await insertNewFactor(tx, parts, wanted, user, origin);
    if (added.recoveryCodes) {
      await endChallenges(tx, user.id);
      const why = { origin, reason: 'second-factor.add', exceptId: own.sessionId } as const;
      await revokeSessions(tx, { user_id: user.id }, why);
    }
    await setSessionFactor(tx, own.sessionId, verified ? 'PASSKEY' : 'TOTP');
    return added;
  });
};

/**
 * Adds the first factor during a sign-in, and opens its session. @throws 400 CHALLENGE_EXPIRED if the account has a
 * factor by now, 400 INVALID_CODE
 */
export const addFirstFactor = async (
  parts: SecondStepParts,
  { challenge: token, name, totp, passkey }: AddFirstFactor,
  origin: Origin,
): Promise<FirstFactorResponse> => {
  const { db, keys } = parts;
  const refuse = () => challengeExpired(origin.language);
  const site = <T>(work: (tx: Tx) => Promise<T>): Promise<T> => inSite(db, origin.organizationId, work);
  const challenge = await site((tx) => getChallenge(tx, token, 'SET_UP', origin));
  const adding = addingInSignIn(challenge, origin);
  const verified = await verifyPasskey(parts, adding, passkey, origin);
  await keys.current();
  return site(async (tx) => {
    const user = await lockChallenged(tx, challenge, origin, lockUserForChange);
    const added = await insertNewFactor(tx, parts, { adding, name, totp, passkey: verified }, user, origin);
    // Somebody who knows the password must not add a factor beside the owner's.
    if (!added.recoveryCodes || !(await takeChallenge(tx, challenge))) throw refuse();
    await endChallenges(tx, user.id);
    const owner = asActor(origin, user.id);
    await revokeSessions(tx, { user_id: user.id }, { origin: owner, reason: 'second-factor.add' });
    const { by, session_id: sessionId } = challenge;
    const factor = verified ? 'PASSKEY' : 'TOTP';
    const session = await openSession(tx, keys, { user, origin, by, factor, sessionId, refuse });
    return { ...session, recoveryCodes: added.recoveryCodes };
  });
};
