import type { FactorKind } from '@obieg/contracts';
import type { Tx } from '@obieg/service-kit';

export interface FactorRow {
  id: string;
  user_id: number;
  kind: FactorKind;
  name: string;
  created_at: Date;
  last_used_at: Date | null;
  /** Of an authenticator app, encrypted. */
  secret: Buffer | null;
  last_step: number | null;
  /** Of a passkey. */
  credential_id: Buffer | null;
  public_key: Buffer | null;
  sign_count: number;
  transports: string[];
  is_backup_eligible: boolean;
  is_backed_up: boolean;
}

export type NewFactor = Pick<FactorRow, 'id' | 'user_id' | 'kind' | 'name'> & Partial<FactorRow>;

const factors = (tx: Tx) => tx<FactorRow>('second_factors');

export const listFactors = (tx: Tx, userId: number): Promise<FactorRow[]> =>
  factors(tx).where({ user_id: userId }).orderBy('created_at').orderBy('id');

export const hasSecondFactor = async (tx: Tx, userId: number): Promise<boolean> =>
  (await factors(tx).where({ user_id: userId }).first('id')) !== undefined;

/** Of these accounts, those with a second factor. */
export const listUsersWithFactor = async (tx: Tx, userIds: readonly number[]): Promise<number[]> =>
  factors(tx)
    .whereIn('user_id', [...userIds])
    .distinct()
    .pluck('user_id');

export const findPasskey = (tx: Tx, credentialId: Buffer): Promise<FactorRow | undefined> =>
  factors(tx).where({ credential_id: credentialId }).first();

/** @returns false if the passkey is registered already */
export const insertFactor = async (tx: Tx, factor: NewFactor): Promise<boolean> =>
  (await factors(tx).insert(factor).onConflict('credential_id').ignore().returning('id')).length > 0;

/** Accepts a time step once. @returns false if a code of this or a later step was accepted before */
export const takeStep = async (tx: Tx, id: string, step: number): Promise<boolean> =>
  (await factors(tx)
    .where({ id })
    .whereRaw('coalesce(last_step, -1) < ?', [step])
    .update({ last_step: step, last_used_at: tx.fn.now() })) > 0;

/**
 * Records the use of a passkey. A counter that does not grow means a copy of the authenticator, or a concurrent use;
 * one that stays 0 means an authenticator without counter.
 */
export const takeSignCount = async (
  tx: Tx,
  id: string,
  { count, isBackedUp }: { count: number; isBackedUp: boolean },
): Promise<boolean> =>
  (await factors(tx)
    .where({ id })
    .whereRaw('(sign_count < ? or (sign_count = 0 and ? = 0))', [count, count])
    .update({ sign_count: count, is_backed_up: isBackedUp, last_used_at: tx.fn.now() })) > 0;

export const renameFactor = async (tx: Tx, userId: number, id: string, name: string): Promise<boolean> =>
  (await factors(tx).where({ id, user_id: userId }).update({ name })) > 0;

export const deleteFactor = async (tx: Tx, userId: number, id: string): Promise<FactorRow | undefined> =>
  (await factors(tx).where({ id, user_id: userId }).delete().returning('*'))[0];

/** Marks the session as opened with a factor, which its person has just proved. */
export const setSessionFactor = async (tx: Tx, sessionId: string, factor: FactorKind): Promise<void> => {
  await tx('sessions').where({ id: sessionId }).update({ factor });
};

/** Ends everything that relies on the present factors: waiting sign-ins and begun set-ups of other sessions. */
export const endChallenges = async (tx: Tx, userId: number): Promise<void> => {
  await tx('sign_in_challenges').where({ user_id: userId }).delete();
};

/** Deletes all factors and recovery codes of an account. @returns the number of factors */
export const deleteAllFactors = async (tx: Tx, userId: number): Promise<number> => {
  await endChallenges(tx, userId);
  await tx('recovery_codes').where({ user_id: userId }).delete();
  return factors(tx).where({ user_id: userId }).delete();
};
