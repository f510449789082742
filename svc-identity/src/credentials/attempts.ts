import type { Tx } from '@obieg/service-kit';
import { type Budget, hourSeconds, secondsUntilNext } from '../requests/budget';

const failures: Budget = { table: 'sign_in_failures', at: 'failed_at', times: 10, windowSeconds: 15 * 60 };

export interface Tries {
  /** The typed name. The caller learns of its limit, so that unknown accounts are limited equally. */
  typed: string;
  /** The account behind any of its names. Its limit is never revealed. */
  account: string;
  /** Client address; for IPv6 the network, because a customer has too many addresses to count. */
  from: string;
}

/**
 * Takes one attempt before the password is checked, so that parallel guesses count. A successful sign-in returns
 * them. @returns `mayTry` is false if the account's limit is reached through its other names; `waitSeconds` is set if
 * the typed name's limit is reached
 */
export const takeAttempt = async (
  tx: Tx,
  { typed, account, from }: Tries,
): Promise<{ mayTry: boolean; waitSeconds?: number }> => {
  const names = [...new Set([typed, account])].sort();
  for (const name of names)
    await tx.raw('select pg_advisory_xact_lock(hashtextextended(?, 0))', [`${name}|${from}`]);
  const waitSeconds = await secondsUntilNext(tx, failures, { account: typed, address: from });
  const accountWaitSeconds = await secondsUntilNext(tx, failures, { account, address: from });
  if (waitSeconds > 0) return { mayTry: false, waitSeconds };
  await tx('sign_in_failures').insert(names.map((name) => ({ account: name, address: from })));
  return { mayTry: accountWaitSeconds === 0 };
};

/** Returns the attempts after a right password. */
export const returnAttempts = async (tx: Tx, { typed, account, from }: Tries): Promise<void> => {
  await tx('sign_in_failures').whereIn('account', [typed, account]).where({ address: from }).delete();
};

/** Of one account, from all addresses: six digits are few, so a botnet must not get more tries than one client. */
const secondSteps: Budget = { ...failures, windowSeconds: hourSeconds };
/** Of one address, over all accounts. An office can share an address. */
const secondStepsOfAddress: Budget = { ...failures, times: 60 };
const anyAddress = '*';
const anyAccount = 'second-step';
const secondStepsOf = (userId: number): string => `second-step#${userId}`;

/**
 * Takes one attempt at a second step before the code is checked, so that parallel guesses count. Only a client that
 * passed the first step gets here, so the limit locks nobody out who keeps the password secret.
 *
 * @returns `waitSeconds` is 0 if the client may try; `isLast` if it may not try again
 */
export const takeSecondStepAttempt = async (
  tx: Tx,
  userId: number,
  from: string,
): Promise<{ waitSeconds: number; isLast: boolean }> => {
  const account = secondStepsOf(userId);
  for (const name of [account, `${anyAccount}|${from}`])
    await tx.raw('select pg_advisory_xact_lock(hashtextextended(?, 0))', [name]);
  const ofAccount = { account, address: anyAddress };
  const ofAddress = { account: anyAccount, address: from };
  const waitSeconds = Math.max(
    await secondsUntilNext(tx, secondSteps, ofAccount),
    await secondsUntilNext(tx, secondStepsOfAddress, ofAddress),
  );
  if (waitSeconds > 0) return { waitSeconds, isLast: false };
  await tx('sign_in_failures').insert([ofAccount, ofAddress]);
  return { waitSeconds: 0, isLast: (await secondsUntilNext(tx, secondSteps, ofAccount)) > 0 };
};

/** Returns the attempts of the account after a right code. */
export const returnSecondStepAttempts = async (tx: Tx, userId: number): Promise<void> => {
  await tx('sign_in_failures')
    .where({ account: secondStepsOf(userId), address: anyAddress })
    .delete();
};
