import { type ReadNotifications, snoozeDaysMax } from '@obieg/contracts';
import { type Database, problem, type Tx, withOrganization } from '@obieg/service-kit';
import type { SignedInCaller } from '../callers/caller';
import { translate } from '../messages/server-messages';
import { deleteSeenReporterNews } from '../news-queue/reporter-news';
import { countUnread, visibleEntries } from './list-notifications';
import { recordInboxesChanged } from './notifications.events';

/** SQL: the caller's entries, whether they may see them now or not: a change reveals nothing. */
const own = 'organization_id = app_organization_id() and user_id = :userId and in_inbox';

/** Runs an update of the caller's entries and refreshes their open pages. @returns the number of unread entries */
const changeOwn = async (
  db: Database,
  caller: SignedInCaller,
  update: (tx: Tx) => Promise<number>,
): Promise<number> => {
  await withOrganization(db, caller.tenantScope, async (tx) => {
    const changed = await update(tx);
    if (changed > 0) recordInboxesChanged(tx, caller.organizationId, [caller.actor.userId]);
  });
  return countUnread(db, caller);
};

const updateOwn = async (
  tx: Tx,
  { actor }: SignedInCaller,
  assignment: string,
  condition: string,
  bindings: Record<string, unknown>,
): Promise<number> => {
  const { rowCount } = await tx.raw<{ rowCount: number }>(
    `update notifications set ${assignment} where ${own} and ${condition}`,
    { userId: actor.userId, ...bindings },
  );
  return rowCount;
};

const selectionOf = (input: ReadNotifications): { condition: string; bindings: Record<string, unknown> } => {
  if ('ids' in input) return { condition: 'id = any(:ids)', bindings: { ids: input.ids } };
  if ('publicTaskId' in input)
    return {
      condition: 'task_id = (select t.id from tasks t where t.public_task_id = :publicTaskId)',
      bindings: { publicTaskId: input.publicTaskId },
    };
  return {
    condition: 'id <= :upToId',
    bindings: { upToId: input.upToId ?? Number.MAX_SAFE_INTEGER },
  };
};

/**
 * Marks entries of the caller as read. Ids of other people's entries change nothing. A reporter who has opened their
 * task gets no mail about what it shows.
 */
export const readNotifications = (
  db: Database,
  caller: SignedInCaller,
  input: ReadNotifications,
): Promise<number> => {
  const { condition, bindings } = selectionOf(input);
  return changeOwn(db, caller, async (tx) => {
    if ('publicTaskId' in input) await deleteSeenReporterNews(tx, input.publicTaskId, caller.actor.userId);
    return updateOwn(
      tx,
      caller,
      'read_at = now()',
      `read_at is null and shown_at <= now() and done_at is null and ${condition}`,
      bindings,
    );
  });
};

/** Takes entries out of the caller's inbox, or puts them back as read. */
export const finishNotifications = (
  db: Database,
  caller: SignedInCaller,
  ids: readonly number[],
  isDone: boolean,
): Promise<number> =>
  changeOwn(db, caller, (tx) =>
    updateOwn(
      tx,
      caller,
      `done_at = ${isDone ? 'now()' : 'null'}, read_at = coalesce(read_at, now())`,
      `(done_at is null) = :isDone and id = any(:ids)`,
      { isDone, ids: [...ids] },
    ),
  );

const millisecondsPerDay = 24 * 60 * 60 * 1_000;

/** @throws 422 unless the time is in the future and within the limit */
const checkSnooze = ({ language }: SignedInCaller, until: Date): void => {
  const aheadMs = until.getTime() - Date.now();
  if (aheadMs <= 0 || aheadMs > snoozeDaysMax * millisecondsPerDay)
    throw problem.validation([{ field: 'until', message: translate(language, 'snoozeTime') }]);
};

/**
 * Hides an entry and the earlier ones of its task until a time. They return unread.
 *
 * @throws 404 if the caller has no such entry or may not see it, 422 for a time that is past or too far
 */
export const snoozeNotification = (
  db: Database,
  caller: SignedInCaller,
  id: number,
  until: Date,
): Promise<number> => {
  checkSnooze(caller, until);
  return changeOwn(db, caller, async (tx) => {
    const { rows } = await tx.raw<{ rows: { task_id: number }[] }>(
      `select n.task_id ${visibleEntries(caller)} and n.id = :id`,
      { readerId: caller.actor.userId, id },
    );
    const [entry] = rows;
    if (!entry) throw problem.notFound(translate(caller.language, 'notificationNotFound'));
    return updateOwn(
      tx,
      caller,
      'shown_at = :until, read_at = null',
      'done_at is null and task_id = :taskId and id <= :id',
      { until, taskId: entry.task_id, id },
    );
  });
};
