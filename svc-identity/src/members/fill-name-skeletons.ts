import { isPlainName, presentName } from '@obieg/contracts';
import {
  createWorkerLoop,
  type Database,
  type Logger,
  type Tx,
  withEveryOrganization,
} from '@obieg/service-kit';
import { recordUserChanged, type UserRow } from './members.repo';
import { skeletonColumns } from './name-skeletons';
import { refreshShownNames } from './shown-names';

const batchSize = 200;

/** The plain form of a display name that was accepted before names had to be plain; null if nothing is left. */
const toPlainDisplayName = (name: string | null): string | null => {
  if (name === null || isPlainName(name)) return name;
  const plain = presentName(name, true);
  return isPlainName(plain) ? plain : null;
};

interface Missing {
  user: UserRow;
  display_name: string | null;
  columns: ReturnType<typeof skeletonColumns>;
}

const computeMissing = (user: UserRow): Missing => {
  const display_name = toPlainDisplayName(user.display_name);
  return { user, display_name, columns: skeletonColumns({ ...user, display_name }) };
};

const fillUser = async (tx: Tx, { user, display_name, columns }: Missing): Promise<void> => {
  const older = await tx('users').where({ username_skeleton: columns.username_skeleton }).first('id');
  const [filled] = await tx<UserRow>('users')
    .where({ id: user.id })
    .update({ ...columns, display_name, ...(older ? { username_skeleton: null } : {}) })
    .returning('*');
  if (!filled) return;
  if (display_name !== user.display_name) recordUserChanged(tx, filled);
  await refreshShownNames(tx, filled);
};

const skeletonsOfAll = (missing: readonly Missing[]): string[] =>
  missing.flatMap(({ columns }) => [
    ...new Set([...columns.username_skeletons, ...columns.display_skeletons]),
  ]);

/** Returns the forms that more than one account has. */
const listShared = async (tx: Tx, missing: readonly Missing[]): Promise<Set<string>> => {
  const all = skeletonsOfAll(missing);
  const { rows } = await tx.raw<{ rows: { skeleton: string }[] }>(
    `select skeleton from unnest(cast(? as text[])) skeleton
      where exists (select 1 from users
        where username_skeletons && array[skeleton] or display_skeletons && array[skeleton])`,
    [[...new Set(all)]],
  );
  const seen = new Set<string>();
  const repeated = all.filter((skeleton) => seen.size === seen.add(skeleton).size);
  return new Set([...repeated, ...rows.map(({ skeleton }) => skeleton)]);
};

/** Fills the accounts with unique names, in one statement. */
const fillTogether = async (tx: Tx, missing: readonly Missing[]): Promise<void> => {
  const rows = missing.map(({ user: { id }, columns }) => ({ id, ...columns }));
  await tx.raw(
    `update users u set username_skeleton = f.username_skeleton, username_skeletons = f.username_skeletons,
            display_skeletons = f.display_skeletons
       from jsonb_to_recordset(cast(? as jsonb))
         as f(id bigint, username_skeleton text, username_skeletons text[], display_skeletons text[])
      where u.id = f.id`,
    [JSON.stringify(rows)],
  );
};

/**
 * Computes what is missing of the oldest such accounts. Costs one look-up in an empty index if nothing is missing, so
 * that each claim of a name can call it. Names are unique in each organization of a person, which is why it needs all
 * organizations. @returns the number of accounts
 */
export const fillNextNames = (db: Database): Promise<number> =>
  withEveryOrganization(db, async (tx) => {
    const users = await tx<UserRow>('users')
      .whereNull('username_skeletons')
      .orderBy('id')
      .limit(batchSize)
      .forNoKeyUpdate();
    if (users.length === 0) return 0;
    const missing = users.map(computeMissing);
    const shared = await listShared(tx, missing);
    const isSimple = ({ user, display_name, columns }: Missing): boolean =>
      display_name === user.display_name &&
      (!user.username.includes('@') || user.username === user.email) &&
      ![...columns.username_skeletons, ...columns.display_skeletons].some((one) => shared.has(one));
    await fillTogether(tx, missing.filter(isSimple));
    // One by one, because the oldest account keeps a name.
    for (const one of missing.filter((candidate) => !isSimple(candidate))) await fillUser(tx, one);
    return users.length;
  });

/**
 * Computes what is missing of all accounts that an earlier release created or renamed. The oldest account keeps a name
 * that several have.
 */
export const fillNameSkeletons = async (db: Database): Promise<void> => {
  while ((await fillNextNames(db)) === batchSize) {
    // Repeat until no row is left.
  }
};

const intervalMs = 60_000;

/** Fills at start and every minute, because processes of an earlier release run meanwhile. */
export const createNameFiller = (db: Database, log: Logger) =>
  createWorkerLoop({
    intervalMs,
    log,
    failureMessage: 'cannot compare names',
    round: () => fillNameSkeletons(db),
  });
