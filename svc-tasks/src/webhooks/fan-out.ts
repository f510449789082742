import { webhookLimits } from '@obieg/contracts';
import {
  type BatchLane,
  createBatchLane,
  createWorkerLoop,
  type Database,
  forEachOrganization,
  isOutage,
  type Logger,
  type Queue,
  setAside,
  type Tx,
  withEveryOrganization,
  withOrganization,
} from '@obieg/service-kit';

export const webhookQueue: Queue = {
  name: 'webhooks',
  table: 'webhook_changes',
  oldest: 'select min(created_at) from (select created_at from webhook_changes limit 10000) waiting',
};

const intervalMs = 250;
const batchSize = 200;
/** Changes of one organization before the others have their turn. */
const turn = 2_000;
/** First key of the advisory lock that lets one process fan out an organization's changes. The number is arbitrary. */
const fanOutLock = 7_310_018;

interface QueuedChange {
  id: number;
}

/** @returns undefined if another process fans out the changes of the organization */
const takeBatch = async (
  tx: Tx,
  organizationId: number,
  batch: ReturnType<BatchLane['next']>,
): Promise<QueuedChange[] | undefined> => {
  const { rows: locks } = await tx.raw<{ rows: { locked: boolean }[] }>(
    'select pg_try_advisory_xact_lock(:fanOutLock, cast(:organizationId % 2147483647 as int)) as locked',
    { fanOutLock, organizationId },
  );
  if (!locks[0]?.locked) return undefined;
  const query =
    'only' in batch
      ? tx('webhook_changes').where({ id: batch.only })
      : tx('webhook_changes')
          .whereNotIn('id', [...batch.except])
          .orderBy('id')
          .limit(batch.limit);
  return query.select<QueuedChange[]>('id');
};

/**
 * Writes a delivery of each change for each active webhook that reports it, in the order of the changes. The lanes let
 * the sender find them.
 */
const fanOut = async (tx: Tx, changes: readonly QueuedChange[]): Promise<void> => {
  await tx.raw(
    `with gone as (delete from webhook_changes where id = any(:ids) returning *),
          added as (
            insert into webhook_deliveries
              (organization_id, webhook_id, event, task_id, subject_id, created_at, give_up_at)
            select g.organization_id, w.id, g.event, g.task_id, g.subject_id, g.created_at,
                   now() + interval '${webhookLimits.retryHours} hours'
              from gone g
              join webhooks w on w.organization_id = g.organization_id and w.is_active and g.event = any(w.events)
             order by g.id, w.id
            returning organization_id, webhook_id, task_id)
     insert into webhook_lanes (organization_id, webhook_id, task_id)
     select distinct organization_id, webhook_id, task_id from added order by 1, 2, 3
     on conflict on constraint webhook_lanes_pkey do update set due_at = webhook_lanes.due_at`,
    { ids: changes.map(({ id }) => id) },
  );
};

const handleFailure = async (
  db: Database,
  organizationId: number,
  changes: readonly QueuedChange[],
  error: unknown,
  { lane, log }: Turn,
): Promise<void> => {
  const tries = lane.fail(changes);
  const details = { err: error, organizationId, changes: changes.length, first: changes[0] };
  if (tries === undefined) return log.warn(details, 'could not queue messages; the next batch is smaller');
  log.error({ ...details, tries }, 'change of a task set aside: webhooks do not report it');
  await withOrganization(db, organizationId, (tx) =>
    setAside(
      tx,
      webhookQueue,
      changes.map(({ id }) => id),
      { tries, error },
    ),
  );
};

interface Turn {
  /** Remembers the changes that failed. Keep it between the turns of an organization. */
  lane: BatchLane;
  log: Pick<Logger, 'warn' | 'error'>;
}

/** @returns whether more changes may wait for this process */
const fanOutBatch = async (db: Database, organizationId: number, turnOf: Turn): Promise<boolean> => {
  const batch = turnOf.lane.next();
  let changes: readonly QueuedChange[] | undefined;
  try {
    await withOrganization(db, organizationId, async (tx) => {
      changes = await takeBatch(tx, organizationId, batch);
      if (changes && changes.length > 0) await fanOut(tx, changes);
    });
  } catch (error) {
    if (!changes || changes.length === 0 || isOutage(error)) throw error;
    await handleFailure(db, organizationId, changes, error, turnOf);
    return false;
  }
  if (!changes) return false;
  turnOf.lane.succeed(batch);
  return 'only' in batch || changes.length === batch.limit;
};

/** Turns up to `turn` changes of an organization into deliveries. */
export const fanOutChanges = async (
  db: Database,
  organizationId: number,
  log: Turn['log'],
  lane = createBatchLane(batchSize),
): Promise<void> => {
  for (let count = 0; count < turn; count += batchSize)
    if (!(await fanOutBatch(db, organizationId, { lane, log }))) return;
};

/** Returns organizations with queued changes. Row-level security lets this read the queue of all organizations. */
const listQueuedOrganizations = (db: Database): Promise<number[]> =>
  withEveryOrganization(db, async (tx) => {
    const { rows } = await tx.raw<{ rows: { organization_id: number }[] }>(
      `select o.organization_id from organizations o
        where exists (select 1 from webhook_changes q where q.organization_id = o.organization_id)`,
    );
    return rows.map(({ organization_id }) => organization_id);
  });

/** Queues the messages of webhooks in the background. */
export const createFanOut = (db: Database, log: Logger) => {
  const lanes = new Map<number, BatchLane>();
  return createWorkerLoop({
    intervalMs,
    log,
    failureMessage: 'could not queue messages of webhooks',
    round: async (isStopped) => {
      const round = { work: 'queue messages of webhooks', log, isStopped };
      await forEachOrganization(await listQueuedOrganizations(db), round, async (organizationId) => {
        const lane = lanes.get(organizationId) ?? createBatchLane(batchSize);
        lanes.set(organizationId, lane);
        await fanOutChanges(db, organizationId, log, lane);
        if (lane.isIdle()) lanes.delete(organizationId);
      });
    },
  });
};
