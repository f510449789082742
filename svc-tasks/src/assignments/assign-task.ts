import type { assignTaskSchema, Task } from '@obieg/contracts';
import { type Database, problem, type Tx } from '@obieg/service-kit';
import type * as z from 'zod';
import type { SignedInCaller } from '../callers/caller';
import { isActingMember, isLeader } from '../groups/effective-groups';
import {
  type Assignee,
  createEntryContext,
  type FormerAssignee,
  insertAssignmentEntry,
} from '../history/history.repo';
import { checkAssignee, checkGroups, checkIsPerson } from '../members/references';
import { translate } from '../messages/server-messages';
import { queueAssignment, queueNews } from '../news-queue/queue-news';
import type { View } from '../policy/tasks.policy';
import { changeTask, type LockedTaskChange } from '../tasks/change-task';
import { checkExpected } from '../tasks/check-expected';
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
  { userId, groupId }: FormerAssignee,
): Promise<boolean> => {
  const group = responsibleGroupOf(task);
  if (group === null || !(await isLeader(tx, group, actor.userId))) return false;
  return userId === null ? groupId === group : isActingMember(tx, group, userId);
};

/** @throws 422 if the user or group cannot have the task */
const checkExists = async (tx: Tx, { language }: SignedInCaller, assignee: FormerAssignee): Promise<void> => {
  if (assignee.userId !== null) await checkAssignee({ tx, field: 'userId', language }, assignee.userId);
  else if (assignee.groupId !== null)
    await checkGroups({ tx, field: 'groupId', language }, [assignee.groupId]);
};

/**
 * People may assign tasks to themselves, integrations may not. Only operators and leaders may assign them to others.
 *
 * @throws 403, 422
 */
export const checkMayAssign = async (
  tx: Tx,
  caller: SignedInCaller,
  task: TaskRow,
  assignee: FormerAssignee,
): Promise<void> => {
  const { actor, language } = caller;
  if (assignee.userId === actor.userId) {
    await checkIsPerson({ tx, field: 'userId', language }, actor.userId);
    return;
  }
  const mayAssign =
    actor.permissions.has('OPERATOR') || (await mayAssignAsLeader(tx, caller, task, assignee));
  if (!mayAssign) throw problem.forbidden(translate(language, 'assignOthersForbidden'));
  await checkExists(tx, caller, assignee);
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

const recordAssignment = (tx: Tx, caller: SignedInCaller, after: TaskRow): void => {
  recordTaskChanged(tx, after, caller.traceparent);
  queueAssignment(tx, after, caller.actor.userId);
  queueNews(tx, after, { kind: 'SIGHT_CHANGED', actorUserId: null });
};

const hasAssignee = (
  task: TaskRow,
  { userId, groupId }: { userId: number | null; groupId: number | null },
): boolean => task.assigned_user_id === userId && task.assigned_group_id === groupId;

const assignAndRecord = async (
  tx: Tx,
  caller: SignedInCaller,
  task: TaskRow,
  assignee: Assignee,
  comment: string | null,
): Promise<TaskRow> => {
  const isChange = !hasAssignee(task, assignee);
  // A call with the current assignee only records its comment.
  if (!isChange && comment === null) return task;
  const after = isChange ? await assign(tx, task, assignee) : task;
  insertAssignmentEntry(tx, createEntryContext(caller, task), assignee, comment);
  if (isChange) recordAssignment(tx, caller, after);
  return after;
};

/** @throws 403 */
export const checkIsMember = ({ language }: SignedInCaller, view: View): void => {
  if (view !== 'member') throw problem.forbidden(translate(language, 'assignForbidden'));
};

/** Whether the task has the assignee that the caller saw, or already has the new one. */
const hasExpectedAssignee = (task: TaskRow, assignee: Assignee, { expectedAssignee }: Input): boolean =>
  expectedAssignee === undefined || hasAssignee(task, expectedAssignee) || hasAssignee(task, assignee);

/** Assigns a locked task. @throws 403, 412, 422 */
export const setAssignee =
  (caller: SignedInCaller, input: Input): LockedTaskChange =>
  async (tx, { row, view }) => {
    checkIsMember(caller, view);
    const assignee = readAssignee(caller, input);
    await checkMayAssign(tx, caller, row, assignee);
    checkExpected(caller, hasExpectedAssignee(row, assignee, input));
    return assignAndRecord(tx, caller, row, assignee, input.comment?.trim() || null);
  };

/** The earlier assignee of a task, with the group on whose behalf the user had it. */
export type EarlierAssignee = FormerAssignee & { forGroupId: number | null };

/**
 * Gives a locked task back to its earlier assignee, or leaves it unassigned. Call it only for an assignment by the same
 * caller. Members may give back what they took themselves; the rest is as for an assignment. @throws 403, 422
 */
export const restoreAssignee =
  (caller: SignedInCaller, { forGroupId, ...earlier }: EarlierAssignee): LockedTaskChange =>
  async (tx, { row, view }) => {
    const { actor, language } = caller;
    checkIsMember(caller, view);
    if (row.assigned_user_id === actor.userId || actor.permissions.has('OPERATOR'))
      await checkExists(tx, caller, earlier);
    else if (earlier.userId === null && earlier.groupId === null)
      throw problem.forbidden(translate(language, 'assignOthersForbidden'));
    else await checkMayAssign(tx, caller, row, earlier);
    const after = await updateTask(tx, row, {
      assigned_user_id: earlier.userId,
      assigned_group_id: earlier.groupId,
      assigned_for_group_id: forGroupId,
    });
    insertAssignmentEntry(tx, createEntryContext(caller, row), earlier);
    recordAssignment(tx, caller, after);
    return after;
  };

/** Assigns the task to the caller, a user or a group (spec 3 §4, §6). */
export const assignTask = (
  db: Database,
  caller: SignedInCaller,
  publicTaskId: number,
  input: Input,
): Promise<Task> => changeTask(db, caller, publicTaskId, { change: setAssignee(caller, input) });
