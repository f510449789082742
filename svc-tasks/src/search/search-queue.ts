import { type Database, type Tx, withEveryOrganization, withOrganization } from '@obieg/service-kit';
import { indexTasks } from './index-tasks';

/** Tasks of one transaction, which share the lock and the commit. */
const batchSize = 200;
/** Tasks of one statement. More of the longest texts would exceed the statement's time limit. */
const chunkSize = 25;

/** First key of the advisory lock that lets one transaction index an organization. The number is arbitrary. */
const indexingLock = 7_310_016;

/** A search waits for the running batch. The indexer leaves the organization to it. */
type WhenBusy = 'wait' | 'skip';

const lockIndex = async (tx: Tx, organizationId: number, whenBusy: WhenBusy): Promise<boolean> => {
  const call = whenBusy === 'wait' ? 'pg_advisory_xact_lock' : 'pg_try_advisory_xact_lock';
  const { rows } = await tx.raw<{ rows: { locked: unknown }[] }>(
    `select ${call}(:indexingLock, cast(:organizationId % 2147483647 as int)) as locked`,
    { indexingLock, organizationId },
  );
  return whenBusy === 'wait' || rows[0]?.locked === true;
};

/**
 * Indexes the next queued tasks, changed ones before those of the backfill. A change that commits meanwhile has its own
 * entry, which stays.
 *
 * @returns the number of processed entries; less than the batch if the queue is empty
 */
const indexBatch = async (db: Database, organizationId: number, whenBusy: WhenBusy): Promise<number> => {
  const afterCommit: (() => void)[] = [];
  const count = await withOrganization(db, organizationId, async (tx) => {
    if (!(await lockIndex(tx, organizationId, whenBusy))) return 0;
    const { rows } = await tx.raw<{ rows: { id: number; task_id: number }[] }>(
      'select id, task_id from search_queue order by is_backfill, id limit :batchSize',
      { batchSize },
    );
    if (rows.length === 0) return 0;
    const taskIds = [...new Set(rows.map(({ task_id }) => task_id))];
    for (let start = 0; start < taskIds.length; start += chunkSize)
      afterCommit.push(await indexTasks(db, tx, organizationId, taskIds.slice(start, start + chunkSize)));
    await tx.raw('delete from search_queue where is_backfill in (true, false) and id = any(:ids)', {
      ids: rows.map(({ id }) => id),
    });
    return rows.length;
  });
  for (const remember of afterCommit) remember();
  return count;
};

/** Indexes up to `max` queued tasks of an organization. */
export const indexQueuedTasks = async (
  db: Database,
  organizationId: number,
  { max, whenBusy }: { max: number; whenBusy: WhenBusy },
): Promise<void> => {
  for (let count = 0; count < max; ) {
    const indexed = await indexBatch(db, organizationId, whenBusy);
    if (indexed < batchSize) return;
    count += indexed;
  }
};

/**
 * Queues the existing tasks of an organization once, newest first. Tasks that are written meanwhile queue themselves.
 */
export const queueExistingTasks = (db: Database, organizationId: number): Promise<void> =>
  withOrganization(db, organizationId, async (tx) => {
    await lockIndex(tx, organizationId, 'wait');
    await tx.raw(
      `with backfill as (
         insert into search_backfills (organization_id) values (app_organization_id())
         on conflict do nothing returning organization_id)
       insert into search_queue (organization_id, task_id, is_backfill)
       select t.organization_id, t.id, true
         from tasks t join backfill b on b.organization_id = t.organization_id
        where t.deleted_at is null
          and not exists (select 1 from search_documents d
                           where d.organization_id = t.organization_id and d.task_id = t.id)
        order by t.id desc`,
    );
  });

/** Returns organizations with queued tasks. Row-level security lets this read the queue of all organizations. */
export const listQueuedOrganizations = (db: Database): Promise<number[]> =>
  withEveryOrganization(db, async (tx) => {
    const { rows } = await tx.raw<{ rows: { organization_id: number }[] }>(
      `select o.organization_id from organizations o
        where exists (select 1 from search_queue q where q.organization_id = o.organization_id)`,
    );
    return rows.map(({ organization_id }) => organization_id);
  });

/** Returns organizations whose existing tasks are not queued yet. */
export const listUnqueuedOrganizations = (db: Database): Promise<number[]> =>
  withEveryOrganization(db, async (tx) => {
    const { rows } = await tx.raw<{ rows: { organization_id: number }[] }>(
      `select o.organization_id from organizations o
        where not exists (select 1 from search_backfills b where b.organization_id = o.organization_id)`,
    );
    return rows.map(({ organization_id }) => organization_id);
  });
