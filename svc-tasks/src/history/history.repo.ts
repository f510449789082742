import type { ChangeHistoryEntry } from '@obieg/contracts';
import { groupPathIn, sendWithCommit, type Tx } from '@obieg/service-kit';
import type { Knex } from 'knex';
import type { Caller } from '../callers/caller';
import { addressHintIn, emailOf, joinMember, nameOf } from '../members/members.repo';
import type { TaskRow } from '../tasks/tasks.repo';

/** The task of an entry and the user who causes it. */
export interface EntryContext {
  publicTaskId: number;
  userId: number | null;
  /** Set only for visitors. For accounts, the database reads the current address. */
  email: string | null;
}

export const createEntryContext = (
  { actor }: Caller,
  { public_task_id: publicTaskId }: Pick<TaskRow, 'public_task_id'>,
): EntryContext => ({ publicTaskId, userId: actor?.userId ?? null, email: null });

/**
 * SQL: inserts an entry with an `EntryContext` and further columns. Plain SQL, because building the query with knex
 * took an eighth of the CPU time of a submission.
 */
const buildInsertEntry = (table: string, columns: Record<string, string>): string =>
  `insert into ${table} (organization_id, task_id, changed_by_user_id, changed_by_email,
     ${Object.keys(columns).join(', ')})
   select t.organization_id, t.id, :userId, ${emailOf(':userId', ':email')},
     ${Object.values(columns).join(', ')}
     from tasks t where t.public_task_id = :publicTaskId`;

export interface StatusEntry {
  status_name: string;
  status_type: string;
  transition_name: string | null;
  /** Of an imported task. The default is the time of the transaction. */
  changed_at?: Date;
}

const insertStatus = buildInsertEntry('status_history', {
  status_name: ':status_name',
  status_type: ':status_type',
  transition_name: ':transition_name',
  changed_at: 'coalesce(cast(:changed_at as timestamptz), now())',
});

export const insertStatusEntry = (tx: Tx, context: EntryContext, entry: StatusEntry): void =>
  sendWithCommit(tx, tx.raw(insertStatus, { ...context, changed_at: null, ...entry }));

/** A user or a group, never both. */
export type Assignee = { userId: number; groupId: null } | { userId: null; groupId: number };

/** An assignee, or none. */
export type FormerAssignee = Assignee | { userId: null; groupId: null };

const assignedGroup = (column: string): string => `(select ${column} from groups g
    where g.organization_id = t.organization_id and g.id = :assignedGroupId)`;

const insertAssignment = buildInsertEntry('assignment_history', {
  assignment_type: ':type',
  assigned_to_name: `coalesce((select ${nameOf('u')} from users u where u.id = :assignedUserId),
    ${assignedGroup('g.name')})`,
  assigned_to_group_path: assignedGroup(groupPathIn('g')),
  assigned_to_address_hint: `(select ${addressHintIn('u', 'm')} from users u ${joinMember('u', 'm')}
    where u.id = :assignedUserId)`,
  comment: ':comment',
});

/** Inserts a history entry with the current name of the assignee, and the path of a group; without a name if there is none. */
export const insertAssignmentEntry = (
  tx: Tx,
  context: EntryContext,
  assignee: FormerAssignee,
  comment: string | null = null,
): void =>
  sendWithCommit(
    tx,
    tx.raw(insertAssignment, {
      ...context,
      type: assignee.userId === null ? 'GROUP' : 'USER',
      assignedUserId: assignee.userId,
      assignedGroupId: assignee.groupId,
      comment,
    }),
  );

export type ChangedValue = ChangeHistoryEntry['changes'][number];

export interface ChangeEntry {
  /** No response contains DELETE, because deleted tasks are invisible. It is for database administrators. */
  change_type: ChangeHistoryEntry['changeType'] | 'DELETE';
  changes: readonly ChangedValue[];
  comment?: string | null;
}

const insertChange = buildInsertEntry('change_history', {
  change_type: ':change_type',
  changes: ':changes',
  comment: ':comment',
});

const changeEntryStatement = (
  tx: Tx,
  context: EntryContext,
  { changes, comment = null, change_type }: ChangeEntry,
): Knex.Raw => tx.raw(insertChange, { ...context, change_type, changes: JSON.stringify(changes), comment });

/** Inserts the entry when the transaction commits. */
export const insertChangeEntry = (tx: Tx, context: EntryContext, entry: ChangeEntry): void =>
  sendWithCommit(tx, changeEntryStatement(tx, context, entry));

/** Inserts the entry at once. Reactions need it: their transaction has another scope when it commits. */
export const insertChangeEntryNow = async (
  tx: Tx,
  context: EntryContext,
  entry: ChangeEntry,
): Promise<void> => {
  await changeEntryStatement(tx, context, entry);
};
