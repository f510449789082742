import { type bulkTasksSchema, isKnownValue, type Priority } from '@obieg/contracts';
import { problem, type Tx } from '@obieg/service-kit';
import type * as z from 'zod';
import { type EarlierAssignee, restoreAssignee, setAssignee } from '../assignments/assign-task';
import type { SignedInCaller } from '../callers/caller';
import { setPriority } from '../changes/change-priority';
import { setDueDate } from '../due/change-due-date';
import { translate } from '../messages/server-messages';
import { setWatch } from '../notifications/watch-task';
import type { LockedTask, LockedTaskChange } from '../tasks/change-task';
import type { TaskRow } from '../tasks/tasks.repo';
import { moveTaskByName } from '../transitions/run-named-transition';
import { findResult, type StoredResult } from './bulk.repo';

export type BulkInput = z.output<typeof bulkTasksSchema>;

/** The changed values of a task before and after a bulk action. */
const undoActions = ['ASSIGN', 'PRIORITY', 'DUE'] as const;
type Undo =
  | { action: 'ASSIGN'; before: EarlierAssignee; after: EarlierAssignee }
  | { action: 'PRIORITY'; before: Priority; after: Priority }
  | { action: 'DUE'; before: string | null; after: string | null };

/** @returns null if nothing can be undone, also if only a newer version could */
export const readUndo = (stored: StoredResult | undefined): Undo | null => {
  const undo = stored?.undo as Undo | null | undefined;
  return undo && isKnownValue(undoActions, undo.action) ? undo : null;
};

const currentValue = (action: Undo['action'], row: TaskRow): Undo['before'] => {
  if (action === 'PRIORITY') return row.priority;
  if (action === 'DUE') return row.due_at?.toISOString() ?? null;
  return {
    userId: row.assigned_user_id,
    groupId: row.assigned_group_id,
    forGroupId: row.assigned_for_group_id,
  } as EarlierAssignee;
};

const isSame = (one: Undo['before'], other: Undo['before']): boolean => {
  if (typeof one !== 'object' || typeof other !== 'object' || !one || !other) return one === other;
  return one.userId === other.userId && one.groupId === other.groupId;
};

/** What an undo of this change needs; null if the change cannot be undone or changed nothing. */
export const describeUndo = (
  { action }: BulkInput,
  before: TaskRow,
  after: TaskRow | undefined,
): Undo | null => {
  if (!after || (action !== 'ASSIGN' && action !== 'PRIORITY' && action !== 'DUE')) return null;
  const values = { before: currentValue(action, before), after: currentValue(action, after) };
  return isSame(values.before, values.after) ? null : ({ action, ...values } as Undo);
};

const restore = (caller: SignedInCaller, undo: Undo): LockedTaskChange => {
  if (undo.action === 'ASSIGN') return restoreAssignee(caller, undo.before);
  if (undo.action === 'DUE') return setDueDate(caller, { dueAt: undo.before });
  return setPriority(caller, { priority: undo.before });
};

/** @throws 409 if the other call changed nothing that can be undone, or the value has changed since */
const undoChange = async (
  tx: Tx,
  caller: SignedInCaller,
  task: LockedTask,
  undoneKey: string,
): Promise<TaskRow | undefined> => {
  const { actor, language } = caller;
  const undo = readUndo(
    await findResult(tx, { userId: actor.userId, key: undoneKey }, task.row.public_task_id),
  );
  if (!undo) throw problem.conflict('CONFLICT', translate(language, 'nothingToUndo'));
  if (!isSame(currentValue(undo.action, task.row), undo.after))
    throw problem.conflict('CONFLICT', translate(language, 'changedSinceUndo'));
  return restore(caller, undo)(tx, task);
};

/** Returns the change of one task. It is the one of the call for a single task, with the same checks. */
export const changeOf = (caller: SignedInCaller, input: BulkInput): LockedTaskChange => {
  switch (input.action) {
    case 'TRANSITION':
      return moveTaskByName(caller, input);
    case 'ASSIGN':
      return setAssignee(caller, input);
    case 'PRIORITY':
      return setPriority(caller, input);
    case 'DUE':
      return setDueDate(caller, input);
    case 'WATCH':
      return async (tx, task) => {
        await setWatch(tx, caller, task, input.isWatching);
        return undefined;
      };
    case 'UNDO':
      return (tx, task) => undoChange(tx, caller, task, input.undoneKey);
  }
};
