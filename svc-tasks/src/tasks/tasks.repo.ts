import { randomInt } from 'node:crypto';
import type { Priority, Task, TaskListItem } from '@obieg/contracts';
import type { Actor, Tx } from '@obieg/service-kit';
import type { Knex } from 'knex';
import { attachmentsJson, summaryJoins, summaryText } from './task-summary';
import { isAuthor, isSeenByMember, readerBindings, type Sight } from './tasks.policy';

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
export interface SeenTaskRow extends TaskRow, Sight {}

/** A task with all that its page shows. */
export interface WholeTaskRow extends TaskRow {
  summary: TaskListItem;
  visible_users: Task['visibleUsers'];
  visible_groups: Task['visibleGroups'];
  attachments: Task['attachments'];
}

const taskColumns = columns.map((column) => `t.${column}`).join(', ');

const sightColumns = `coalesce(${isAuthor}, false) as is_author,
  coalesce(${isSeenByMember}, false) as is_seen_by_member`;

const pageColumns = `(${summaryText})::json as summary, ${attachmentsJson} as attachments,
  (select coalesce(json_agg(json_build_object('userId', u.id, 'userName', u.username, 'userEmail', u.email)
                            order by u.username), '[]')
     from task_readers r join users u on u.id = r.reader_id
    where r.organization_id = t.organization_id and r.task_id = t.id and r.kind = 'USER') as visible_users,
  (select coalesce(json_agg(json_build_object('groupId', g.id, 'groupName', g.name) order by g.name), '[]')
     from task_readers r join groups g on g.organization_id = r.organization_id and g.id = r.reader_id
    where r.organization_id = t.organization_id and r.task_id = t.id and r.kind = 'GROUP') as visible_groups`;

const isWanted = 't.public_task_id = :publicTaskId and t.deleted_at is null';

/** One task, whoever asks, as a `SeenTaskRow`: `viewOf` decides what of it leaves. */
export const selectSeenTask = (knex: Knex, publicTaskId: number, actor: Actor | undefined): Knex.Raw =>
  knex.raw(`select ${taskColumns}, ${sightColumns} from tasks t where ${isWanted}`, {
    ...readerBindings(actor),
    publicTaskId,
  });

/** One task, whoever asks, as a `SeenTaskRow` and a `WholeTaskRow`: `viewOf` decides what of it leaves. */
export const selectTaskPage = (knex: Knex, publicTaskId: number, actor: Actor | undefined): Knex.Raw =>
  knex.raw(
    `select ${taskColumns}, ${sightColumns}, ${pageColumns} from tasks t ${summaryJoins} where ${isWanted}`,
    {
      ...readerBindings(actor),
      publicTaskId,
    },
  );

/** One task as a `WholeTaskRow`, for who has opened it. */
export const selectWholeTask = (knex: Knex, publicTaskId: number): Knex.Raw =>
  knex.raw(`select ${taskColumns}, ${pageColumns} from tasks t ${summaryJoins} where ${isWanted}`, {
    publicTaskId,
  });

/** `change` waits for everybody who holds the task, `addition` only for those who change it. */
export type TaskLock = 'change' | 'addition';

/** Locks the task until the transaction ends; false when there is none. */
export const lockTask = async (tx: Tx, publicTaskId: number, lock: TaskLock): Promise<boolean> => {
  const task = tx('tasks').where({ public_task_id: publicTaskId }).whereNull('deleted_at');
  // A query is sent when it is awaited: here, before what the caller sends after it.
  const row = await (lock === 'change' ? task.forUpdate() : task.forKeyShare()).first('id');
  return row !== undefined;
};

/** A number of twelve digits from a secure source, so that it can be found neither by counting nor by guessing. */
const drawPublicTaskId = (): number =>
  100_000_000_000 + (randomInt(0, 281_474_976_710_655) % 900_000_000_000);

export interface NewTask
  extends Omit<
    TaskRow,
    | 'id'
    | 'public_task_id'
    | 'author_email'
    | 'assigned_group_id'
    | 'assigned_for_group_id'
    | 'revision'
    | 'created_at'
    | 'updated_at'
  > {
  /** An address, or the query for it. */
  author_email: string | Knex.QueryBuilder | null;
  /** A group's id, or the query for it. */
  assigned_group_id: number | Knex.QueryBuilder | null;
}

/** Inserts under a drawn number; a number that is taken is drawn again. */
export const insertTask = async (tx: Tx, task: NewTask): Promise<TaskRow> => {
  for (;;) {
    const [row] = (await tx('tasks')
      .insert({ ...task, answers: JSON.stringify(task.answers), public_task_id: drawPublicTaskId() })
      .onConflict(['organization_id', 'public_task_id'])
      .ignore()
      .returning(columns)) as TaskRow[];
    if (row) return row;
  }
};

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

/** Changes a locked task: a new revision, touched now. Answers the row as it is then. */
export const updateTask = async (
  tx: Tx,
  { id }: Pick<TaskRow, 'id'>,
  change: TaskChange,
): Promise<TaskRow> => {
  const { answers, ...rest } = change;
  const [row] = (await tx('tasks')
    .where({ id })
    .update({
      ...rest,
      ...(answers ? { answers: JSON.stringify(answers) } : {}),
      updated_at: tx.fn.now(),
      revision: tx.raw('revision + 1'),
    })
    .returning(columns)) as [TaskRow];
  return row;
};

/** Takes the task out of every answer; its rows stay. */
export const markTaskDeleted = async (tx: Tx, { id }: Pick<TaskRow, 'id'>): Promise<void> => {
  await tx('tasks')
    .where({ id })
    .update({ deleted_at: tx.fn.now(), revision: tx.raw('revision + 1') });
};

/** Names the readers of a task that has none yet. */
export const insertReaders = async (
  tx: Tx,
  task: Pick<TaskRow, 'organization_id' | 'id'>,
  userIds: readonly number[],
  groupIds: readonly number[],
): Promise<void> => {
  if (userIds.length + groupIds.length === 0) return;
  // One text for any number of them, so that its plan is kept.
  await tx.raw(
    `insert into task_readers (organization_id, task_id, kind, reader_id)
     select :organizationId, :taskId, kind, id
       from (select 'USER' as kind, unnest(cast(:userIds as bigint[])) as id
             union select 'GROUP', unnest(cast(:groupIds as bigint[]))) r`,
    { organizationId: task.organization_id, taskId: task.id, userIds: [...userIds], groupIds: [...groupIds] },
  );
};

export const replaceReaders = async (
  tx: Tx,
  task: Pick<TaskRow, 'organization_id' | 'id'>,
  userIds: readonly number[],
  groupIds: readonly number[],
): Promise<void> => {
  await tx('task_readers').where({ task_id: task.id }).delete();
  await insertReaders(tx, task, userIds, groupIds);
};
