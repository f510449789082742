import { randomInt } from 'node:crypto';
import type { Priority, StatusType } from '@obieg/contracts';
import { problem, type Tx } from '@obieg/service-kit';
import type { Visibility } from './tasks.policy';

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
  is_restricted: boolean;
  answers: Record<string, string>;
  revision: number;
  created_at: Date;
  updated_at: Date;
}

/** A task with the names that its summary shows. */
export interface TaskSummaryRow extends TaskRow {
  status_name: string;
  status_type: StatusType;
  organization_name: string;
  assigned_user_name: string | null;
  assigned_user_email: string | null;
  assigned_group_name: string | null;
  is_email_verified: boolean | null;
}

/** `t` is the task; every list and view reads from here. */
export const selectSummaries = (tx: Tx) =>
  tx('tasks as t')
    .join('statuses as s', (join) =>
      join.on('s.organization_id', 't.organization_id').andOn('s.id', 't.status_id'),
    )
    .leftJoin('organizations as o', 'o.organization_id', 't.organization_id')
    .leftJoin('users as au', 'au.id', 't.assigned_user_id')
    .leftJoin('groups as ag', (join) =>
      join.on('ag.organization_id', 't.organization_id').andOn('ag.id', 't.assigned_group_id'),
    )
    .select(
      't.*',
      's.name as status_name',
      's.status_type',
      'o.name as organization_name',
      'au.username as assigned_user_name',
      'au.email as assigned_user_email',
      'ag.name as assigned_group_name',
    )
    .select(
      tx.raw(`exists (select 1 from users u join memberships m on m.user_id = u.id
        where m.organization_id = t.organization_id and lower(u.email) = t.author_email and m.is_email_verified) as is_email_verified`),
    );

export interface TaskReaders {
  users: { id: number; username: string; email: string }[];
  groups: { id: number; name: string }[];
}

export const listReaders = async (tx: Tx, taskId: number): Promise<TaskReaders> => ({
  users: await tx('task_readers as r')
    .join('users as u', 'u.id', 'r.reader_id')
    .where({ 'r.task_id': taskId, 'r.kind': 'USER' })
    .orderBy('u.username')
    .select('u.id', 'u.username', 'u.email'),
  groups: await tx('task_readers as r')
    .join('groups as g', (join) =>
      join.on('g.organization_id', 'r.organization_id').andOn('g.id', 'r.reader_id'),
    )
    .where({ 'r.task_id': taskId, 'r.kind': 'GROUP' })
    .orderBy('g.name')
    .select('g.id', 'g.name'),
});

export const visibilityOf = async (tx: Tx, task: TaskRow): Promise<Visibility> => {
  const readers = task.is_restricted
    ? ((await tx('task_readers').where({ task_id: task.id }).select('kind', 'reader_id')) as {
        kind: string;
        reader_id: number;
      }[])
    : [];
  const idsOf = (kind: string) =>
    readers.filter((reader) => reader.kind === kind).map(({ reader_id }) => reader_id);
  return {
    isRestricted: task.is_restricted,
    authorUserId: task.author_user_id,
    assignedUserId: task.assigned_user_id,
    assignedGroupId: task.assigned_group_id,
    visibleUserIds: idsOf('USER'),
    visibleGroupIds: idsOf('GROUP'),
  };
};

export const findSummary = async (tx: Tx, publicTaskId: number): Promise<TaskSummaryRow | undefined> =>
  (await selectSummaries(tx).where('t.public_task_id', publicTaskId).whereNull('t.deleted_at').first()) as
    | TaskSummaryRow
    | undefined;

/** Locks the task until the transaction ends. */
export const lockTask = async (tx: Tx, publicTaskId: number): Promise<TaskRow> => {
  const row = await tx<TaskRow>('tasks')
    .where({ public_task_id: publicTaskId })
    .whereNull('deleted_at')
    .forUpdate()
    .first();
  if (!row) throw problem.notFound('Nie znaleziono zadania.');
  return row;
};

/** A number of twelve digits from a secure source, so that it can be found neither by counting nor by guessing. */
export const drawPublicTaskId = (): number =>
  100_000_000_000 + (randomInt(0, 281_474_976_710_655) % 900_000_000_000);

type NewTask = Omit<TaskRow, 'id' | 'public_task_id' | 'revision' | 'created_at' | 'updated_at'>;

/** Inserts under a drawn number; a number that is taken is drawn again. */
export const insertTask = async (tx: Tx, task: NewTask): Promise<TaskRow> => {
  for (;;) {
    const [row] = await tx<TaskRow>('tasks')
      .insert({ ...task, answers: JSON.stringify(task.answers) as never, public_task_id: drawPublicTaskId() })
      .onConflict(['organization_id', 'public_task_id'])
      .ignore()
      .returning('*');
    if (row) return row;
  }
};

export const replaceReaders = async (
  tx: Tx,
  task: Pick<TaskRow, 'organization_id' | 'id'>,
  userIds: readonly number[],
  groupIds: readonly number[],
): Promise<void> => {
  await tx('task_readers').where({ task_id: task.id }).delete();
  const rows = [...new Set(userIds)]
    .map((id) => ({ kind: 'USER', id }))
    .concat([...new Set(groupIds)].map((id) => ({ kind: 'GROUP', id })));
  if (rows.length > 0)
    await tx('task_readers').insert(
      rows.map(({ kind, id }) => ({
        organization_id: task.organization_id,
        task_id: task.id,
        kind,
        reader_id: id,
      })),
    );
};
