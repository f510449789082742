import type { TransitionOption, WorkflowConfiguration } from '@obieg/contracts';
import type { Actor } from '@obieg/service-kit';
import {
  createRequiredAnswers,
  type OfferedTransition,
  offerTransitions,
  type RequiredAnswer,
  readAnswers,
} from '@obieg/workflow-rules';
import { hasBasePermission } from '../policy/tasks.policy';
import type { TaskRow } from '../tasks/tasks.repo';

/**
 * Lists the transitions offered on a task, each with the reasons why the actor cannot run it.
 *
 * @param executorGroupIds the groups through which the actor may run transitions
 */
export const listOfferedTransitions = (
  configuration: WorkflowConfiguration,
  task: Pick<TaskRow, 'status_id' | 'answers'>,
  actor: Actor | undefined,
  executorGroupIds: ReadonlySet<number>,
): OfferedTransition[] =>
  offerTransitions(configuration, task.status_id, readAnswers(task.answers), {
    hasBasePermission: hasBasePermission(actor),
    executorGroupIds,
  });

const presentRequired = ({
  parameter: { id, displayName, parameterType, dictionaryValues },
  isMandatory,
  defaultValue,
}: RequiredAnswer): TransitionOption['requiredParameters'][number] => ({
  parameterId: id,
  displayName,
  parameterType,
  isMandatory,
  defaultValue,
  dictionaryValues: dictionaryValues.map(({ value }) => ({ value })),
});

/** Lists the executor groups of the transitions that the actor cannot run. */
export const listRequiredGroupIds = (offered: readonly OfferedTransition[]): number[] =>
  offered.flatMap(({ transition, reasons }) =>
    reasons.includes('EXECUTOR_GROUP_REQUIRED') ? transition.executorGroupIds : [],
  );

/**
 * Returns a function that presents offered transitions, with the names of the executor groups if the actor is in none of
 * them. Use one function for several tasks: it lists the answers of each transition once.
 */
export const presentOption = (
  configuration: WorkflowConfiguration,
  groups: readonly { id: number; name: string }[],
): ((offered: OfferedTransition) => TransitionOption) => {
  const statuses = new Map(configuration.statuses.map((status) => [status.id, status]));
  const listRequired = createRequiredAnswers(configuration);
  return ({ transition, reasons }) => {
    const toStatus = statuses.get(transition.toStatusId);
    return {
      transitionId: transition.id,
      transitionName: transition.name,
      toStatusId: transition.toStatusId,
      toStatusName: toStatus?.name ?? '',
      toStatusType: toStatus?.statusType ?? 'INTERMEDIATE',
      canExecute: reasons.length === 0,
      reasons,
      ...(reasons.includes('EXECUTOR_GROUP_REQUIRED')
        ? {
            executorGroupNames: groups
              .filter(({ id }) => transition.executorGroupIds.includes(id))
              .map(({ name }) => name),
          }
        : {}),
      requiredParameters: listRequired(transition).map(presentRequired),
    };
  };
};
