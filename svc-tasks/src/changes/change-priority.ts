import { type changePrioritySchema, openPrioritySchema, type Task } from '@obieg/contracts';
import { type Database, problem } from '@obieg/service-kit';
import type * as z from 'zod';
import type { SignedInCaller } from '../callers/caller';
import { createEntryContext, insertChangeEntry } from '../history/history.repo';
import { translate } from '../messages/server-messages';
import { followTargets } from '../targets/follow-targets';
import { changeTask, type LockedTaskChange } from '../tasks/change-task';
import { checkExpected } from '../tasks/check-expected';
import { recordTaskChanged } from '../tasks/tasks.events';
import { updateTask } from '../tasks/tasks.repo';

type Input = z.output<typeof changePrioritySchema>;

/** A call with the current priority only records its comment. @throws 403 without OPERATOR, 412 */
export const setPriority =
  (caller: SignedInCaller, input: Input): LockedTaskChange =>
  async (tx, { row, view, configuration }) => {
    if (view !== 'member' || !caller.actor.permissions.has('OPERATOR'))
      throw problem.forbidden(translate(caller.language, 'priorityForbidden'));
    const isChange = row.priority !== input.priority;
    const shown = openPrioritySchema.parse(row.priority);
    const { expectedPriority = shown } = input;
    if (isChange) checkExpected(caller, expectedPriority === shown);
    const comment = input.comment?.trim() || null;
    if (isChange || comment !== null) {
      insertChangeEntry(tx, createEntryContext(caller, row), {
        change_type: 'PRIORITY',
        changes: isChange
          ? [{ field: 'priority', label: null, before: row.priority, after: input.priority }]
          : [],
        comment,
      });
    }
    if (!isChange) return undefined;
    const changed = await updateTask(tx, row, { priority: input.priority });
    await followTargets(tx, configuration, changed, 'PRIORITY');
    recordTaskChanged(tx, changed, caller.traceparent);
    return changed;
  };

/** Changes the priority (spec 3 §6). */
export const changePriority = (
  db: Database,
  caller: SignedInCaller,
  publicTaskId: number,
  input: Input,
): Promise<Task> => changeTask(db, caller, publicTaskId, { change: setPriority(caller, input) });
