import { type Database, problem, readOrganization, type Tx } from '@obieg/service-kit';
import type { Knex } from 'knex';
import type { Caller } from '../callers/caller';
import { translate } from '../messages/server-messages';
import { readerCte } from '../policy/reader-sql';
import { isOpened, requestedTask } from '../policy/requested-task';
import { hasBasePermission, readerBindings, type View, viewOf } from '../policy/tasks.policy';
import {
  lockTask,
  type ReaderTaskDetailsRow,
  type ReaderTaskRow,
  selectReaderTask,
  selectReaderTaskDetails,
  selectTaskDetails,
  type TaskDetailsRow,
  type TaskLock,
} from './tasks.repo';

/** A task that the caller may see, and the caller's view of it. */
export interface OpenedTask {
  row: ReaderTaskRow;
  view: View;
}

const notFound = ({ language }: Caller) => problem.notFound(translate(language, 'taskNotFound'));

/** Checks each access to a task and its parts. @throws 404 if the task does not exist or is not visible */
export const authorize = <Row extends ReaderTaskRow>(
  row: Row | undefined,
  caller: Caller,
): { row: Row; view: View } => {
  const view = row && viewOf(row, caller.actor);
  if (!row || !view) throw notFound(caller);
  return { row, view };
};

const findTask = async <Row extends ReaderTaskRow>(
  tx: Tx,
  caller: Caller,
  publicTaskId: number,
  select = selectReaderTask,
): Promise<Row | undefined> => {
  const { rows } = (await select(tx, publicTaskId, caller.actor)) as { rows: Row[] };
  return rows[0];
};

/** Returns the current details of a task without a visibility check. Call it only for an opened task. */
export const getTaskDetails = async (
  tx: Tx,
  caller: Caller,
  { public_task_id }: Pick<ReaderTaskRow, 'public_task_id'>,
): Promise<TaskDetailsRow> => {
  const { rows } = (await selectTaskDetails(tx, public_task_id, caller.actor)) as { rows: TaskDetailsRow[] };
  const [row] = rows;
  if (!row) throw notFound(caller);
  return row;
};

/** Returns a task that the caller may see. @throws 404 */
export const openTask = async (tx: Tx, caller: Caller, publicTaskId: number): Promise<OpenedTask> =>
  authorize(await findTask(tx, caller, publicTaskId), caller);

/**
 * Locks the task if it is visible, then checks visibility again: another user may restrict the task while this caller
 * waits for the lock.
 */
const lockAndOpen = async <Row extends ReaderTaskRow>(
  tx: Tx,
  caller: Caller,
  publicTaskId: number,
  lock: TaskLock,
  select: typeof selectReaderTask,
): Promise<{ row: Row; view: View }> => {
  // Pipelined: the second statement starts after the lock is acquired, so it reads the latest committed rows.
  const [locked, row] = await Promise.all([
    lockTask(tx, caller.actor, publicTaskId, lock),
    findTask<Row>(tx, caller, publicTaskId, select),
  ]);
  return authorize(locked ? row : undefined, caller);
};

/** Locks a task and returns it. @throws 404 */
export const openTaskForUpdate = (
  tx: Tx,
  caller: Caller,
  publicTaskId: number,
  lock: TaskLock = 'change',
): Promise<OpenedTask> => lockAndOpen<ReaderTaskRow>(tx, caller, publicTaskId, lock, selectReaderTask);

/** An opened task with everything that its page shows. */
export interface OpenedTaskDetails extends OpenedTask {
  row: ReaderTaskDetailsRow;
}

/** Locks a task and returns it with everything that its page shows. @throws 404 */
export const openTaskDetailsForUpdate = (
  tx: Tx,
  caller: Caller,
  publicTaskId: number,
  lock: TaskLock = 'change',
): Promise<OpenedTaskDetails> =>
  lockAndOpen<ReaderTaskDetailsRow>(tx, caller, publicTaskId, lock, selectReaderTaskDetails);

/**
 * Query for the internal id of a task that the caller may open. Lets statements of the same round trip select parts of
 * the task, and nothing of a hidden one.
 *
 * @param isShown SQL: the caller sees the parts. Default: all callers who may open the task.
 */
export const selectTaskId = (
  knex: Knex,
  { actor }: Caller,
  publicTaskId: number,
  isShown = 'true',
): Knex.Raw =>
  knex.raw(
    `(with ${readerCte} select t.id from ${requestedTask} where ${isOpened(hasBasePermission(actor))} and ${isShown})`,
    { ...readerBindings(actor), publicTaskId },
  );

/**
 * Opens a task and runs further queries in the same round trip. @returns `parts`: the rows of each query, in order
 * @throws 404
 */
export const readTask = async (
  db: Database,
  caller: Caller,
  publicTaskId: number,
  parts: (knex: Knex) => (Knex.QueryBuilder | Knex.Raw)[] = () => [],
): Promise<OpenedTask & { parts: Record<string, unknown>[][] }> => {
  const [[row] = [], ...rows] = await readOrganization(db, caller.tenantScope, (knex) => [
    selectReaderTask(knex, publicTaskId, caller.actor),
    ...parts(knex),
  ]);
  return { ...authorize(row as ReaderTaskRow | undefined, caller), parts: rows };
};
