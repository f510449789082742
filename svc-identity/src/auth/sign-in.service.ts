import type { AuthResponse, LoginMethods } from '@obieg/contracts';
import { type Database, problem, type Tx, toLimitKey, withTransaction } from '@obieg/service-kit';
import { checkPassword } from '../credentials/passwords';
import type { SigningKeys } from '../keys/signing-keys';
import { findUser, lockUser, type UserRow, whereNamed } from '../members/members.repo';
import { tooManyAttempts, translate } from '../messages/server-messages';
import { type Budget, secondsUntilNext } from '../requests/budget';
import { inSite } from '../requests/site';
import { maskLogin } from '../security-log/mask';
import type { Origin } from '../security-log/origin';
import { recordRefusal, type SecurityEntry } from '../security-log/security-log';
import { openSession } from '../sessions/sessions';

const failures: Budget = { table: 'sign_in_failures', at: 'failed_at', times: 10, windowSeconds: 15 * 60 };

/**
 * Finds the user on this address, with one query for known and unknown names. On an organization's address, only its
 * members and super administrators exist. Integrations, which cannot sign in, exist nowhere.
 */
export const findUserAtAddress = (
  tx: Tx,
  login: string,
  organizationId: number | undefined,
): Promise<UserRow | undefined> => {
  const query = whereNamed(tx('users as u'), login).where('u.is_integration', false);
  if (organizationId !== undefined) {
    query
      .leftJoin('memberships as m', (join) =>
        join.on('m.user_id', 'u.id').andOnVal('m.organization_id', organizationId),
      )
      .whereRaw('(u.is_super_admin or cardinality(m.roles) > 0)');
  }
  return query.first<UserRow | undefined>('u.*');
};

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

const refusedSignIn = (user: UserRow | undefined, login: string, reason: string): SecurityEntry => ({
  event: 'sign-in',
  subject: user && { type: 'user', id: user.id },
  details: { reason, login: maskLogin(login) },
});

export const createSignIn = (db: Database, keys: SigningKeys) => ({
  /** Signs in by e-mail or username. Every failure is the same 401 after the same work (spec 1 §8). @throws 429 */
  signIn: async (login: string, password: string, origin: Origin & { ip: string }): Promise<AuthResponse> => {
    const { organizationId, language } = origin;
    const from = toLimitKey(origin.ip);
    const wrongPassword = () => problem.unauthorized(translate(language, 'wrongPassword'));
    const { user, tries, mayTry, waitSeconds } = await inSite(db, organizationId, async (tx) => {
      const found = await findUserAtAddress(tx, login, organizationId);
      const typed = login.toLowerCase();
      const tried = { typed, account: `#${found?.id ?? typed}`, from };
      return { user: found, tries: tried, ...(await takeAttempt(tx, tried)) };
    });
    if (waitSeconds !== undefined) {
      await recordRefusal(db, origin, refusedSignIn(user, login, 'rate-limited'));
      throw tooManyAttempts(language, waitSeconds);
    }
    const refuse = async (reason: string): Promise<Error> => {
      await recordRefusal(db, origin, refusedSignIn(user, login, reason));
      return wrongPassword();
    };
    const isRight = await checkPassword(user?.password_hash, password);
    if (!user || !isRight || !mayTry) throw await refuse(mayTry ? 'wrong-password' : 'account-rate-limited');
    await keys.current();
    const answer = await inSite(db, organizationId, async (tx) => {
      // Another password may have been set during hashing.
      if ((await lockUser(tx, user.id))?.password_hash !== user.password_hash) return undefined;
      await returnAttempts(tx, tries);
      return openSession(tx, keys, { user, origin, by: 'password', refuse: wrongPassword });
    });
    if (!answer) throw await refuse('wrong-password');
    return answer;
  },

  /** First step of /login (spec 1 §7). */
  checkLoginMethods: (login: string, organizationId: number | undefined): Promise<LoginMethods> =>
    inSite(db, organizationId, async (tx) => {
      const user = await findUserAtAddress(tx, login, organizationId);
      return { userExists: user !== undefined, hasPassword: typeof user?.password_hash === 'string' };
    }),

  getUser: (userId: number): Promise<UserRow> =>
    withTransaction(db, async (tx) => {
      const user = await findUser(tx, userId);
      if (!user) throw problem.unauthorized();
      return user;
    }),
});
