import type { Task } from '@obieg/contracts';
import { type Database, problem, readOrganization, type Tx } from '@obieg/service-kit';
import type { Knex } from 'knex';
import { getConfigurationOfVersion, selectConfigurationVersion } from '../configuration/configuration.repo';
import { translate } from '../messages/server-messages';
import type { Caller } from '../people/caller';
import { type View, viewOf } from './tasks.policy';
import { presentTask } from './tasks.presenter';
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

/** A task that the caller may see, and as what they see it. */
export interface OpenedTask {
  row: ReaderTaskRow;
  view: View;
}

const notFound = ({ language }: Caller) => problem.notFound(translate(language, 'taskNotFound'));

/** The one door to a task and all its parts: 404 for what is not there and for what may not be seen. */
const admit = <Row extends ReaderTaskRow>(row: Row | undefined, caller: Caller): { row: Row; view: View } => {
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

/** All of the task as it is now, for who has opened it: sight is not judged again. */
export const getTaskDetails = async (
  tx: Tx,
  caller: Caller,
  { public_task_id }: Pick<ReaderTaskRow, 'public_task_id'>,
): Promise<TaskDetailsRow> => {
  const { rows } = (await selectTaskDetails(tx, public_task_id)) as { rows: TaskDetailsRow[] };
  const [row] = rows;
  if (!row) throw notFound(caller);
  return row;
};

/** Opens a task within a transaction. */
export const openTask = async (tx: Tx, caller: Caller, publicTaskId: number): Promise<OpenedTask> =>
  admit(await findTask(tx, caller, publicTaskId), caller);

/**
 * Locks the task and then opens it: who may see it is judged by what is true once the lock is held, also when somebody
 * else restricted the task while this caller waited.
 */
const lockAndOpen = async <Row extends ReaderTaskRow>(
  tx: Tx,
  caller: Caller,
  publicTaskId: number,
  lock: TaskLock,
  select: typeof selectReaderTask,
): Promise<{ row: Row; view: View }> => {
  // Sent together; the second begins, and sees what is true, once the first has the lock.
  const [locked, row] = await Promise.all([
    lockTask(tx, publicTaskId, lock),
    findTask<Row>(tx, caller, publicTaskId, select),
  ]);
  return admit(locked ? row : undefined, caller);
};

/** Locks a task against every change and opens it. */
export const openTaskForUpdate = (tx: Tx, caller: Caller, publicTaskId: number): Promise<OpenedTask> =>
  lockAndOpen<ReaderTaskRow>(tx, caller, publicTaskId, 'change', selectReaderTask);

/** A task with all that its page shows, opened. */
export interface OpenedTaskDetails extends OpenedTask {
  row: ReaderTaskDetailsRow;
}

/** Locks a task and opens it with all that its page shows. */
export const openTaskDetailsForUpdate = (
  tx: Tx,
  caller: Caller,
  publicTaskId: number,
  lock: TaskLock = 'change',
): Promise<OpenedTaskDetails> =>
  lockAndOpen<ReaderTaskDetailsRow>(tx, caller, publicTaskId, lock, selectReaderTaskDetails);

/** SQL: the task's own id, for parts that are read in the same round trip. */
export const selectTaskId = (knex: Knex, publicTaskId: number): Knex.QueryBuilder =>
  knex('tasks').where({ public_task_id: publicTaskId }).whereNull('deleted_at').select('id');

/** Opens a task and reads parts of it in one round trip; the parts' rows come back in order. */
export const readTask = async (
  db: Database,
  caller: Caller,
  publicTaskId: number,
  parts: (knex: Knex) => (Knex.QueryBuilder | Knex.Raw)[] = () => [],
): Promise<OpenedTask & { parts: Record<string, unknown>[][] }> => {
  const [[row] = [], ...rows] = await readOrganization(db, caller.entry, (knex) => [
    selectReaderTask(knex, publicTaskId, caller.actor),
    ...parts(knex),
  ]);
  return { ...admit(row as ReaderTaskRow | undefined, caller), parts: rows };
};

/** The task as its page shows it, and its revision for the ETag. */
export const viewTask = async (
  db: Database,
  caller: Caller,
  publicTaskId: number,
): Promise<{ task: Task; revision: number }> => {
  const [[found] = [], versions] = await readOrganization(db, caller.entry, (knex) => [
    selectReaderTaskDetails(knex, publicTaskId, caller.actor),
    selectConfigurationVersion(knex),
  ]);
  const { row, view } = admit(found as ReaderTaskDetailsRow | undefined, caller);
  const configuration = await getConfigurationOfVersion(db, caller, versions);
  return { task: presentTask(row, view, configuration), revision: row.revision };
};
