import type { runTransitionSchema, Task, WorkflowConfiguration } from '@obieg/contracts';
import { type Database, isProblem, problem, type Tx } from '@obieg/service-kit';
import {
  checkTransitionAnswers,
  createOffer,
  listRequiredAnswers,
  readAnswers,
  readClearedIds,
  writeAnswers,
} from '@obieg/workflow-rules';
import type * as z from 'zod';
import { enterStatus } from '../approval-rounds/enter-status';
import type { SignedInCaller } from '../callers/caller';
import { compareAnswers } from '../changes/compare-tasks';
import { type Executors, findExecutors } from '../groups/effective-groups';
import { findTargetGroup } from '../groups/target-group';
import {
  createEntryContext,
  insertAssignmentEntry,
  insertChangeEntry,
  insertStatusEntry,
} from '../history/history.repo';
import { toAnswerErrors } from '../messages/answer-errors';
import { describeForbiddenTransition } from '../messages/forbidden-transition';
import { translate } from '../messages/server-messages';
import { queueAssignment, queueNews } from '../news-queue/queue-news';
import { followTargets } from '../targets/follow-targets';
import { changeTask, isReassigned, type LockedTask, type LockedTaskChange } from '../tasks/change-task';
import { recordTaskChanged } from '../tasks/tasks.events';
import { type TaskRow, updateTask } from '../tasks/tasks.repo';
import { listOfferedTransitions } from './offered-transitions';

type Input = z.output<typeof runTransitionSchema>;
type Transition = WorkflowConfiguration['transitions'][number];

/** Loads the caller's groups only if the transition names executor groups; this saves a query for the others. */
const loadExecutors = async (
  tx: Tx,
  { actor }: SignedInCaller,
  { executorGroupIds }: Transition,
): Promise<Executors> =>
  executorGroupIds.length > 0
    ? findExecutors(tx, actor.userId, executorGroupIds)
    : { actingGroupIds: new Set(), executorGroupNames: [] };

/**
 * Returns the transition to run. Lock the task before running it.
 *
 * @throws 422 if the transition does not exist, 409 if the task's status changed or the transition is no longer
 * offered, 403 if the caller may not run it
 */
export const getRunnableTransition = async (
  tx: Tx,
  { configuration, row: task }: Pick<LockedTask, 'configuration' | 'row'>,
  caller: SignedInCaller,
  transitionId: number,
): Promise<Transition> => {
  const { actor, language } = caller;
  const known = configuration.transitions.find(({ id }) => id === transitionId);
  if (!known)
    throw problem.validation([{ field: 'transitionId', message: translate(language, 'noSuchTransition') }]);
  const { actingGroupIds, executorGroupNames } = await loadExecutors(tx, caller, known);
  const offered = listOfferedTransitions(configuration, task, actor, actingGroupIds).find(
    ({ transition }) => transition.id === transitionId,
  );
  const conflict = known.fromStatusId === task.status_id ? 'transitionUnavailable' : 'statusChanged';
  if (!offered) throw problem.conflict('STATUS_MOVED_ON', translate(language, conflict));
  if (offered.reasons.includes('APPROVAL_REQUIRED'))
    throw problem.forbidden(translate(language, 'transitionNeedsApproval'));
  if (offered.reasons.length > 0)
    throw problem.forbidden(describeForbiddenTransition(language, executorGroupNames));
  return offered.transition;
};

/** Assigns the task to the transition's target group, replacing the current assignee. */
const assignToTargetGroup = async (tx: Tx, transition: Transition) => {
  const groupId = await findTargetGroup(tx, transition);
  return groupId === null
    ? {}
    : { assigned_user_id: null, assigned_group_id: groupId, assigned_for_group_id: null };
};

const recordTransition = (
  tx: Tx,
  caller: SignedInCaller,
  before: TaskRow,
  after: TaskRow,
  entry: Parameters<typeof insertStatusEntry>[2],
): void => {
  const context = createEntryContext(caller, after);
  const { assigned_group_id: groupId } = after;
  insertStatusEntry(tx, context, entry);
  if (isReassigned(before, after) && groupId !== null)
    insertAssignmentEntry(tx, context, { userId: null, groupId });
  recordTaskChanged(tx, after, caller.traceparent);
  queueNews(tx, after, {
    kind: 'STATUS_CHANGED',
    actorUserId: caller.actor.userId,
    status: { name: entry.status_name, type: entry.status_type },
  });
  if (isReassigned(before, after)) {
    queueAssignment(tx, after, caller.actor.userId);
    queueNews(tx, after, { kind: 'SIGHT_CHANGED', actorUserId: null });
  }
};

/** Adds the default of each answer that neither the task nor the request has. An empty answer keeps it out. */
const addDefaults = (
  { configuration, row }: LockedTask,
  transition: Transition,
  given: Input['workflowParameters'],
): Input['workflowParameters'] => {
  const stored = readAnswers(row.answers);
  const defaults = listRequiredAnswers(configuration, transition).flatMap(
    ({ parameter: { id }, defaultValue }) =>
      defaultValue === null || stored.has(id) ? [] : [[String(id), defaultValue]],
  );
  return { ...Object.fromEntries(defaults), ...given };
};

const applyTransition = async (
  tx: Tx,
  caller: SignedInCaller,
  opened: LockedTask,
  transition: Transition,
  workflowParameters: Input['workflowParameters'],
): Promise<TaskRow> => {
  const { language } = caller;
  const { configuration, row: task } = opened;
  const given = addDefaults(opened, transition, workflowParameters);
  const { values, problems } = checkTransitionAnswers(
    configuration,
    transition,
    readAnswers(task.answers),
    readAnswers(given),
    readClearedIds(given),
  );
  if (problems.size > 0) throw problem.validation(toAnswerErrors(problems, language));
  const status = configuration.statuses.find(({ id }) => id === transition.toStatusId);
  if (!status) throw problem.conflict('STATUS_MOVED_ON', translate(language, 'statusChanged'));
  const moved = await updateTask(tx, task, {
    status_id: status.id,
    answers: writeAnswers(values),
    ...(await assignToTargetGroup(tx, transition)),
  });
  enterStatus(tx, task, {
    configuration,
    fromStatusId: task.status_id,
    toStatusId: status.id,
    actorUserId: caller.actor.userId,
  });
  recordTransition(tx, caller, task, moved, {
    status_name: status.name,
    status_type: status.statusType,
    transition_name: transition.name,
  });
  await followTargets(tx, configuration, moved, 'STATUS');
  const changes = compareAnswers(task.answers, moved.answers, configuration);
  if (changes.length > 0)
    insertChangeEntry(tx, createEntryContext(caller, moved), { change_type: 'EDIT', changes });
  return moved;
};

/** Runs a transition on a locked task. @throws 403, 409, 422 */
export const moveTask =
  (caller: SignedInCaller, input: Input): LockedTaskChange =>
  async (tx, opened) => {
    if (opened.view !== 'member') throw problem.forbidden(translate(caller.language, 'transitionForbidden'));
    const transition = await getRunnableTransition(tx, opened, caller, input.transitionId);
    return applyTransition(tx, caller, opened, transition, input.workflowParameters);
  };

/**
 * Runs the transition that the approvers of a locked task have decided on. Executor groups do not bind it, and it takes
 * default answers only. @throws 409 APPROVAL_BLOCKED with the reason if it cannot run
 */
export const runDecidedTransition =
  (caller: SignedInCaller, transitionId: number): LockedTaskChange =>
  async (tx, opened) => {
    const { configuration, row } = opened;
    const { language } = caller;
    const name = configuration.transitions.find(({ id }) => id === transitionId)?.name ?? '';
    const refuse = (reason: string) =>
      problem.conflict('APPROVAL_BLOCKED', translate(language, 'approvalBlocked', { name, reason }));
    const transition = createOffer(configuration)(row.status_id, readAnswers(row.answers)).find(
      ({ id }) => id === transitionId,
    );
    if (!transition) throw refuse(translate(language, 'transitionUnavailable'));
    try {
      return await applyTransition(tx, caller, opened, transition, {});
    } catch (error) {
      if (!isProblem(error) || error.status !== 422) throw error;
      throw refuse(translate(language, 'approvalNeedsAnswers'));
    }
  };

/** Runs a transition. The task's lock lets only one of two concurrent transitions succeed (spec 3 §4). */
export const runTransition = (
  db: Database,
  caller: SignedInCaller,
  publicTaskId: number,
  input: Input,
): Promise<Task> => changeTask(db, caller, publicTaskId, { change: moveTask(caller, input) });
