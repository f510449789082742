import {
  type BatchLane,
  createWorkerLoop,
  type Database,
  forEachOrganization,
  type Logger,
} from '@obieg/service-kit';
import {
  createSearchLane,
  indexQueuedChanges,
  listQueuedOrganizations,
  listUnqueuedOrganizations,
  queueExistingTexts,
} from './search-queue';

/** A search indexes what its caller has just written. Changes of readers wait for the indexer. */
const intervalMs = 500;
/** Changes of one organization before the others have their turn. */
const turn = 2_000;

/** Indexes queued texts of all organizations in the background. */
export const createSearchIndexer = (db: Database, log: Logger) => {
  let areTextsQueued = false;
  const lanes = new Map<number, BatchLane>();
  const index = async (organizationId: number): Promise<void> => {
    const lane = lanes.get(organizationId) ?? createSearchLane();
    lanes.set(organizationId, lane);
    await indexQueuedChanges(db, organizationId, turn, { lane, log });
    if (lane.isIdle()) lanes.delete(organizationId);
  };
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
      await forEachOrganization(await listQueuedOrganizations(db), round, index);
    },
  });
};
