import type { PasskeyAssertion, SecondStepMethod } from '@obieg/contracts';
import type { Database, SecretBox, Tx } from '@obieg/service-kit';
import type { Origin } from '../security-log/origin';
import type { Holder } from './ceremonies';
import { type PasskeySite, verifyAssertion } from './passkeys';
import { takeRecoveryCode } from './recovery-codes';
import { type FactorRow, findPasskey, listFactors, takeSignCount, takeStep } from './second-factors.repo';
import { findStep } from './totp';

/** Binds an encrypted secret to its factor. */
export const secretContextOf = (factorId: string): string => `second-factor:${factorId}`;

const proveTotp = async (tx: Tx, box: SecretBox, userId: number, code: string): Promise<boolean> => {
  for (const { id, secret } of await listFactors(tx, userId)) {
    if (secret === null) continue;
    const step = findStep(box.open(secret, secretContextOf(id)), code);
    if (step !== undefined && (await takeStep(tx, id, step))) return true;
  }
  return false;
};

export interface PasskeyParts {
  db: Database;
  site: PasskeySite;
}

export interface ProvenPasskey {
  passkey: FactorRow;
  count: number;
  isBackedUp: boolean;
}

/**
 * Verifies the use of a passkey and uses up its challenge, before the transaction that relies on it.
 *
 * @returns undefined for a passkey that is unknown, of another account than `userId`, or refused
 */
export const provePasskey = async (
  { db, site }: PasskeyParts,
  purpose: Parameters<typeof verifyAssertion>[1],
  { assertion, holder, userId }: { assertion: PasskeyAssertion; holder: Holder; userId?: number },
  { log }: Origin,
): Promise<ProvenPasskey | undefined> => {
  const passkey = await findPasskey(db.knex, Buffer.from(assertion.id, 'base64url'));
  if (!passkey || (userId !== undefined && passkey.user_id !== userId)) return undefined;
  const verified = await verifyAssertion({ db, site, holder, log }, purpose, assertion, passkey);
  return verified && { passkey, ...verified };
};

/** Records the use. @returns false if the passkey was removed or used meanwhile */
export const takePasskey = (tx: Tx, { passkey, ...use }: ProvenPasskey): Promise<boolean> =>
  takeSignCount(tx, passkey.id, use);

export interface Proof {
  code?: string | undefined;
  recoveryCode?: string | undefined;
  passkey?: ProvenPasskey | undefined;
}

/** Uses up a proof. @returns the kind of factor; undefined for a wrong, used or removed one */
export const takeProof = async (
  tx: Tx,
  box: SecretBox,
  userId: number,
  { code, recoveryCode, passkey }: Proof,
): Promise<SecondStepMethod | undefined> => {
  if (passkey) return (await takePasskey(tx, passkey)) ? 'PASSKEY' : undefined;
  if (recoveryCode !== undefined)
    return (await takeRecoveryCode(tx, userId, recoveryCode)) ? 'RECOVERY_CODE' : undefined;
  return code !== undefined && (await proveTotp(tx, box, userId, code)) ? 'TOTP' : undefined;
};
