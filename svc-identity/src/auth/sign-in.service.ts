import type { LoginMethods, SignInResponse } from '@obieg/contracts';
import { type Database, problem, type Tx, toLimitKey, withTransaction } from '@obieg/service-kit';
import { returnAttempts, takeAttempt } from '../credentials/attempts';
import { checkPassword } from '../credentials/passwords';
import { findUser, lockUser, type UserRow, whereNamed } from '../members/members.repo';
import { tooManyAttempts, translate } from '../messages/server-messages';
import { findProviderOfAddress } from '../provider-rules/required-provider';
import { inSite } from '../requests/site';
import { admit, type SecondFactorParts } from '../second-factor/admit';
import { maskLogin } from '../security-log/mask';
import type { Origin } from '../security-log/origin';
import { recordRefusal, type SecurityEntry } from '../security-log/security-log';

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

const refusedSignIn = (user: UserRow | undefined, login: string, reason: string): SecurityEntry => ({
  event: 'sign-in',
  subject: user && { type: 'user', id: user.id },
  details: { reason, login: maskLogin(login) },
});

export const createSignIn = (db: Database, parts: SecondFactorParts) => ({
  /**
   * Signs in by e-mail or username, or answers with the second step. Every failure is the same 401 after the same work,
   * whether or not the account has a second factor (spec 1 §8). @throws 429
   */
  signIn: async (
    login: string,
    password: string,
    origin: Origin & { ip: string },
  ): Promise<SignInResponse> => {
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
    await parts.keys.current();
    const answer = await inSite(db, organizationId, async (tx) => {
      // Another password may have been set during hashing.
      if ((await lockUser(tx, user.id))?.password_hash !== user.password_hash) return undefined;
      await returnAttempts(tx, tries);
      return admit(tx, parts, { user, origin, by: 'password', factor: null, refuse: wrongPassword });
    });
    if (!answer) throw await refuse('wrong-password');
    return answer;
  },

  /** First step of /login (spec 1 §7). */
  checkLoginMethods: (login: string, organizationId: number | undefined): Promise<LoginMethods> =>
    inSite(db, organizationId, async (tx) => {
      const user = await findUserAtAddress(tx, login, organizationId);
      // Of the typed domain, so that the answer does not tell which accounts exist.
      const found = await findProviderOfAddress(tx, organizationId, user?.email ?? login);
      return {
        userExists: user !== undefined,
        hasPassword: typeof user?.password_hash === 'string',
        ...(found ? { provider: { id: found.id, name: found.name, isRequired: found.is_required } } : {}),
      };
    }),

  getUser: (userId: number): Promise<UserRow> =>
    withTransaction(db, async (tx) => {
      const user = await findUser(tx, userId);
      if (!user) throw problem.unauthorized();
      return user;
    }),
});
