import { type ReadNotifications, snoozeDaysMax, type UnreadNotifications } from '@obieg/contracts';
import { type Database, problem, type Tx, withOrganization } from '@obieg/service-kit';
import type { SignedInCaller } from '../callers/caller';
import { translate } from '../messages/server-messages';
import { deleteSeenReporterNews } from '../news-queue/reporter-news';
import { readerCte } from '../policy/reader-sql';
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
export const readNotifications = async (
  db: Database,
  caller: SignedInCaller,
  input: ReadNotifications,
): Promise<{ unreadCount: number; readAt: Date | null }> => {
  const { condition, bindings } = selectionOf(input);
  // Whole milliseconds, so that a response names it exactly.
  const readAt = new Date();
  let changed = 0;
  const unreadCount = await changeOwn(db, caller, async (tx) => {
    if ('publicTaskId' in input) await deleteSeenReporterNews(tx, input.publicTaskId, caller.actor.userId);
    changed = await updateOwn(
      tx,
      caller,
      'read_at = :readAt',
      `read_at is null and shown_at <= now() and done_at is null and ${condition}`,
      { ...bindings, readAt },
    );
    return changed;
  });
  return { unreadCount, readAt: changed > 0 ? readAt : null };
};

/** Marks entries of the caller as unread: some, or those that one call has marked as read. */
export const unreadNotifications = (
  db: Database,
  caller: SignedInCaller,
  input: UnreadNotifications,
): Promise<number> =>
  changeOwn(db, caller, (tx) =>
    updateOwn(
      tx,
      caller,
      'read_at = null',
      `read_at is not null and done_at is null and ${'ids' in input ? 'id = any(:ids)' : 'read_at = :readAt'}`,
      { ...input },
    ),
  );

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

/** Returns the task of an entry. @throws 404 if the caller has no such entry or may not see it */
const findTaskOfEntry = async (tx: Tx, caller: SignedInCaller, id: number): Promise<number> => {
  const { rows } = await tx.raw<{ rows: { task_id: number }[] }>(
    `with ${readerCte} select n.task_id ${visibleEntries(caller)} and n.id = :id`,
    { readerId: caller.actor.userId, id },
  );
  const [entry] = rows;
  if (!entry) throw problem.notFound(translate(caller.language, 'notificationNotFound'));
  return entry.task_id;
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
  return changeOwn(db, caller, async (tx) =>
    updateOwn(
      tx,
      caller,
      'shown_at = :until, read_at = null',
      'done_at is null and task_id = :taskId and id <= :id',
      { until, taskId: await findTaskOfEntry(tx, caller, id), id },
    ),
  );
};

/**
 * Returns a snoozed entry and the earlier ones of its task to the inbox, unread, to the place of their arrival. Changes
 * nothing if they have returned.
 *
 * @throws 404 if the caller has no such entry or may not see it
 */
export const unsnoozeNotification = (db: Database, caller: SignedInCaller, id: number): Promise<number> =>
  changeOwn(db, caller, async (tx) =>
    updateOwn(
      tx,
      caller,
      'shown_at = created_at',
      'done_at is null and shown_at > now() and task_id = :taskId and id <= :id',
      { taskId: await findTaskOfEntry(tx, caller, id), id },
    ),
  );
