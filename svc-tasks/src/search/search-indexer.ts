import { createWorkerLoop, type Database, forEachOrganization, type Logger } from '@obieg/service-kit';
import {
  indexQueuedChanges,
  listQueuedOrganizations,
  listUnqueuedOrganizations,
  queueExistingTexts,
} from './search-queue';

/** A search indexes what its caller has just written. Changes of readers wait for the indexer. */
const intervalMs = 500;
/** Time for the changes of one organization before the others have their turn. */
const turnMs = 2_000;

/** Indexes queued texts of all organizations in the background. */
export const createSearchIndexer = (db: Database, log: Logger) => {
  let areTextsQueued = false;
  return createWorkerLoop({
    intervalMs,
    log,
    failureMessage: 'could not index texts for search',
    round: async (isStopped) => {
      if (!areTextsQueued) {
        const round = { work: 'queue texts for search', log, isStopped };
        const unqueued = await listUnqueuedOrganizations(db);
        const failed = await forEachOrganization(unqueued, round, (id) => queueExistingTexts(db, id));
        areTextsQueued = failed.length === 0 && !isStopped();
      }
      const round = { work: 'index texts for search', log, isStopped };
      await forEachOrganization(await listQueuedOrganizations(db), round, (id) =>
        indexQueuedChanges(db, id, turnMs),
      );
    },
  });
};
