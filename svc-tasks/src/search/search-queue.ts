import {
  type Actor,
  type Database,
  type Tx,
  withEveryOrganization,
  withOrganization,
} from '@obieg/service-kit';
import { isReadableComment } from '../policy/comments.policy';
import { hasBasePermission, isListedFor } from '../policy/tasks.policy';
import { indexChanges, type TextChange } from './index-tasks';

/** Changes of one transaction, which share the lock and the commit. */
const batchSize = 200;
/** Changes that one search indexes. Later ones wait for the indexer. */
const searchedChangesMax = 50;
/** Newest changes among which a search looks for readable ones. */
const examinedChangesMax = 200;
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

/** @returns the number of processed changes; less than the batch if the queue is empty or another process indexes it */
const indexBatch = (db: Database, organizationId: number): Promise<number> =>
  withOrganization(db, organizationId, async (tx) => {
    if (!(await lockIndex(tx, organizationId, 'pg_try_advisory_xact_lock'))) return 0;
    const { rows } = await tx.raw<{ rows: QueuedChange[] }>(
      `${selectChanges} order by is_backfill, id limit :batchSize`,
      { batchSize },
    );
    if (rows.length > 0) await indexAndRemove(tx, rows);
    return rows.length;
  });

/** Indexes up to `max` queued changes of an organization, those of the backfill last. */
export const indexQueuedChanges = async (
  db: Database,
  organizationId: number,
  max: number,
): Promise<void> => {
  for (let count = 0; count < max; ) {
    const indexed = await indexBatch(db, organizationId);
    if (indexed < batchSize) return;
    count += indexed;
  }
};

/**
 * SQL: a bigint[] of the newest queued changes whose texts the reader may read. A search indexes only these,
 * so that its duration does not depend on others. It leaves changes of readers to the indexer.
 */
export const selectReadableChanges = (actor: Actor): string => `
  select coalesce(array_agg(id), '{}') from (
    select q.id
      from (select * from search_changes where not is_backfill order by id desc limit ${examinedChangesMax}) q
      join tasks t on t.id = q.task_id and t.deleted_at is null
     where q.comment_id is not null and ${isListedFor(actor)}
       and (q.comment_id = 0 or exists (
         select 1 from comments c where c.id = q.comment_id and ${isReadableComment(hasBasePermission(actor))}))
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
