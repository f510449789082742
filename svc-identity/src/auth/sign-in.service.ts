import type { AuthResponse, LoginMethods } from '@obieg/contracts';
import { type Database, problem, type Tx, withOrganization, withTransaction } from '@obieg/service-kit';
import type { SigningKeys } from '../keys/signing-keys';
import { findMembership, findUser, findUserByLogin, type UserRow } from '../members/members.repo';
import { checkPassword } from './passwords';
import { openSession } from './sessions';

const failuresAllowed = 10;
const windowMinutes = 15;

interface Attempt {
  login: string;
  password: string;
  ip: string;
  organizationId: number | undefined;
}

/** In the organization of the address, or in none on the main domain. */
export const inSite = <T>(
  db: Database,
  organizationId: number | undefined,
  work: (tx: Tx) => Promise<T>,
): Promise<T> =>
  organizationId === undefined ? withTransaction(db, work) : withOrganization(db, organizationId, work);

/** The user as this address knows them: on an organization's address only its members and super administrators exist. */
export const findUserHere = async (
  tx: Tx,
  login: string,
  organizationId: number | undefined,
): Promise<UserRow | undefined> => {
  const user = await findUserByLogin(tx, login);
  if (!user || user.is_super_admin || organizationId === undefined) return user;
  const membership = await findMembership(tx, organizationId, user.id);
  return membership && membership.roles.length > 0 ? user : undefined;
};

/**
 * Takes one of the account's tries from this address before the password is looked at, so that parallel guesses count
 * too. A successful sign-in gives all of them back. Names the account by what it was called with, so that unknown
 * accounts are limited alike.
 */
const takeTry = async (db: Database, account: string, address: string): Promise<void> => {
  const count = await withTransaction(db, async (tx) => {
    await tx.raw('select pg_advisory_xact_lock(hashtextextended(?, 0))', [`${account}|${address}`]);
    await tx('sign_in_failures')
      .where('failed_at', '<', tx.raw(`now() - interval '${windowMinutes} minutes'`))
      .where({ account, address })
      .delete();
    const [row] = await tx('sign_in_failures')
      .where({ account, address })
      .count<{ count: number }[]>('* as count');
    const failures = row?.count ?? 0;
    if (failures < failuresAllowed) await tx('sign_in_failures').insert({ account, address });
    return failures;
  });
  if (count >= failuresAllowed) throw problem.tooMany(windowMinutes * 60);
};

export const createSignIn = (db: Database, keys: SigningKeys) => ({
  /** Signs in by e-mail or username; every failure is the same 401 after the same work (spec 1 §8). */
  signIn: async ({ login, password, ip, organizationId }: Attempt): Promise<AuthResponse> => {
    const account = `${organizationId ?? '-'}:${login.toLowerCase()}`;
    await takeTry(db, account, ip);
    const user = await inSite(db, organizationId, (tx) => findUserHere(tx, login, organizationId));
    const isRight = await checkPassword(user?.password_hash, password);
    if (!user || !isRight) throw problem.unauthorized('Invalid email or password');
    await keys.current();
    return inSite(db, organizationId, async (tx) => {
      await tx('sign_in_failures').where({ account, address: ip }).delete();
      return openSession(tx, keys, user, organizationId);
    });
  },

  /** What the first step of /login asks (spec 1 §7). */
  checkLoginMethods: (login: string, organizationId: number | undefined): Promise<LoginMethods> =>
    inSite(db, organizationId, async (tx) => {
      const user = await findUserHere(tx, login, organizationId);
      return { userExists: user !== undefined, hasPassword: typeof user?.password_hash === 'string' };
    }),

  getUser: (userId: number): Promise<UserRow> =>
    withTransaction(db, async (tx) => {
      const user = await findUser(tx, userId);
      if (!user) throw problem.unauthorized();
      return user;
    }),
});
