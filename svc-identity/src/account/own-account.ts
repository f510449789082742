import type { Account, ChangeAccount, Language } from '@obieg/contracts';
import { type Database, problem, withTransaction } from '@obieg/service-kit';
import {
  findUser,
  isUsernameTaken,
  lockUserForChange,
  recordUserChanged,
  type UserRow,
} from '../members/members.repo';
import { translate } from '../messages/server-messages';
import { inScopeOf } from '../organizations/site';
import type { Origin } from '../security-log/origin';
import { recordSecurity } from '../security-log/security-log';

const present = ({ username, display_name, email, password_hash, language }: UserRow): Account => ({
  username,
  displayName: display_name ?? username,
  email,
  hasPassword: password_hash !== null,
  language,
});

/** @throws 401 if the account was deleted meanwhile */
export const getOwnAccount = async (db: Database, userId: number): Promise<Account> => {
  const user = await withTransaction(db, (tx) => findUser(tx, userId));
  if (!user) throw problem.unauthorized();
  return present(user);
};

/** Changes the names of the caller. @throws 422 if the username is taken */
export const changeOwnAccount = (
  db: Database,
  userId: number,
  { username, displayName }: ChangeAccount,
  origin: Origin,
): Promise<Account> =>
  inScopeOf(db, origin.organizationId, async (tx) => {
    const before = await lockUserForChange(tx, userId);
    if (!before) throw problem.unauthorized();
    if (before.username !== username && (await isUsernameTaken(tx, username, userId)))
      throw problem.validation([{ field: 'username', message: translate(origin.language, 'usernameTaken') }]);
    const [user] = await tx<UserRow>('users')
      .where({ id: userId })
      .update({ username, display_name: displayName === username ? null : displayName })
      .returning('*');
    if (!user) throw problem.unauthorized();
    recordUserChanged(tx, user, origin.traceparent);
    await recordSecurity(tx, origin, { event: 'account.change', subject: { type: 'user', id: userId } });
    return present(user);
  });

/** Keeps the language for the caller's mails. A call with the present language writes nothing. */
export const changeOwnLanguage = (
  db: Database,
  userId: number,
  language: Language,
  { organizationId, traceparent }: Origin,
): Promise<Account> =>
  inScopeOf(db, organizationId, async (tx) => {
    const before = await lockUserForChange(tx, userId);
    if (!before) throw problem.unauthorized();
    if (before.language === language) return present(before);
    await tx('users').where({ id: userId }).update({ language });
    const user = { ...before, language };
    recordUserChanged(tx, user, traceparent);
    return present(user);
  });
