import type { TransitionOption, WorkflowConfiguration } from '@obieg/contracts';
import type { Actor } from '@obieg/service-kit';
import {
  listRequiredAnswers,
  type OfferedTransition,
  offerTransitions,
  type RequiredAnswer,
  readAnswers,
} from '@obieg/workflow-rules';
import { hasBasePermission } from '../tasks/tasks.policy';
import type { TaskRow } from '../tasks/tasks.repo';

/** The transitions offered on a task, with the reasons why this reader, who acts through these groups, cannot run one. */
export const listOfferedTransitions = (
  configuration: WorkflowConfiguration,
  task: TaskRow,
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

/** The groups whose members could run what this reader cannot. */
export const listRequiredGroupIds = (offered: readonly OfferedTransition[]): number[] =>
  offered.flatMap(({ transition, reasons }) =>
    reasons.includes('EXECUTOR_GROUP_REQUIRED') ? transition.executorGroupIds : [],
  );

/** Of those groups the names are given, in their order; members may read them all, nobody else is offered anything. */
export const presentOption =
  (configuration: WorkflowConfiguration, groups: readonly { id: number; name: string }[]) =>
  ({ transition, reasons }: OfferedTransition): TransitionOption => {
    const to = configuration.statuses.find(({ id }) => id === transition.toStatusId);
    return {
      transitionId: transition.id,
      transitionName: transition.name,
      toStatusName: to?.name ?? '',
      toStatusType: to?.statusType ?? 'INTERMEDIATE',
      canExecute: reasons.length === 0,
      reasons,
      ...(reasons.includes('EXECUTOR_GROUP_REQUIRED')
        ? {
            executorGroupNames: groups
              .filter(({ id }) => transition.executorGroupIds.includes(id))
              .map(({ name }) => name),
          }
        : {}),
      requiredParameters: listRequiredAnswers(configuration, transition).map(presentRequired),
    };
  };
