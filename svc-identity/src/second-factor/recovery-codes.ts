import { createHash, randomInt } from 'node:crypto';
import { recoveryCodeAlphabet, recoveryCodesMax } from '@obieg/contracts';
import type { Tx } from '@obieg/service-kit';

const groups = 4;
const groupLength = 4;

/** Generates 16 characters of 31, which are 79 bits: too many to try against a stolen hash. */
const generateCode = (): string =>
  Array.from({ length: groups }, () =>
    Array.from(
      { length: groupLength },
      () => recoveryCodeAlphabet[randomInt(recoveryCodeAlphabet.length)],
    ).join(''),
  ).join('-');

const hashCode = (userId: number, code: string): Buffer =>
  createHash('sha256')
    .update(`${userId}:${code.replaceAll('-', '')}`)
    .digest();

/** Replaces the recovery codes of an account. @returns the new ones, which are not stored */
export const renewRecoveryCodes = async (tx: Tx, userId: number): Promise<string[]> => {
  const codes = Array.from({ length: recoveryCodesMax }, generateCode);
  await tx('recovery_codes').where({ user_id: userId }).delete();
  await tx('recovery_codes').insert(
    codes.map((code) => ({ user_id: userId, code_hash: hashCode(userId, code) })),
  );
  return codes;
};

/** Uses up a recovery code. Of concurrent uses, one succeeds. @param code without hyphens, in lower case */
export const takeRecoveryCode = async (tx: Tx, userId: number, code: string): Promise<boolean> =>
  (await tx('recovery_codes')
    .where({ user_id: userId, code_hash: hashCode(userId, code) })
    .delete()) > 0;

export const countRecoveryCodes = async (tx: Tx, userId: number): Promise<number> =>
  (await tx('recovery_codes').where({ user_id: userId }).pluck('code_hash')).length;
