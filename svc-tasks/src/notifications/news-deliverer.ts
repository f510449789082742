import {
  createWorkerLoop,
  type Database,
  forEachOrganization,
  type Logger,
  withEveryOrganization,
} from '@obieg/service-kit';
import { newsKinds } from '../news-queue/queue-news';
import { deliverQueuedNews } from './deliver-news';
import { queueDueNews } from './due-news';

/** News reach open pages within a second. */
const intervalMs = 500;
const dueIntervalMs = 60_000;
/** News of one organization before the others have their turn. */
const turn = 200;

/** Returns organizations with waiting news. Row-level security lets this read the queue of all organizations. */
const listWaitingOrganizations = (db: Database): Promise<number[]> =>
  withEveryOrganization(db, async (tx) => {
    const { rows } = await tx.raw<{ rows: { organization_id: number }[] }>(
      `select o.organization_id from organizations o
        where exists (select 1 from notification_queue q
                       where q.organization_id = o.organization_id and q.due_at <= now()
                         and q.kind = any(:newsKinds))`,
      { newsKinds },
    );
    return rows.map(({ organization_id }) => organization_id);
  });

/** Delivers the news of all organizations in the background. Each process may run one; a lock shares the work. */
export const createNewsDeliverer = (db: Database, log: Logger) => {
  let dueCheckedAt = Number.NEGATIVE_INFINITY;

  /** A failure must not keep the other news waiting. */
  const checkDueDates = async (): Promise<void> => {
    if (performance.now() - dueCheckedAt < dueIntervalMs) return;
    dueCheckedAt = performance.now();
    await queueDueNews(db, log).catch((error: unknown) =>
      log.warn({ err: error }, 'could not find the tasks that become due'),
    );
  };
  return createWorkerLoop({
    intervalMs,
    log,
    failureMessage: 'could not deliver news of tasks',
    round: async (isStopped) => {
      await checkDueDates();
      const waiting = await listWaitingOrganizations(db);
      await forEachOrganization(waiting, { work: 'deliver the news', log, isStopped }, (id) =>
        deliverQueuedNews(db, id, log, turn),
      );
    },
  });
};
