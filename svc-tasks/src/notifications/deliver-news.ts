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
import { groupNews } from './news-groups';
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

/** News that one transaction delivers. Each can have thousands of recipients. */
const batchSize = 20;

/** Returns the oldest waiting news; none if another process delivers those of the organization. */
const takeNews = async (tx: Tx, organizationId: number, max: number): Promise<QueuedNews[]> => {
  const { rows } = await tx.raw<{ rows: QueuedNews[] }>(
    `select q.id, q.kind, q.public_task_id, q.attempts
       from (select pg_try_advisory_xact_lock(:deliveryLock, cast(:organizationId % 2147483647 as int)) as is_alone
             offset 0) l
       cross join lateral (
         select * from notification_queue
          where organization_id = app_organization_id() and due_at <= now() and kind = any(:newsKinds)
          order by id limit :max) q
      where l.is_alone order by q.id`,
    { deliveryLock, organizationId, newsKinds, max },
  );
  return rows;
};

/** Returns the users whose inboxes contain one of the tasks. */
const listAffectedUsers = async (tx: Tx, publicTaskIds: readonly number[]): Promise<number[]> => {
  const { rows } = await tx.raw<{ rows: { user_id: number }[] }>(
    `select distinct n.user_id
       from tasks t join notifications n on n.organization_id = t.organization_id and n.task_id = t.id
      where t.public_task_id = any(:publicTaskIds) and n.in_inbox and n.done_at is null`,
    { publicTaskIds: [...publicTaskIds] },
  );
  return rows.map(({ user_id }) => user_id);
};

/** Delivers news of one kind. @returns the users whose inboxes have changed */
const notify = async (tx: Tx, kind: NewsKind, news: readonly QueuedNews[]): Promise<number[]> => {
  if (kind === 'SIGHT_CHANGED')
    return listAffectedUsers(
      tx,
      news.map(({ public_task_id }) => public_task_id),
    );
  const ids = news.map(({ id }) => id);
  const { rows } = await tx.raw<{ rows: { user_id: number }[] }>(insertNotifications(kind), {
    ids,
    reason: kind,
    ...defaultNotificationSettings.reasons[kind],
  });
  const userIds = rows.map(({ user_id }) => user_id);
  if (kind === 'MENTIONED' && userIds.length > 0) await tx.raw(watchMentioned, { ids, userIds });
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

/** Writes the notifications of the news and deletes these from the queue. */
const deliver = async (tx: Tx, organizationId: number, news: readonly QueuedNews[]): Promise<void> => {
  const userIds = new Set<number>();
  for (const group of groupNews(news)) {
    const [{ kind } = {}] = group;
    if (kind) for (const userId of await notify(tx, kind, group)) userIds.add(userId);
  }
  recordInboxesChanged(tx, organizationId, [...userIds]);
  const ids = news.map(({ id }) => id);
  sendWithCommit(tx, tx.raw('delete from notification_queue where id = any(:ids)', { ids }));
};

/**
 * Delivers the oldest news, up to `max`, in one transaction. A single one that fails is deferred.
 *
 * @returns their number, and whether they failed together
 */
const deliverOldest = async (
  db: Database,
  organizationId: number,
  log: Logger,
  max: number,
): Promise<{ count: number; haveFailed: boolean }> => {
  let news: QueuedNews[] = [];
  try {
    await withOrganization(db, organizationId, async (tx) => {
      news = await takeNews(tx, organizationId, max);
      if (news.length > 0) await deliver(tx, organizationId, news);
    });
  } catch (error) {
    const [first] = news;
    if (!first || isOutage(error)) throw error;
    if (news.length > 1) return { count: news.length, haveFailed: true };
    const isLast = first.attempts + 1 >= attemptsMax;
    log[isLast ? 'error' : 'warn'](
      { err: error, organizationId, news: first },
      'could not deliver news of a task',
    );
    await deferNews(db, organizationId, first, error);
  }
  return { count: news.length, haveFailed: false };
};

/** Delivers up to `max` queued news of an organization, oldest first. Those of a failed batch follow one by one. */
export const deliverQueuedNews = async (
  db: Database,
  organizationId: number,
  log: Logger,
  max = Number.POSITIVE_INFINITY,
): Promise<void> => {
  let alone = 0;
  for (let count = 0; count < max; ) {
    const size = alone > 0 ? 1 : Math.min(batchSize, max - count);
    const delivered = await deliverOldest(db, organizationId, log, size);
    if (delivered.haveFailed) {
      alone = delivered.count;
      continue;
    }
    if (delivered.count < size) return;
    alone = Math.max(0, alone - 1);
    count += delivered.count;
  }
};
