import { type Account, type ChangeAccount, type Language, presentName } from '@obieg/contracts';
import {
  type Actor,
  type Database,
  problem,
  type Tx,
  withEveryOrganization,
  withTransaction,
} from '@obieg/service-kit';
import { fillNextNames } from '../members/fill-name-skeletons';
import { findUser, lockUserForChange, recordUserChanged, type UserRow } from '../members/members.repo';
import { skeletonColumns } from '../members/name-skeletons';
import { isNameTakenIn, isUsernameTaken, lockNames } from '../members/names.repo';
import { refreshShownNames } from '../members/shown-names';
import { translate } from '../messages/server-messages';
import { isProviderSession } from '../provider-rules/provider-session';
import { inScopeOf } from '../requests/site';
import type { Origin } from '../security-log/origin';
import { recordSecurity } from '../security-log/security-log';

const present = ({ username, display_name, email, password_hash, language }: UserRow): Account => ({
  username,
  displayName: presentName(display_name ?? username, true),
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

/** @throws 412 if the names are no longer those that the caller has seen */
const checkExpected = (present: Account, { expected }: ChangeAccount): void => {
  if (!expected) return;
  if (expected.username !== present.username || expected.displayName !== present.displayName)
    throw problem.preconditionFailed();
};

/** @throws 422 if another account has a username that looks equal, or another member such a name */
const checkNames = async (
  tx: Tx,
  before: UserRow,
  { username, displayName }: ChangeAccount,
  language: Language,
): Promise<void> => {
  const organizationIds: number[] = await tx('memberships')
    .where({ user_id: before.id })
    .whereRaw('cardinality(roles) > 0')
    .pluck('organization_id');
  const isTaken = (name: string) => isNameTakenIn(tx, organizationIds, { name, ownId: before.id });
  if (
    username !== before.username &&
    ((await isUsernameTaken(tx, username, before.id)) || (await isTaken(username)))
  )
    throw problem.validation([{ field: 'username', message: translate(language, 'usernameTaken') }]);
  const isChosen = displayName !== username && displayName !== before.display_name;
  if (isChosen && (await isTaken(displayName)))
    throw problem.validation([{ field: 'displayName', message: translate(language, 'displayNameTaken') }]);
};

/**
 * Changes the names of the caller. Runs in every organization, because the names must be unique in each organization of
 * the caller. @throws 422
 */
export const changeOwnAccount = async (
  db: Database,
  userId: number,
  change: ChangeAccount,
  origin: Origin,
): Promise<Account> => {
  await fillNextNames(db);
  const { username, displayName } = change;
  const names = { username, display_name: displayName === username ? null : displayName };
  return withEveryOrganization(db, async (tx) => {
    const before = await lockUserForChange(tx, userId);
    if (!before) throw problem.unauthorized();
    checkExpected(present(before), change);
    await lockNames(tx, [username, displayName]);
    await checkNames(tx, before, change, origin.language);
    const { username_skeleton, ...columns } = skeletonColumns(names);
    const [user] = await tx<UserRow>('users')
      .where({ id: userId })
      // Without a new username, an older account can still have this one.
      .update({ ...names, ...columns, ...(username === before.username ? {} : { username_skeleton }) })
      .returning('*');
    if (!user) throw problem.unauthorized();
    recordUserChanged(tx, user, origin.traceparent);
    await refreshShownNames(tx, user, origin.traceparent);
    await recordSecurity(tx, origin, { event: 'account.change', subject: { type: 'user', id: userId } });
    return present(user);
  });
};

/**
 * Keeps the language for the caller's mails. A call with the present language writes nothing, nor does a session from an
 * identity provider: the language is that of the account in all organizations.
 */
export const changeOwnLanguage = (
  db: Database,
  { userId, sessionId }: Pick<Actor, 'userId' | 'sessionId'>,
  language: Language,
  { organizationId, traceparent }: Origin,
): Promise<Account> =>
  inScopeOf(db, organizationId, async (tx) => {
    const before = await lockUserForChange(tx, userId);
    if (!before) throw problem.unauthorized();
    if (before.language === language || (await isProviderSession(tx, sessionId))) return present(before);
    await tx('users').where({ id: userId }).update({ language });
    const user = { ...before, language };
    recordUserChanged(tx, user, traceparent);
    return present(user);
  });
