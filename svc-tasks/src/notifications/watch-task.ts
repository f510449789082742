import type { TaskWatch } from '@obieg/contracts';
import { type Database, problem, type Tx, withOrganization } from '@obieg/service-kit';
import type { Knex } from 'knex';
import type { Caller, SignedInCaller } from '../callers/caller';
import { translate } from '../messages/server-messages';
import { hasWaitingReporterNews } from '../news-queue/reporter-news';
import { hasUnread, isWatching } from '../policy/notifications.policy';
import { hasBasePermission, readerBindings } from '../policy/tasks.policy';
import { type OpenedTask, openTask } from '../tasks/open-task';
import type { TaskPart } from '../tasks/task-parts';

const selectWatch = (knex: Knex, { actor }: Caller, publicTaskId: number): Knex.Raw =>
  knex.raw(
    `select ${isWatching} as "isWatching",
            ${hasUnread(hasBasePermission(actor))} or ${hasWaitingReporterNews} as "hasUnread"
       from tasks t where t.public_task_id = :publicTaskId and t.deleted_at is null`,
    { ...readerBindings(actor), publicTaskId },
  );

/** Whether the caller watches the task and has unread news of it. */
export const watchPart: TaskPart<TaskWatch> = {
  select: (knex, { caller, publicTaskId }) => [selectWatch(knex, caller, publicTaskId)],
  present: (_context, [rows]) => rows?.[0] as unknown as TaskWatch,
};

const saveWatch = (tx: Tx, taskId: number, userId: number, isWatching: boolean) =>
  tx.raw(
    `insert into task_watches (organization_id, task_id, user_id, is_watching)
     values (app_organization_id(), :taskId, :userId, :isWatching)
     on conflict (organization_id, user_id, task_id) do update set is_watching = excluded.is_watching`,
    { taskId, userId, isWatching },
  );

/** Watches or mutes an opened task for the caller. @throws 403 for a visitor, who gets no news */
export const setWatch = async (
  tx: Tx,
  { actor, language }: SignedInCaller,
  { row, view }: OpenedTask,
  isWatching: boolean,
): Promise<void> => {
  if (view === 'visitor') throw problem.forbidden(translate(language, 'watchForbidden'));
  await saveWatch(tx, row.id, actor.userId, isWatching);
};

/**
 * Watches or mutes the task for the caller.
 *
 * @throws 404 if the task is not visible, 403 if the caller sees it only as a visitor, who gets no news
 */
export const watchTask = (
  db: Database,
  caller: SignedInCaller,
  publicTaskId: number,
  isWatching: boolean,
): Promise<TaskWatch> =>
  withOrganization(db, caller.tenantScope, async (tx) => {
    await setWatch(tx, caller, await openTask(tx, caller, publicTaskId), isWatching);
    const { rows } = (await selectWatch(tx, caller, publicTaskId)) as unknown as { rows: TaskWatch[] };
    return rows[0] ?? { isWatching, hasUnread: false };
  });
