import type { assignTaskSchema, Task } from '@obieg/contracts';
import { type Database, problem, type Tx } from '@obieg/service-kit';
import type * as z from 'zod';
import { isActingMember, isLeader } from '../groups/effective-groups';
import { type Assignee, createEntryContext, insertAssignmentEntry } from '../history/history.repo';
import { translate } from '../messages/server-messages';
import type { SignedInCaller } from '../people/caller';
import { checkAssignee, checkGroups } from '../people/references';
import { changeTask } from '../tasks/change-task';
import { recordTaskChanged } from '../tasks/tasks.events';
import { type TaskRow, updateTask } from '../tasks/tasks.repo';
import { responsibleGroupOf } from './responsible-group';

type Input = z.output<typeof assignTaskSchema>;
const readAssignee = ({ actor, language }: SignedInCaller, input: Input): Assignee => {
  if (input.assignmentType === 'ASSIGN_TO_ME') return { userId: actor.userId, groupId: null };
  if (input.assignmentType === 'ASSIGN_TO_USER') {
    if (input.userId == null)
      throw problem.validation([{ field: 'userId', message: translate(language, 'userRequired') }]);
    return { userId: input.userId, groupId: null };
  }
  if (input.groupId == null)
    throw problem.validation([{ field: 'groupId', message: translate(language, 'groupRequired') }]);
  return { userId: null, groupId: input.groupId };
};

/** Without OPERATOR, a leader may assign the group's tasks to its effective members and back to the group. */
const mayAssignAsLeader = async (
  tx: Tx,
  { actor }: SignedInCaller,
  task: TaskRow,
  { userId, groupId }: Assignee,
): Promise<boolean> => {
  const group = responsibleGroupOf(task);
  if (group === null || !(await isLeader(tx, group, actor.userId))) return false;
  return userId === null ? groupId === group : isActingMember(tx, group, userId);
};

/** Members may assign tasks to themselves. Only operators and leaders may assign them to others. @throws 403, 422 */
const checkMayAssign = async (
  tx: Tx,
  caller: SignedInCaller,
  task: TaskRow,
  assignee: Assignee,
): Promise<void> => {
  const { actor, language } = caller;
  if (assignee.userId === actor.userId) return;
  const mayAssign =
    actor.permissions.has('OPERATOR') || (await mayAssignAsLeader(tx, caller, task, assignee));
  if (!mayAssign) throw problem.forbidden(translate(language, 'assignOthersForbidden'));
  if (assignee.userId === null) await checkGroups({ tx, field: 'groupId', language }, [assignee.groupId]);
  else await checkAssignee({ tx, field: 'userId', language }, assignee.userId);
};

const assign = async (tx: Tx, task: TaskRow, { userId, groupId }: Assignee): Promise<TaskRow> => {
  const group = responsibleGroupOf(task);
  const isForGroup = userId !== null && group !== null && (await isActingMember(tx, group, userId));
  return updateTask(tx, task, {
    assigned_user_id: userId,
    assigned_group_id: groupId,
    assigned_for_group_id: isForGroup ? group : null,
  });
};

const assignAndRecord = async (
  tx: Tx,
  caller: SignedInCaller,
  task: TaskRow,
  assignee: Assignee,
  comment: string | null,
): Promise<TaskRow> => {
  const isChange = task.assigned_user_id !== assignee.userId || task.assigned_group_id !== assignee.groupId;
  // A call with the current assignee only records its comment.
  if (!isChange && comment === null) return task;
  const after = isChange ? await assign(tx, task, assignee) : task;
  insertAssignmentEntry(tx, createEntryContext(caller, task), assignee, comment);
  if (isChange) recordTaskChanged(tx, after, caller.traceparent);
  return after;
};

/** Assigns the task to the caller, a user or a group (spec 3 §4, §6). */
export const assignTask = (
  db: Database,
  caller: SignedInCaller,
  publicTaskId: number,
  input: Input,
): Promise<Task> =>
  changeTask(db, caller, publicTaskId, {
    change: async (tx, { row, view }) => {
      if (view !== 'member') throw problem.forbidden(translate(caller.language, 'assignForbidden'));
      const assignee = readAssignee(caller, input);
      await checkMayAssign(tx, caller, row, assignee);
      return assignAndRecord(tx, caller, row, assignee, input.comment?.trim() || null);
    },
  });
