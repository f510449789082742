import type { Task } from '@obieg/contracts';
import {
  type Database,
  problem,
  readOrganization,
  sendWithCommit,
  type Tx,
  withOrganization,
} from '@obieg/service-kit';
import type { Knex } from 'knex';
import {
  findConfiguration,
  getConfiguration,
  type HeldConfiguration,
  selectConfigurationVersion,
} from '../configuration/configuration.repo';
import { say } from '../messages/server-messages';
import type { Caller } from '../people/caller';
import { type View, viewOf } from './tasks.policy';
import { presentTask } from './tasks.presenter';
import {
  lockTask,
  type SeenTaskRow,
  selectSeenTask,
  selectTaskPage,
  selectWholeTask,
  type TaskLock,
  type WholeTaskRow,
} from './tasks.repo';

/** A task that the caller may see, and as what they see it. */
export interface OpenedTask {
  row: SeenTaskRow;
  view: View;
}

const notFound = ({ language }: Caller) => problem.notFound(say(language, 'taskNotFound'));

/** The one door to a task and all its parts: 404 for what is not there and for what may not be seen. */
const admit = <Row extends SeenTaskRow>(row: Row | undefined, caller: Caller): { row: Row; view: View } => {
  const view = row && viewOf(row, caller.actor);
  if (!row || !view) throw notFound(caller);
  return { row, view };
};

const findTask = async (tx: Tx, caller: Caller, publicTaskId: number): Promise<SeenTaskRow | undefined> => {
  const { rows } = (await selectSeenTask(tx, publicTaskId, caller.actor)) as { rows: SeenTaskRow[] };
  return rows[0];
};

/** All of the task as it is now, for who has opened it: sight is not judged again. */
export const getTask = async (
  tx: Tx,
  caller: Caller,
  { public_task_id }: Pick<SeenTaskRow, 'public_task_id'>,
): Promise<WholeTaskRow> => {
  const { rows } = (await selectWholeTask(tx, public_task_id)) as { rows: WholeTaskRow[] };
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
export const openTaskForUpdate = async (
  tx: Tx,
  caller: Caller,
  publicTaskId: number,
  lock: TaskLock = 'change',
): Promise<OpenedTask> => {
  // Sent together; the second begins, and sees what is true, once the first has the lock.
  const [locked, row] = await Promise.all([
    lockTask(tx, publicTaskId, lock),
    findTask(tx, caller, publicTaskId),
  ]);
  return admit(locked ? row : undefined, caller);
};

/** SQL: the task's own id, for parts that are read in the same round trip. */
export const idOfTask = (knex: Knex, publicTaskId: number): Knex.QueryBuilder =>
  knex('tasks').where({ public_task_id: publicTaskId }).whereNull('deleted_at').select('id');

/** Opens a task and reads parts of it in one round trip; the parts' rows come back in order. */
export const readTask = async (
  db: Database,
  caller: Caller,
  publicTaskId: number,
  parts: (knex: Knex) => (Knex.QueryBuilder | Knex.Raw)[] = () => [],
): Promise<OpenedTask & { parts: Record<string, unknown>[][] }> => {
  const [[row] = [], ...rows] = await readOrganization(db, caller.entry, (knex) => [
    selectSeenTask(knex, publicTaskId, caller.actor),
    ...parts(knex),
  ]);
  return { ...admit(row as SeenTaskRow | undefined, caller), parts: rows };
};

/** The task as its page shows it, and its revision for the ETag. */
export const viewTask = async (
  db: Database,
  caller: Caller,
  publicTaskId: number,
): Promise<{ task: Task; revision: number }> => {
  const [[found] = [], versions] = await readOrganization(db, caller.entry, (knex) => [
    selectTaskPage(knex, publicTaskId, caller.actor),
    selectConfigurationVersion(knex),
  ]);
  const { row, view } = admit(found as (SeenTaskRow & WholeTaskRow) | undefined, caller);
  const configuration = await findConfiguration(db, caller, versions);
  return { task: presentTask(row, view, configuration), revision: row.revision };
};

export interface ChangeableTask<Beside = undefined> extends OpenedTask {
  configuration: HeldConfiguration;
  beside: Beside;
}

interface TaskChange<Beside> {
  lock?: TaskLock;
  /** Reads what else the change needs, in the round trip of the opening. */
  readBeside?(tx: Tx): Promise<Beside>;
  /** Judges whether the caller may, and writes. */
  change(tx: Tx, task: ChangeableTask<Beside>): Promise<void>;
}

/**
 * Opens a task, changes it and answers it as it is then, as the caller saw it before: who hands a task on may lose sight
 * of it by that, and still gets an answer.
 */
export const changeTask = async <Beside = undefined>(
  db: Database,
  caller: Caller,
  publicTaskId: number,
  { lock = 'change', readBeside, change }: TaskChange<Beside>,
): Promise<Task> => {
  const { view, configuration, rows } = await withOrganization(db, caller.entry, async (tx) => {
    const [opened, configuration, beside] = await Promise.all([
      openTaskForUpdate(tx, caller, publicTaskId, lock),
      getConfiguration(tx, caller),
      readBeside?.(tx),
    ]);
    await change(tx, { ...opened, configuration, beside: beside as Beside });
    return { view: opened.view, configuration, rows: sendWithCommit(tx, selectWholeTask(tx, publicTaskId)) };
  });
  const [row] = await rows;
  return presentTask(row as unknown as WholeTaskRow, view, configuration);
};
