import type {
  runTransitionSchema,
  StatusHistoryEntry,
  Task,
  TransitionOption,
  WorkflowConfiguration,
} from '@obieg/contracts';
import { type Actor, type Database, problem, type Tx, withOrganization } from '@obieg/service-kit';
import {
  checkTransitionAnswers,
  type OfferedTransition,
  offerTransitions,
  readAnswers,
  writeAnswers,
} from '@obieg/workflow-rules';
import type { z } from 'zod';
import { getConfiguration } from '../configuration/configuration.repo';
import type { Reader } from '../people/readers';
import { answerErrors } from '../tasks/answer-messages';
import { maskEmail } from '../tasks/mask-email';
import { recordTaskChanged } from '../tasks/tasks.events';
import { lockTask, type TaskRow } from '../tasks/tasks.repo';
import { describeTask, openTask } from '../tasks/tasks.service';

type Input = z.output<typeof runTransitionSchema>;
interface Run {
  organizationId: number;
  publicTaskId: number;
  actor: Actor;
  input: Input;
  traceparent: string;
}

const offer = (
  configuration: WorkflowConfiguration,
  task: Pick<TaskRow, 'status_id' | 'answers'>,
  { isOfOrganization, actingGroupIds }: Reader,
): OfferedTransition[] =>
  offerTransitions(configuration, task.status_id, readAnswers(task.answers), {
    hasBasePermission: isOfOrganization,
    executorGroupIds: new Set(actingGroupIds),
  });

const present =
  ({ statuses, parameters }: WorkflowConfiguration) =>
  ({ transition, reasons }: OfferedTransition): TransitionOption => {
    const to = statuses.find(({ id }) => id === transition.toStatusId);
    return {
      transitionId: transition.id,
      transitionName: transition.name,
      toStatusName: to?.name ?? '',
      toStatusType: to?.statusType ?? 'INTERMEDIATE',
      canExecute: reasons.length === 0,
      reasons,
      requiredParameters: transition.requiredParameters.flatMap(
        ({ parameterId, isMandatory, defaultValue }) => {
          const parameter = parameters.find(({ id }) => id === parameterId);
          if (!parameter) return [];
          const { displayName, parameterType, dictionaryValues } = parameter;
          return [
            {
              parameterId,
              displayName,
              parameterType,
              isMandatory,
              defaultValue,
              dictionaryValues: dictionaryValues
                .filter(({ isActive }) => isActive)
                .map(({ value }) => ({ value })),
            },
          ];
        },
      ),
    };
  };

/** Finds the transition on the locked task: 409 when the status has moved on, 403 with the reason when refused. */
const chooseTransition = (
  configuration: WorkflowConfiguration,
  task: TaskRow,
  reader: Reader,
  transitionId: number,
) => {
  const known = configuration.transitions.find(({ id }) => id === transitionId);
  if (!known) throw problem.validation([{ field: 'transitionId', message: 'There is no such transition.' }]);
  const offered = offer(configuration, task, reader).find(({ transition }) => transition.id === transitionId);
  if (!offered)
    throw problem.conflict(
      'STATUS_MOVED_ON',
      'The task has moved on: this transition is not offered any more.',
    );
  if (offered.reasons.length > 0)
    throw problem.forbidden(`This transition may not be run: ${offered.reasons.join(', ')}.`);
  return offered.transition;
};

const moveTask = async (
  tx: Tx,
  task: TaskRow,
  { actor, input, traceparent }: Run,
  reader: Reader,
): Promise<void> => {
  const configuration = await getConfiguration(tx, task.organization_id);
  const transition = chooseTransition(configuration, task, reader, input.transitionId);
  const { values, problems } = checkTransitionAnswers(
    configuration,
    transition,
    readAnswers(task.answers),
    readAnswers(input.workflowParameters),
  );
  if (problems.size > 0) throw problem.validation(answerErrors(problems));
  const status = configuration.statuses.find(({ id }) => id === transition.toStatusId);
  if (!status) throw problem.conflict('STATUS_MOVED_ON', 'The status that this transition leads to is gone.');
  const target =
    transition.targetGroupId === null
      ? {}
      : { assigned_user_id: null, assigned_group_id: transition.targetGroupId };
  const [moved] = await tx<TaskRow>('tasks')
    .where({ id: task.id })
    .update({
      status_id: status.id,
      answers: JSON.stringify(writeAnswers(values)) as never,
      updated_at: tx.fn.now() as never,
      revision: task.revision + 1,
      ...target,
    })
    .returning('*');
  if (!moved) throw problem.notFound();
  const user = await tx('users').where({ id: actor.userId }).first('email');
  const own = {
    organization_id: task.organization_id,
    task_id: task.id,
    changed_by_user_id: actor.userId,
    changed_by_email: user?.email ?? null,
  };
  await tx('status_history').insert({
    ...own,
    status_name: status.name,
    status_type: status.statusType,
    transition_name: transition.name,
  });
  if (transition.targetGroupId !== null && task.assigned_group_id !== transition.targetGroupId) {
    const group = await tx('groups').where({ id: transition.targetGroupId }).first('name');
    await tx('assignment_history').insert({
      ...own,
      assignment_type: 'GROUP',
      assigned_to_name: group?.name ?? null,
    });
  }
  await recordTaskChanged(tx, moved, traceparent);
};

export const createTransitions = (db: Database) => ({
  /** Transitions offered to the caller on this task, with the reasons why one cannot be run; none for visitors. */
  list: (
    organizationId: number,
    publicTaskId: number,
    actor: Actor | undefined,
  ): Promise<TransitionOption[]> =>
    withOrganization(db, organizationId, async (tx) => {
      const { row, view, reader } = await openTask(tx, publicTaskId, actor);
      if (view !== 'member') return [];
      const configuration = await getConfiguration(tx, organizationId);
      return offer(configuration, row, reader).map(present(configuration));
    }),

  /** Runs a transition under the task's lock: of two at once the second finds the status moved on. */
  run: (run: Run): Promise<Task> =>
    withOrganization(db, run.organizationId, async (tx) => {
      const task = await lockTask(tx, run.publicTaskId);
      const { view, reader } = await openTask(tx, run.publicTaskId, run.actor);
      if (view !== 'member') throw problem.forbidden();
      await moveTask(tx, task, run, reader);
      return describeTask(tx, await openTask(tx, run.publicTaskId, run.actor));
    }),

  listHistory: (
    organizationId: number,
    publicTaskId: number,
    actor: Actor | undefined,
  ): Promise<StatusHistoryEntry[]> =>
    withOrganization(db, organizationId, async (tx) => {
      const { row, view } = await openTask(tx, publicTaskId, actor);
      const rows = await tx('status_history').where({ task_id: row.id }).orderBy('id');
      return rows.map((entry) => ({
        id: entry.id,
        changedByEmail: view === 'visitor' ? maskEmail(entry.changed_by_email) : entry.changed_by_email,
        changedAt: entry.changed_at.toISOString(),
        statusName: entry.status_name,
        statusType: entry.status_type,
        transitionName: entry.transition_name,
        comment: view === 'visitor' ? null : entry.comment,
      }));
    }),
});
export type Transitions = ReturnType<typeof createTransitions>;
