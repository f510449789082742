import {
  createWorkerLoop,
  type Database,
  forEachOrganization,
  type Logger,
  type Tx,
  transactionTime,
  withEveryOrganization,
  withOrganization,
} from '@obieg/service-kit';
import { getConfiguration } from '../workflow-model/configuration.repo';
import { advanceStored } from './follow-targets';

const intervalMs = 1_000;
/** Tasks of one transaction, which locks them, and of one organization before the others have their turn. */
const batchSize = 50;

interface Recount {
  id: number;
  counted_task_id: number;
}

/** Locks the next open tasks. In the order of ids, as other changes of several tasks do. */
const lockNextTasks = async (tx: Tx, { counted_task_id }: Recount): Promise<number[]> => {
  const { rows } = await tx.raw<{ rows: { id: number }[] }>(
    `select t.id from tasks t
      where t.organization_id = app_organization_id() and t.id > :after and t.deleted_at is null
        and (t.next_target_at is not null or exists (select from statuses s
              where s.organization_id = t.organization_id and s.id = t.status_id and s.status_type <> 'FINAL'))
      order by t.id limit ${batchSize} for no key update of t`,
    { after: counted_task_id },
  );
  return rows.map(({ id }) => id);
};

/** Counts a batch of tasks by the oldest change of calendars or targets. @returns whether any recount waits */
const recountBatch = (db: Database, organizationId: number): Promise<boolean> =>
  withOrganization(db, organizationId, async (tx) => {
    const { rows } = await tx.raw<{ rows: Recount[] }>(
      'select id, counted_task_id from target_recounts order by id limit 1 for update skip locked',
    );
    const [recount] = rows;
    if (!recount) return false;
    const taskIds = await lockNextTasks(tx, recount);
    const configuration = await getConfiguration(tx, {
      organizationId,
      tenantScope: organizationId,
      language: 'en',
    });
    const at = (await transactionTime(tx)).getTime();
    await advanceStored(tx, configuration, taskIds, { cause: 'CONFIGURATION', at, isCounted: true });
    const last = taskIds.at(-1);
    if (taskIds.length < batchSize || last === undefined)
      await tx('target_recounts').where({ id: recount.id }).delete();
    else await tx('target_recounts').where({ id: recount.id }).update({ counted_task_id: last });
    return true;
  });

/** Organizations whose tasks wait. Row-level security lets this read the changes of all organizations. */
const listWaitingOrganizations = (db: Database): Promise<number[]> =>
  withEveryOrganization(db, (tx) =>
    tx('target_recounts').distinct('organization_id').pluck('organization_id'),
  );

/** Counts open tasks again after a change of calendars, targets or the time zone, in batches of each organization. */
export const createTargetRecounter = (db: Database, log: Logger) =>
  createWorkerLoop({
    intervalMs,
    log,
    failureMessage: 'could not count targets again',
    round: async (isStopped) => {
      for (let isWaiting = true; isWaiting && !isStopped(); ) {
        isWaiting = false;
        const round = { work: 'count the targets', log, isStopped };
        await forEachOrganization(await listWaitingOrganizations(db), round, async (organizationId) => {
          if (await recountBatch(db, organizationId)) isWaiting = true;
        });
      }
    },
  });

/** Counts all waiting tasks of an organization now. */
export const recountTargets = async (db: Database, organizationId: number): Promise<void> => {
  while (await recountBatch(db, organizationId));
};
