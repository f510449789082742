import { defaultNotificationSettings } from '@obieg/contracts';
import {
  type Database,
  isOutage,
  type Logger,
  sendWithCommit,
  setAside,
  type Tx,
  withOrganization,
} from '@obieg/service-kit';
import { type NewsKind, newsKinds, newsQueue } from '../news-queue/queue-news';
import { recordInboxesChanged } from './notifications.events';
import { insertNotifications, watchMentioned } from './recipients';

interface QueuedNews {
  id: number;
  kind: NewsKind;
  public_task_id: number;
  attempts: number;
}

/** First key of the advisory lock that lets one process deliver an organization's news. The number is arbitrary. */
const deliveryLock = 7_310_017;

/** After this many failures, the news is set aside. They take about ten minutes. */
const attemptsMax = 8;

/** Returns the oldest waiting news. Undefined if there is none, or if another process delivers them. */
const takeNews = async (tx: Tx, organizationId: number): Promise<QueuedNews | undefined> => {
  const { rows } = await tx.raw<{ rows: QueuedNews[] }>(
    `select q.id, q.kind, q.public_task_id, q.attempts
       from (select pg_try_advisory_xact_lock(:deliveryLock, cast(:organizationId % 2147483647 as int)) as is_alone
             offset 0) l
       cross join lateral (
         select * from notification_queue
          where organization_id = app_organization_id() and due_at <= now() and kind = any(:newsKinds)
          order by id limit 1) q
      where l.is_alone`,
    { deliveryLock, organizationId, newsKinds },
  );
  return rows[0];
};

/** Returns the users whose inboxes contain the task. */
const listAffectedUsers = async (tx: Tx, publicTaskId: number): Promise<number[]> => {
  const { rows } = await tx.raw<{ rows: { user_id: number }[] }>(
    `select distinct n.user_id
       from tasks t join notifications n on n.organization_id = t.organization_id and n.task_id = t.id
      where t.public_task_id = :publicTaskId and n.in_inbox and n.done_at is null`,
    { publicTaskId },
  );
  return rows.map(({ user_id }) => user_id);
};

const notify = async (tx: Tx, { id, kind, public_task_id }: QueuedNews): Promise<number[]> => {
  if (kind === 'SIGHT_CHANGED') return listAffectedUsers(tx, public_task_id);
  const { rows } = await tx.raw<{ rows: { user_id: number }[] }>(insertNotifications(kind), {
    id,
    reason: kind,
    ...defaultNotificationSettings.reasons[kind],
  });
  const userIds = rows.map(({ user_id }) => user_id);
  if (kind === 'MENTIONED' && userIds.length > 0) await tx.raw(watchMentioned, { id, userIds });
  return userIds;
};

const deferNews = (
  db: Database,
  organizationId: number,
  { id, attempts }: QueuedNews,
  error: unknown,
): Promise<void> =>
  withOrganization(db, organizationId, async (tx) => {
    if (attempts + 1 >= attemptsMax) return setAside(tx, newsQueue, [id], { tries: attempts + 1, error });
    await tx.raw(
      `update notification_queue
          set attempts = attempts + 1, due_at = now() + power(2, attempts + 1) * interval '1 second'
        where id = :id`,
      { id },
    );
  });

/** Delivers the oldest news in one transaction, which also deletes it from the queue. @returns false if there is none */
const deliverNext = async (db: Database, organizationId: number, log: Logger): Promise<boolean> => {
  let news: QueuedNews | undefined;
  try {
    await withOrganization(db, organizationId, async (tx) => {
      news = await takeNews(tx, organizationId);
      if (!news) return;
      const userIds = await notify(tx, news);
      recordInboxesChanged(tx, organizationId, userIds);
      sendWithCommit(tx, tx.raw('delete from notification_queue where id = :id', { id: news.id }));
    });
  } catch (error) {
    if (!news || isOutage(error)) throw error;
    const isLast = news.attempts + 1 >= attemptsMax;
    log[isLast ? 'error' : 'warn']({ err: error, organizationId, news }, 'could not deliver news of a task');
    await deferNews(db, organizationId, news, error);
  }
  return news !== undefined;
};

/** Delivers up to `max` queued news of an organization, oldest first. */
export const deliverQueuedNews = async (
  db: Database,
  organizationId: number,
  log: Logger,
  max = Number.POSITIVE_INFINITY,
): Promise<void> => {
  for (let count = 0; count < max; count += 1) if (!(await deliverNext(db, organizationId, log))) return;
};
