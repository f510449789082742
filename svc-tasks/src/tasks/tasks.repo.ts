import { randomInt } from 'node:crypto';
import type { Attachment, Priority, Task, TaskListItem } from '@obieg/contracts';
import { type Actor, groupPathIn, sendWithCommit, type Tx, transactionTime } from '@obieg/service-kit';
import type { Knex } from 'knex';
import { addressHintIn, emailOf, joinMember, nameIn } from '../members/members.repo';
import { preparedReader, readerCte } from '../policy/reader-sql';
import { isOpened, requestedTask } from '../policy/requested-task';
import {
  hasBasePermission,
  isAssignee,
  isAuthorFor,
  isVisibleToMemberFor,
  readerBindings,
  type VisibilityFacts,
} from '../policy/tasks.policy';
import { type StoredTarget, storedTargets } from '../target-clocks/present-targets';
import { attachmentsJson, summaryJoins } from './task-summary';
import { type TextRow, textColumnNames } from './text-columns';

export interface TaskRow extends TextRow {
  organization_id: number;
  id: number;
  public_task_id: number;
  title: string;
  status_id: number;
  priority: Priority;
  due_at: Date | null;
  author_user_id: number | null;
  author_email: string | null;
  assigned_user_id: number | null;
  assigned_group_id: number | null;
  /** The group on whose behalf the assigned user has the task. Its leader may reassign the task within the group. */
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
  ...textColumnNames,
  'status_id',
  'priority',
  'due_at',
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

/** A task with the facts that decide whether one reader may see it. */
export interface ReaderTaskRow extends TaskRow, VisibilityFacts {
  is_assignee: boolean;
}

/** The presenter replaces the uploader's id by what the caller may do. */
export interface StoredAttachment extends Omit<Attachment, 'canDelete'> {
  uploadedByUserId: number | null;
}

/** A task with everything that its page shows. */
export interface TaskDetailsRow extends TaskRow {
  /** The reader has the task, in person or as LEADER or MEMBER of its group. */
  is_assignee: boolean;
  summary: TaskListItem;
  assigned_group_path: string | null;
  visible_users: Task['visibleUsers'];
  visible_groups: Task['visibleGroups'];
  attachments: StoredAttachment[];
  targets: StoredTarget[] | null;
}

export interface ReaderTaskDetailsRow extends ReaderTaskRow, TaskDetailsRow {}

const taskColumns = columns.map((column) => `t.${column}`).join(', ');

const assigneeColumn = `coalesce(${isAssignee}, false) as is_assignee`;
const visibilityColumns = `coalesce(${isAuthorFor(preparedReader)}, false) as is_author,
  coalesce(${isVisibleToMemberFor(preparedReader)}, false) as is_visible_to_member, ${assigneeColumn}`;

const detailColumns = `to_json(summary) as summary, ${attachmentsJson} as attachments,
  ${storedTargets} as targets,
  ${groupPathIn('ag')} as assigned_group_path,
  (select coalesce(json_agg(json_build_object('userId', u.id, 'userName', ${nameIn('u', 'm')}, 'userEmail', u.email,
                            'addressHint', ${addressHintIn('u', 'm')})
                            order by u.username), '[]')
     from task_readers r join users u on u.id = r.reader_id ${joinMember('u', 'm')}
    where r.organization_id = t.organization_id and r.task_id = t.id and r.kind = 'USER') as visible_users,
  (select coalesce(json_agg(json_build_object('groupId', g.id, 'groupName', ${groupPathIn('g')}) order by g.name), '[]')
     from task_readers r join groups g on g.organization_id = r.organization_id and g.id = r.reader_id
    where r.organization_id = t.organization_id and r.task_id = t.id and r.kind = 'GROUP') as visible_groups`;

/** SQL of statements about an opened task. The duration of a 404 does not tell whether the task exists. */
const openedSql = (isMember: boolean) => {
  const openedCte = `${readerCte}, opened as materialized (select t.id from ${requestedTask} where ${isOpened(isMember)})`;
  const fromOpened = 'from opened o join tasks t on t.id = o.id';
  const lock = `with ${openedCte}
    select from tasks t where t.id = (select id from opened) and t.deleted_at is null for`;
  return {
    row: `with ${openedCte} select ${taskColumns}, ${visibilityColumns} ${fromOpened}`,
    details: `with ${openedCte} select ${taskColumns}, ${visibilityColumns}, ${detailColumns} ${fromOpened} ${summaryJoins}`,
    change: `${lock} update of t`,
    addition: `${lock} no key update of t`,
  };
};
// Constants, because each new string is hashed again to find its prepared statement.
const memberSql = openedSql(true);
const otherSql = openedSql(false);
const openedSqlOf = (actor: Actor | undefined) => (hasBasePermission(actor) ? memberSql : otherSql);

const taskDetailsSql = `select ${taskColumns}, ${assigneeColumn}, ${detailColumns}
  from tasks t ${summaryJoins} where t.public_task_id = :publicTaskId and t.deleted_at is null`;

/** Selects a `ReaderTaskRow` for a reader who may open the task. Pass it to `viewOf` before any of it is returned. */
export const selectReaderTask = (knex: Knex, publicTaskId: number, actor: Actor | undefined): Knex.Raw =>
  knex.raw(openedSqlOf(actor).row, { ...readerBindings(actor), publicTaskId });

/**
 * Selects a `ReaderTaskDetailsRow` for a reader who may open the task. Pass it to `viewOf` before any of it is returned.
 */
export const selectReaderTaskDetails = (
  knex: Knex,
  publicTaskId: number,
  actor: Actor | undefined,
): Knex.Raw => knex.raw(openedSqlOf(actor).details, { ...readerBindings(actor), publicTaskId });

/** Selects a `TaskDetailsRow`. The caller must have opened the task before. */
export const selectTaskDetails = (knex: Knex, publicTaskId: number, actor: Actor | undefined): Knex.Raw =>
  knex.raw(taskDetailsSql, { ...readerBindings(actor), publicTaskId });

/**
 * Both locks conflict with each other and with themselves, so that two additions cannot exceed a limit together. Unlike
 * `change`, `addition` lets other transactions insert rows that reference the task.
 */
export type TaskLock = 'change' | 'addition';

/**
 * Locks the task until the transaction ends, if the caller may open it. A lock of a hidden task would take time, and wait
 * for its changes. @returns false if the caller may not open the task
 */
export const lockTask = async (
  tx: Tx,
  actor: Actor | undefined,
  publicTaskId: number,
  lock: TaskLock,
): Promise<boolean> => {
  // Knex sends a query when it is awaited. Awaiting it here sends it before the caller's next statement.
  const { rows } = await tx.raw<{ rows: unknown[] }>(openedSqlOf(actor)[lock], {
    ...readerBindings(actor),
    publicTaskId,
  });
  return rows.length > 0;
};

/** Twelve digits from a secure source, so that the numbers cannot be enumerated or guessed. */
export const generatePublicTaskId = (): number =>
  100_000_000_000 + (randomInt(0, 281_474_976_710_655) % 900_000_000_000);

/**
 * `author_email` is set only for visitors. For accounts, the database reads the current address. An imported task has the
 * times of the other application; the default is the time of the transaction.
 */
export type NewTask = Omit<
  TaskRow,
  'id' | 'public_task_id' | 'assigned_for_group_id' | 'revision' | 'created_at' | 'updated_at'
> &
  Partial<Pick<TaskRow, 'created_at' | 'updated_at'>>;

const newTaskColumns = [
  'organization_id',
  'public_task_id',
  'title',
  ...textColumnNames,
  'status_id',
  'priority',
  'due_at',
  'author_user_id',
  'author_email',
  'assigned_user_id',
  'assigned_group_id',
  'is_restricted',
  'answers',
  'created_at',
  'updated_at',
] satisfies (keyof NewTask | 'public_task_id')[];

/** A task that is inserted when its transaction commits. The database assigns the id only then. */
export type InsertedTask = Omit<TaskRow, 'id'>;

/** Plain SQL instead of a knex builder, for the same reason as `insertEntry` in `history.repo.ts`. */
const insertNewTask = `
  insert into tasks (${newTaskColumns.join(', ')})
  values (${newTaskColumns
    .map((column) => (column === 'author_email' ? emailOf(':author_user_id', ':author_email') : `:${column}`))
    .join(', ')})`;

/** Inserts a task when the transaction commits. */
export const insertTask = async (
  tx: Tx,
  task: NewTask,
  public_task_id = generatePublicTaskId(),
): Promise<InsertedTask> => {
  const time = await transactionTime(tx);
  const { created_at = time, updated_at = time } = task;
  const inserted = { ...task, public_task_id, created_at, updated_at };
  sendWithCommit(tx, tx.raw(insertNewTask, { ...inserted, answers: JSON.stringify(task.answers) }));
  return { ...inserted, assigned_for_group_id: null, revision: 1 };
};

/** True if a transaction failed because its random public number is in use. A retry generates another number. */
const isPublicTaskIdTaken = (error: unknown): boolean =>
  (error as { constraint?: string }).constraint === 'tasks_public_id_key';

/**
 * Attempts to find an unused public number. If a tenth of all numbers is used, ten attempts fail once in ten billion
 * submissions.
 */
const attemptsMax = 10;

/** Runs a transaction that creates a task, again with another number if its number is in use. */
export const retryTakenNumber = async <T>(create: () => Promise<T>): Promise<T> => {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await create();
    } catch (error) {
      if (!isPublicTaskIdTaken(error) || attempt === attemptsMax) throw error;
    }
  }
};

type TaskChange = Partial<
  Pick<
    TaskRow,
    | keyof TextRow
    | 'title'
    | 'status_id'
    | 'priority'
    | 'due_at'
    | 'assigned_user_id'
    | 'assigned_group_id'
    | 'assigned_for_group_id'
    | 'is_restricted'
    | 'answers'
  >
>;

/** Updates a locked task when the transaction commits, and increments its revision. @returns the updated row */
export const updateTask = async (tx: Tx, task: TaskRow, change: TaskChange): Promise<TaskRow> => {
  const { answers } = change;
  const columns = Object.keys(change).map((column) => `${column} = :${column}, `);
  sendWithCommit(
    tx,
    tx.raw(`update tasks set ${columns.join('')}updated_at = now(), revision = revision + 1 where id = :id`, {
      ...change,
      ...(answers ? { answers: JSON.stringify(answers) } : {}),
      id: task.id,
    }),
  );
  return { ...task, ...change, revision: task.revision + 1, updated_at: await transactionTime(tx) };
};

/**
 * Moves the last update of a locked task. Does not change the revision, because a concurrent edit cannot overwrite a
 * comment or an attachment.
 */
export const updateTaskTime = async (tx: Tx, taskId: number): Promise<Date> => {
  const [row] = await tx('tasks')
    .where({ id: taskId })
    .update({ updated_at: tx.fn.now() })
    .returning<{ updated_at: Date }[]>('updated_at');
  if (!row) throw new Error('The locked task does not exist');
  return row.updated_at;
};

/** Hides the task from every response. Its rows are not deleted. */
export const markTaskDeleted = async (tx: Tx, { id }: Pick<TaskRow, 'id'>): Promise<void> => {
  await tx('tasks')
    .where({ id })
    .update({ deleted_at: tx.fn.now(), revision: tx.raw('revision + 1') });
};

/** Inserts the readers of a task that has none yet. The arrays keep the SQL constant, so that its plan is cached. */
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

/** Inserts the readers of a new task when the transaction commits. */
export const insertReaders = (
  tx: Tx,
  { public_task_id }: Pick<TaskRow, 'public_task_id'>,
  userIds: readonly number[],
  groupIds: readonly number[],
): void => {
  if (userIds.length + groupIds.length > 0)
    sendWithCommit(tx, insertReaderRows(tx, public_task_id, userIds, groupIds));
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

/** Returns the ids of the visible users and groups of a task. */
export const listTaskReaderIds = async (
  tx: Tx,
  { id }: Pick<TaskRow, 'id'>,
): Promise<{ visibleUserIds: number[]; visibleGroupIds: number[] }> => {
  const rows: { kind: 'USER' | 'GROUP'; reader_id: number }[] = await tx('task_readers')
    .where({ task_id: id })
    .select('kind', 'reader_id');
  const idsOf = (kind: 'USER' | 'GROUP') =>
    rows.filter((row) => row.kind === kind).map(({ reader_id }) => reader_id);
  return { visibleUserIds: idsOf('USER'), visibleGroupIds: idsOf('GROUP') };
};

/** Returns the reader groups by task id. Tasks without reader groups are missing. */
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
