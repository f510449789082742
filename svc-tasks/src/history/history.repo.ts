import type { ChangeHistoryEntry } from '@obieg/contracts';
import { sendWithCommit, type Tx } from '@obieg/service-kit';
import type { Caller } from '../people/caller';
import { emailOf } from '../people/people.repo';
import type { TaskRow } from '../tasks/tasks.repo';

/** On which task an entry is, and by whom. */
export interface EntryContext {
  publicTaskId: number;
  userId: number | null;
  /** Of who has no account; of others it is the address that they have now. */
  email: string | null;
}

/** The caller's entry on this task. */
export const createEntryContext = (
  { actor }: Caller,
  { public_task_id: publicTaskId }: Pick<TaskRow, 'public_task_id'>,
): EntryContext => ({ publicTaskId, userId: actor?.userId ?? null, email: null });

/**
 * SQL: writes an entry of an `EntryContext`, with these values beside. Written out instead of built by knex, which
 * was an eighth of what svc-tasks did for a submission.
 */
const insertEntry = (table: string, columns: Record<string, string>): string =>
  `insert into ${table} (organization_id, task_id, changed_by_user_id, changed_by_email,
     ${Object.keys(columns).join(', ')})
   select t.organization_id, t.id, :userId, ${emailOf(':userId', ':email')},
     ${Object.values(columns).join(', ')}
     from tasks t where t.public_task_id = :publicTaskId`;

export interface StatusEntry {
  status_name: string;
  status_type: string;
  transition_name: string | null;
}

const insertStatus = insertEntry('status_history', {
  status_name: ':status_name',
  status_type: ':status_type',
  transition_name: ':transition_name',
});

export const insertStatusEntry = (tx: Tx, owner: EntryContext, entry: StatusEntry): void =>
  void sendWithCommit(tx, tx.raw(insertStatus, { ...owner, ...entry }));

/** A user or a group, never both. */
export type Assignee = { userId: number; groupId: null } | { userId: null; groupId: number };

const insertAssignment = insertEntry('assignment_history', {
  assignment_type: ':type',
  assigned_to_name: `coalesce((select u.username from users u where u.id = :assignedUserId),
    (select g.name from groups g where g.organization_id = t.organization_id and g.id = :assignedGroupId))`,
  comment: ':comment',
});

/** Notes who has the task now, under the name that they have now. */
export const recordAssignment = (
  tx: Tx,
  owner: EntryContext,
  assignee: Assignee,
  comment: string | null = null,
): void =>
  void sendWithCommit(
    tx,
    tx.raw(insertAssignment, {
      ...owner,
      type: assignee.userId === null ? 'GROUP' : 'USER',
      assignedUserId: assignee.userId,
      assignedGroupId: assignee.groupId,
      comment,
    }),
  );

export type ChangedValue = ChangeHistoryEntry['changes'][number];

export interface ChangeEntry {
  /** DELETE is for the administrator of the database: what is deleted is in no answer. */
  change_type: ChangeHistoryEntry['changeType'] | 'DELETE';
  changes: readonly ChangedValue[];
  comment?: string | null;
}

const insertChange = insertEntry('change_history', {
  change_type: ':change_type',
  changes: ':changes',
  comment: ':comment',
});

export const insertChangeEntry = (
  tx: Tx,
  owner: EntryContext,
  { changes, comment = null, change_type }: ChangeEntry,
): void =>
  void sendWithCommit(
    tx,
    tx.raw(insertChange, { ...owner, change_type, changes: JSON.stringify(changes), comment }),
  );
