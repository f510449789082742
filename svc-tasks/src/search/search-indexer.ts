import type { Database, Logger } from '@obieg/service-kit';
import { createWorkerLoop } from '../worker-loop';
import {
  indexQueuedTasks,
  listQueuedOrganizations,
  listUnqueuedOrganizations,
  queueExistingTasks,
} from './search-queue';

/** A search indexes what is queued itself, so this only keeps the queue short. */
const intervalMs = 500;
/** Entries of one organization before the others have their turn. */
const turn = 2_000;

/** Indexes queued tasks of all organizations in the background. */
export const createSearchIndexer = (db: Database, log: Logger) => {
  let areTasksQueued = false;
  const queueExisting = async (isStopped: () => boolean): Promise<void> => {
    for (const organizationId of await listUnqueuedOrganizations(db))
      if (!isStopped()) await queueExistingTasks(db, organizationId);
    areTasksQueued = true;
  };
  return createWorkerLoop({
    intervalMs,
    log,
    failureMessage: 'could not index tasks for search',
    round: async (isStopped) => {
      if (!areTasksQueued) await queueExisting(isStopped);
      for (const organizationId of await listQueuedOrganizations(db))
        if (!isStopped()) await indexQueuedTasks(db, organizationId, { max: turn, whenBusy: 'skip' });
    },
  });
};
