import type { changeDueDateSchema, Task } from '@obieg/contracts';
import { type Database, problem } from '@obieg/service-kit';
import type * as z from 'zod';
import type { SignedInCaller } from '../callers/caller';
import { createEntryContext, insertChangeEntry } from '../history/history.repo';
import { translate } from '../messages/server-messages';
import { mayPlan } from '../policy/tasks.policy';
import { changeTask, type LockedTaskChange } from '../tasks/change-task';
import { checkExpected } from '../tasks/check-expected';
import { recordTaskChanged } from '../tasks/tasks.events';
import { updateTask } from '../tasks/tasks.repo';

type Input = z.output<typeof changeDueDateSchema>;

/** A call with the current due date only records its comment. @throws 403 unless the caller is an operator or the assignee, 412 */
export const setDueDate =
  (caller: SignedInCaller, input: Input): LockedTaskChange =>
  async (tx, { row, view }) => {
    if (!mayPlan(view, row.is_assignee, caller.actor))
      throw problem.forbidden(translate(caller.language, 'dueDateForbidden'));
    const before = row.due_at?.toISOString() ?? null;
    const { dueAt: after } = input;
    const isChange = before !== after;
    const { expectedDueAt = before } = input;
    if (isChange) checkExpected(caller, expectedDueAt === before);
    const comment = input.comment?.trim() || null;
    if (isChange || comment !== null) {
      insertChangeEntry(tx, createEntryContext(caller, row), {
        change_type: 'DUE',
        changes: isChange ? [{ field: 'dueAt', label: null, before, after }] : [],
        comment,
      });
    }
    if (!isChange) return undefined;
    const changed = await updateTask(tx, row, { due_at: after === null ? null : new Date(after) });
    recordTaskChanged(tx, changed, caller.traceparent);
    return changed;
  };

/** Sets or removes the due date. */
export const changeDueDate = (
  db: Database,
  caller: SignedInCaller,
  publicTaskId: number,
  input: Input,
): Promise<Task> => changeTask(db, caller, publicTaskId, { change: setDueDate(caller, input) });
