import { randomInt } from 'node:crypto';
import type { Priority, Task, TaskListItem } from '@obieg/contracts';
import { type Actor, sendWithCommit, type Tx, transactionTime } from '@obieg/service-kit';
import type { Knex } from 'knex';
import { emailOf } from '../people/people.repo';
import { attachmentsJson, summaryJoins, summaryText } from './task-summary';
import { isAuthor, isVisibleToMember, readerBindings, type VisibilityFacts } from './tasks.policy';

export interface TaskRow {
  organization_id: number;
  id: number;
  public_task_id: number;
  title: string;
  description: string | null;
  status_id: number;
  priority: Priority;
  author_user_id: number | null;
  author_email: string | null;
  assigned_user_id: number | null;
  assigned_group_id: number | null;
  /** The group for which the assigned person has it: its leader may pass it on among its people. */
  assigned_for_group_id: number | null;
  is_restricted: boolean;
  answers: Record<string, string>;
  revision: number;
  created_at: Date;
  updated_at: Date;
}

const columns = [
  'organization_id',
  'id',
  'public_task_id',
  'title',
  'description',
  'status_id',
  'priority',
  'author_user_id',
  'author_email',
  'assigned_user_id',
  'assigned_group_id',
  'assigned_for_group_id',
  'is_restricted',
  'answers',
  'revision',
  'created_at',
  'updated_at',
] satisfies (keyof TaskRow)[];

/** A task with what decides whether one reader sees it. */
export interface ReaderTaskRow extends TaskRow, VisibilityFacts {}

/** A task with all that its page shows. */
export interface TaskDetailsRow extends TaskRow {
  summary: TaskListItem;
  visible_users: Task['visibleUsers'];
  visible_groups: Task['visibleGroups'];
  attachments: Task['attachments'];
}

/** A task with all that its page shows, and with what decides whether one reader sees it. */
export interface ReaderTaskDetailsRow extends ReaderTaskRow, TaskDetailsRow {}

const taskColumns = columns.map((column) => `t.${column}`).join(', ');

const sightColumns = `coalesce(${isAuthor}, false) as is_author,
  coalesce(${isVisibleToMember}, false) as is_visible_to_member`;

const pageColumns = `(${summaryText})::json as summary, ${attachmentsJson} as attachments,
  (select coalesce(json_agg(json_build_object('userId', u.id, 'userName', u.username, 'userEmail', u.email)
                            order by u.username), '[]')
     from task_readers r join users u on u.id = r.reader_id
    where r.organization_id = t.organization_id and r.task_id = t.id and r.kind = 'USER') as visible_users,
  (select coalesce(json_agg(json_build_object('groupId', g.id, 'groupName', g.name) order by g.name), '[]')
     from task_readers r join groups g on g.organization_id = r.organization_id and g.id = r.reader_id
    where r.organization_id = t.organization_id and r.task_id = t.id and r.kind = 'GROUP') as visible_groups`;

const isWanted = 't.public_task_id = :publicTaskId and t.deleted_at is null';

const fromTask = 'from tasks t';
const fromWholeTask = `${fromTask} ${summaryJoins}`;
// Made once: a text made anew is hashed anew each time to find its name.
const seenTask = `select ${taskColumns}, ${sightColumns} ${fromTask} where ${isWanted}`;
const taskPage = `select ${taskColumns}, ${sightColumns}, ${pageColumns} ${fromWholeTask} where ${isWanted}`;
const wholeTask = `select ${taskColumns}, ${pageColumns} ${fromWholeTask} where ${isWanted}`;

/** One task, whoever asks, as a `ReaderTaskRow`: `viewOf` decides what of it leaves. */
export const selectReaderTask = (knex: Knex, publicTaskId: number, actor: Actor | undefined): Knex.Raw =>
  knex.raw(seenTask, { ...readerBindings(actor), publicTaskId });

/** One task, whoever asks, as a `ReaderTaskDetailsRow`: `viewOf` decides what of it leaves. */
export const selectReaderTaskDetails = (
  knex: Knex,
  publicTaskId: number,
  actor: Actor | undefined,
): Knex.Raw => knex.raw(taskPage, { ...readerBindings(actor), publicTaskId });

/** One task as a `TaskDetailsRow`, for who has opened it. */
export const selectTaskDetails = (knex: Knex, publicTaskId: number): Knex.Raw =>
  knex.raw(wholeTask, { publicTaskId });

/** `change` waits for everybody who holds the task, `addition` only for those who change it. */
export type TaskLock = 'change' | 'addition';

const lockWanted = 'select from tasks where public_task_id = :publicTaskId and deleted_at is null for';
const locks: Record<TaskLock, string> = {
  change: `${lockWanted} update`,
  addition: `${lockWanted} key share`,
};

/** Locks the task until the transaction ends; false when there is none. */
export const lockTask = async (tx: Tx, publicTaskId: number, lock: TaskLock): Promise<boolean> => {
  // A query is sent when it is awaited: here, before what the caller sends after it.
  const { rows } = await tx.raw<{ rows: unknown[] }>(locks[lock], { publicTaskId });
  return rows.length > 0;
};

/** A number of twelve digits from a secure source, so that it can be found neither by counting nor by guessing. */
const generatePublicTaskId = (): number =>
  100_000_000_000 + (randomInt(0, 281_474_976_710_655) % 900_000_000_000);

/** `author_email` is that of who has no account; null for others, of whom the address that they have now is written. */
export type NewTask = Omit<
  TaskRow,
  'id' | 'public_task_id' | 'assigned_for_group_id' | 'revision' | 'created_at' | 'updated_at'
>;

/** A task that is written as its transaction commits; the database gives its id then. */
export type InsertedTask = Omit<TaskRow, 'id'>;

/** Written out for the same reason as entries of the history are. */
const insertNewTask = `
  insert into tasks (organization_id, public_task_id, title, description, status_id, priority, author_user_id,
    author_email, assigned_user_id, assigned_group_id, is_restricted, answers)
  values (:organization_id, :public_task_id, :title, :description, :status_id, :priority, :author_user_id,
    ${emailOf(':author_user_id', ':author_email')}, :assigned_user_id, :assigned_group_id, :is_restricted, :answers)`;

/** Writes a new task under a drawn number as the transaction commits. */
export const insertTask = async (tx: Tx, task: NewTask): Promise<InsertedTask> => {
  const public_task_id = generatePublicTaskId();
  const time = await transactionTime(tx);
  void sendWithCommit(
    tx,
    tx.raw(insertNewTask, { ...task, public_task_id, answers: JSON.stringify(task.answers) }),
  );
  return {
    ...task,
    public_task_id,
    assigned_for_group_id: null,
    revision: 1,
    created_at: time,
    updated_at: time,
  };
};

/** Whether a transaction has failed since the number that it had drawn is taken: it may draw another. */
export const isPublicTaskIdTaken = (error: unknown): boolean =>
  (error as { constraint?: string }).constraint === 'tasks_public_id_key';

type TaskChange = Partial<
  Pick<
    TaskRow,
    | 'title'
    | 'description'
    | 'status_id'
    | 'priority'
    | 'assigned_user_id'
    | 'assigned_group_id'
    | 'assigned_for_group_id'
    | 'is_restricted'
    | 'answers'
  >
>;

/** Changes a locked task as the transaction commits: a new revision, touched now. Answers the row as it is then. */
export const updateTask = async (tx: Tx, task: TaskRow, change: TaskChange): Promise<TaskRow> => {
  const { answers } = change;
  const columns = Object.keys(change).map((column) => `${column} = :${column}, `);
  void sendWithCommit(
    tx,
    tx.raw(`update tasks set ${columns.join('')}updated_at = now(), revision = revision + 1 where id = :id`, {
      ...change,
      ...(answers ? { answers: JSON.stringify(answers) } : {}),
      id: task.id,
    }),
  );
  return { ...task, ...change, revision: task.revision + 1, updated_at: await transactionTime(tx) };
};

/** Takes the task out of every answer; its rows stay. */
export const markTaskDeleted = async (tx: Tx, { id }: Pick<TaskRow, 'id'>): Promise<void> => {
  await tx('tasks')
    .where({ id })
    .update({ deleted_at: tx.fn.now(), revision: tx.raw('revision + 1') });
};

/** SQL: names readers of a task that has none yet. One text for any number of them, so that its plan is kept. */
const insertReaderRows = (
  tx: Tx,
  publicTaskId: number,
  userIds: readonly number[],
  groupIds: readonly number[],
): Knex.Raw =>
  tx.raw(
    `insert into task_readers (organization_id, task_id, kind, reader_id)
     select t.organization_id, t.id, r.kind, r.id
       from tasks t
       cross join (select 'USER' as kind, unnest(cast(:userIds as bigint[])) as id
             union select 'GROUP', unnest(cast(:groupIds as bigint[]))) r
      where t.public_task_id = :publicTaskId`,
    { publicTaskId, userIds: [...userIds], groupIds: [...groupIds] },
  );

/** Names the readers of a new task as the transaction commits. */
export const insertReaders = (
  tx: Tx,
  { public_task_id }: Pick<TaskRow, 'public_task_id'>,
  userIds: readonly number[],
  groupIds: readonly number[],
): void => {
  if (userIds.length + groupIds.length > 0)
    void sendWithCommit(tx, insertReaderRows(tx, public_task_id, userIds, groupIds));
};

export const replaceReaders = async (
  tx: Tx,
  { id, public_task_id }: Pick<TaskRow, 'id' | 'public_task_id'>,
  userIds: readonly number[],
  groupIds: readonly number[],
): Promise<void> => {
  await tx('task_readers').where({ task_id: id }).delete();
  await insertReaderRows(tx, public_task_id, userIds, groupIds);
};

/** Of each of the tasks that name groups as readers, these groups. */
export const findReaderGroups = async (
  tx: Tx,
  taskIds: readonly number[],
): Promise<ReadonlyMap<number, readonly number[]>> => {
  const rows: { task_id: number; group_ids: number[] }[] = await tx('task_readers')
    .whereRaw(`task_id = any(?) and kind = 'GROUP'`, [[...taskIds]])
    .groupBy('task_id')
    .select('task_id', tx.raw('json_agg(reader_id order by reader_id) as group_ids'));
  return new Map(rows.map(({ task_id, group_ids }) => [task_id, group_ids]));
};
