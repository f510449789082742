import {
  createWorkerLoop,
  type Database,
  forEachOrganization,
  isOutage,
  type Logger,
  type Queue,
  withEveryOrganization,
  withOrganization,
} from '@obieg/service-kit';

export const linkReaderQueue: Queue = {
  name: 'link-readers',
  table: 'link_reader_changes',
  oldest: 'select min(queued_at) from (select queued_at from link_reader_changes limit 10000) waiting',
};

/** Lists are exact before, too. They read each waiting change of their caller. */
const intervalMs = 500;
/** Tasks of one organization before the others have their turn. */
const turn = 50;

interface Change {
  taskId: number;
  ids: number[];
}

const listChanges = (db: Database, organizationId: number): Promise<Change[]> =>
  withOrganization(db, organizationId, async (tx) => {
    const { rows } = await tx.raw<{ rows: Change[] }>(
      `select task_id as "taskId", json_agg(id) as ids
         from (select * from link_reader_changes order by id limit 5000) waiting
        group by task_id order by min(id) limit ${turn}`,
    );
    return rows;
  });

const listLinkIds = (db: Database, organizationId: number, taskId: number): Promise<number[]> =>
  withOrganization(db, organizationId, (tx) =>
    tx('task_links').where({ source_task_id: taskId }).orWhere({ target_task_id: taskId }).pluck('id'),
  );

/**
 * Stores the readers of the links of a task whose readers have changed. Each link has its own transaction, so that a call
 * that removes a link or changes the task again does not wait for the others. A change that commits meanwhile has its own
 * rows, which stay.
 */
const applyChange = async (db: Database, organizationId: number, { taskId, ids }: Change): Promise<void> => {
  for (const linkId of await listLinkIds(db, organizationId, taskId))
    await withOrganization(db, organizationId, (tx) =>
      tx.raw('select refresh_readers_of_link(app_organization_id(), :linkId, :taskId)', { linkId, taskId }),
    );
  await withOrganization(db, organizationId, (tx) => tx('link_reader_changes').whereIn('id', ids).delete());
};

/** Stores the readers of the links of changed tasks of an organization, those that changed first. */
export const applyLinkReaderChanges = async (
  db: Database,
  organizationId: number,
  log?: Pick<Logger, 'error'>,
): Promise<void> => {
  for (const change of await listChanges(db, organizationId))
    try {
      await applyChange(db, organizationId, change);
    } catch (error) {
      if (isOutage(error)) throw error;
      // The change waits, which its alert tells, and the others go on.
      log?.error(
        { err: error, organizationId, taskId: change.taskId },
        'could not store the readers of links',
      );
    }
};

/** Returns organizations with waiting changes. Row-level security lets this read the changes of all organizations. */
const listWaitingOrganizations = (db: Database): Promise<number[]> =>
  withEveryOrganization(db, (tx) =>
    tx('link_reader_changes').distinct('organization_id').pluck('organization_id'),
  );

/** Stores the readers of links of all organizations in the background. Several processes may run one. */
export const createLinkReaderWorker = (db: Database, log: Logger) =>
  createWorkerLoop({
    intervalMs,
    log,
    failureMessage: 'could not store the readers of links',
    round: async (isStopped) => {
      const round = { work: 'store the readers of links', log, isStopped };
      await forEachOrganization(await listWaitingOrganizations(db), round, (id) =>
        applyLinkReaderChanges(db, id, log),
      );
    },
  });
