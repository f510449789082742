import {
  type BatchLane,
  createBatchLane,
  type Database,
  isOutage,
  type Logger,
  type Queue,
  setAside,
  type Tx,
  withEveryOrganization,
  withOrganization,
} from '@obieg/service-kit';
import { indexChanges, type TextChange } from './index-tasks';

export const searchQueue: Queue = {
  name: 'search',
  table: 'search_changes',
  // The backfill waits for as long as it takes.
  oldest:
    'select min(queued_at) from (select queued_at from search_changes where not is_backfill limit 10000) waiting',
};

/** Changes of one transaction, which share the lock and the commit. */
const batchSize = 200;

export const createSearchLane = (): BatchLane => createBatchLane(batchSize);
/** A search with fewer queued changes indexes them. Otherwise they wait for the indexer. */
export const searchedChangesMax = 20;
/** A search does not wait longer for the indexer. */
const lockTimeoutMs = 500;

/** First key of the advisory lock that lets one transaction index an organization. The number is arbitrary. */
const indexingLock = 7_310_016;

const lockIndex = async (tx: Tx, organizationId: number, call: string): Promise<boolean> => {
  const { rows } = await tx.raw<{ rows: { locked: unknown }[] }>(
    `select ${call}(:indexingLock, cast(:organizationId % 2147483647 as int)) as locked`,
    { indexingLock, organizationId },
  );
  return rows[0]?.locked !== false;
};

interface QueuedChange extends TextChange {
  id: number;
}

const selectChanges = 'select id, task_id as "taskId", comment_id as "commentId" from search_changes';

/** Indexes the changes and removes them from the queue. A change that commits meanwhile has its own row, which stays. */
const indexAndRemove = async (tx: Tx, changes: readonly QueuedChange[]): Promise<void> => {
  await indexChanges(tx, changes);
  await tx.raw('delete from search_changes where is_backfill in (true, false) and id = any(:ids)', {
    ids: changes.map(({ id }) => id),
  });
};

/** Bindings and condition of a batch, in the order of the queue. */
const selectBatch = (batch: ReturnType<BatchLane['next']>): [string, Record<string, number | number[]>] =>
  'only' in batch
    ? [`${selectChanges} where is_backfill in (true, false) and id = :only`, { only: batch.only }]
    : [
        `${selectChanges} where id <> all(cast(:except as bigint[])) order by is_backfill, id limit :limit`,
        { except: [...batch.except], limit: batch.limit },
      ];

interface Turn {
  /** Remembers the changes that failed. Keep it between the turns of an organization. */
  lane?: BatchLane;
  log?: Pick<Logger, 'warn' | 'error'> | undefined;
}

/** Halves the next batch, or sets a change aside that has failed alone several times. */
const handleFailure = async (
  db: Database,
  organizationId: number,
  changes: readonly QueuedChange[],
  error: unknown,
  { lane, log }: Turn & { lane: BatchLane },
): Promise<void> => {
  const tries = lane.fail(changes);
  const details = { err: error, organizationId, changes: changes.length, first: changes[0] };
  if (tries === undefined) return log?.warn(details, 'could not index texts; the next batch is smaller');
  log?.error({ ...details, tries }, 'change of a text set aside: search does not find it');
  await withOrganization(db, organizationId, (tx) =>
    setAside(
      tx,
      searchQueue,
      changes.map(({ id }) => id),
      { tries, error },
    ),
  );
};

/** @returns whether more changes may wait; false if another process indexes them */
const indexBatch = async (
  db: Database,
  organizationId: number,
  turn: Turn & { lane: BatchLane },
): Promise<'more' | 'done' | 'failed'> => {
  const batch = turn.lane.next();
  let changes: readonly QueuedChange[] = [];
  try {
    const isAlone = await withOrganization(db, organizationId, async (tx) => {
      if (!(await lockIndex(tx, organizationId, 'pg_try_advisory_xact_lock'))) return false;
      changes = (await tx.raw<{ rows: QueuedChange[] }>(...selectBatch(batch))).rows;
      if (changes.length > 0) await indexAndRemove(tx, changes);
      return true;
    });
    if (!isAlone) return 'done';
  } catch (error) {
    // All organizations share the outage.
    if (changes.length === 0 || isOutage(error)) throw error;
    await handleFailure(db, organizationId, changes, error, turn);
    return 'failed';
  }
  turn.lane.succeed(batch);
  return 'only' in batch || changes.length === batch.limit ? 'more' : 'done';
};

/**
 * Indexes up to `max` queued changes of an organization, those of the backfill last. A failure ends the turn, so that
 * the other organizations do not wait for the search for its cause.
 */
export const indexQueuedChanges = async (
  db: Database,
  organizationId: number,
  max: number,
  { lane = createSearchLane(), log }: Turn = {},
): Promise<void> => {
  for (let count = 0; count < max; count += batchSize)
    if ((await indexBatch(db, organizationId, { lane, log })) !== 'more') return;
};

/**
 * SQL: a bigint[] of the newest queued changes that the searches of a member index: of texts that all members may read,
 * and of restricted texts that the member wrote. Reads no others, so that the duration does not depend on them.
 */
export const selectReadableChanges = `
  select coalesce(array_agg(id), '{}') from (
    select q.id
      from unnest(array['members', 'user:' || cast(:readerId as bigint)]) r (reader)
      cross join lateral (
        select q.id from search_changes q
         where q.organization_id = app_organization_id() and q.reader = r.reader
         order by q.id desc limit ${searchedChangesMax}) q
     limit ${searchedChangesMax}) readable`;

/** Indexes these changes, so that the caller's search finds them. Waits up to half a second for the indexer. */
export const indexReadableChanges = (
  db: Database,
  organizationId: number,
  ids: readonly number[],
): Promise<void> =>
  withOrganization(db, organizationId, async (tx) => {
    await tx.raw(`set local lock_timeout = ${lockTimeoutMs}`);
    await lockIndex(tx, organizationId, 'pg_advisory_xact_lock');
    const { rows } = await tx.raw<{ rows: QueuedChange[] }>(
      `${selectChanges} where not is_backfill and id = any(:ids) order by id`,
      { ids: [...ids] },
    );
    await indexAndRemove(tx, rows);
  });

/**
 * Queues the existing texts of an organization once, newest tasks first. What is written meanwhile queues itself.
 */
export const queueExistingTexts = (db: Database, organizationId: number): Promise<void> =>
  withOrganization(db, organizationId, async (tx) => {
    await lockIndex(tx, organizationId, 'pg_advisory_xact_lock');
    await tx.raw(
      `with build as (
         insert into search_builds (organization_id) values (app_organization_id())
         on conflict do nothing returning organization_id)
       insert into search_changes (organization_id, task_id, is_backfill)
       select t.organization_id, t.id, true
         from tasks t join build b on b.organization_id = t.organization_id
        where t.deleted_at is null
          and not exists (select 1 from search_texts d
                           where d.organization_id = t.organization_id and d.task_id = t.id)
        order by t.id desc`,
    );
  });

/** Returns organizations with queued changes. Row-level security lets this read the queue of all organizations. */
export const listQueuedOrganizations = (db: Database): Promise<number[]> =>
  withEveryOrganization(db, async (tx) => {
    const { rows } = await tx.raw<{ rows: { organization_id: number }[] }>(
      `select o.organization_id from organizations o
        where exists (select 1 from search_changes q where q.organization_id = o.organization_id)`,
    );
    return rows.map(({ organization_id }) => organization_id);
  });

/** Returns organizations whose existing texts are not queued yet. */
export const listUnqueuedOrganizations = (db: Database): Promise<number[]> =>
  withEveryOrganization(db, async (tx) => {
    const { rows } = await tx.raw<{ rows: { organization_id: number }[] }>(
      `select o.organization_id from organizations o
        where not exists (select 1 from search_builds b where b.organization_id = o.organization_id)`,
    );
    return rows.map(({ organization_id }) => organization_id);
  });
