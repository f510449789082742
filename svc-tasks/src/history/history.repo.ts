import type { ChangeHistoryEntry } from '@obieg/contracts';
import { sendWithCommit, type Tx } from '@obieg/service-kit';
import type { Knex } from 'knex';
import type { Caller } from '../people/caller';
import { selectEmail } from '../people/people.repo';
import type { TaskRow } from '../tasks/tasks.repo';

/** Columns that every history entry begins with: whose, on which task, by whom. A query is asked where it is written. */
export interface EntryOwner {
  organization_id: number;
  task_id: number | Knex.QueryBuilder;
  changed_by_user_id: number | null;
  changed_by_email: string | Knex.QueryBuilder | null;
}

/** The caller's entry on this task, under the address that they have now. */
export const describeEntryOwner = (
  tx: Tx,
  { actor }: Caller,
  task: Pick<TaskRow, 'organization_id' | 'id'>,
): EntryOwner => ({
  organization_id: task.organization_id,
  task_id: task.id,
  changed_by_user_id: actor?.userId ?? null,
  changed_by_email: actor ? selectEmail(tx, actor.userId) : null,
});

export interface StatusEntry {
  status_name: string;
  status_type: string;
  transition_name: string | null;
}

export const insertStatusEntry = (tx: Tx, owner: EntryOwner, entry: StatusEntry): void =>
  void sendWithCommit(tx, tx('status_history').insert({ ...owner, ...entry }));

/** A user or a group, never both. */
export type Assignee = { userId: number; groupId: null } | { userId: null; groupId: number };

const selectName = (tx: Tx, { userId, groupId }: Assignee): Knex.QueryBuilder =>
  userId === null
    ? tx('groups').where({ id: groupId }).select('name')
    : tx('users').where({ id: userId }).select('username');

/** Notes who has the task now, under the name that they have now. */
export const recordAssignment = (
  tx: Tx,
  owner: EntryOwner,
  assignee: Assignee,
  comment: string | null = null,
): void =>
  void sendWithCommit(
    tx,
    tx('assignment_history').insert({
      ...owner,
      assignment_type: assignee.userId === null ? 'GROUP' : 'USER',
      assigned_to_name: selectName(tx, assignee),
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

export const insertChangeEntry = (tx: Tx, owner: EntryOwner, { changes, ...entry }: ChangeEntry): void =>
  void sendWithCommit(
    tx,
    tx('change_history').insert({ ...owner, ...entry, changes: JSON.stringify(changes) }),
  );
