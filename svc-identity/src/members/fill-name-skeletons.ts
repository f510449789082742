import { isPlainName, presentName } from '@obieg/contracts';
import { type Database, type Logger, type Tx, withEveryOrganization } from '@obieg/service-kit';
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

const fillUser = async (tx: Tx, user: UserRow): Promise<void> => {
  const display_name = toPlainDisplayName(user.display_name);
  const columns = skeletonColumns({ ...user, display_name });
  const older = await tx('users').where({ username_skeleton: columns.username_skeleton }).first('id');
  const [filled] = await tx<UserRow>('users')
    .where({ id: user.id })
    .update({ ...columns, display_name, ...(older ? { username_skeleton: null } : {}) })
    .returning('*');
  if (!filled) return;
  if (display_name !== user.display_name) recordUserChanged(tx, filled);
  await refreshShownNames(tx, filled);
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
    for (const user of users) await fillUser(tx, user);
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
export const createNameFiller = (db: Database, log: Logger) => {
  let timer: NodeJS.Timeout | undefined;
  const fill = (): void => {
    fillNameSkeletons(db).catch((error: unknown) => log.warn({ err: error }, 'cannot compare names'));
  };
  return {
    start: (): void => {
      fill();
      timer = setInterval(fill, intervalMs);
    },
    stop: (): void => clearInterval(timer),
  };
};
