import type { TransitionOption, WorkflowConfiguration } from '@obieg/contracts';
import type { Actor } from '@obieg/service-kit';
import {
  listRequiredAnswers,
  type OfferedTransition,
  offerTransitions,
  type RequiredAnswer,
  readAnswers,
} from '@obieg/workflow-rules';
import { isOfOrganization } from '../tasks/tasks.policy';
import type { TaskRow } from '../tasks/tasks.repo';

/** The transitions offered on a task, with the reasons why this reader, who acts through these groups, cannot run one. */
export const offerTo = (
  configuration: WorkflowConfiguration,
  task: TaskRow,
  actor: Actor | undefined,
  executorGroupIds: ReadonlySet<number>,
): OfferedTransition[] =>
  offerTransitions(configuration, task.status_id, readAnswers(task.answers), {
    hasBasePermission: isOfOrganization(actor),
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

export const presentOption =
  (configuration: WorkflowConfiguration) =>
  ({ transition, reasons }: OfferedTransition): TransitionOption => {
    const to = configuration.statuses.find(({ id }) => id === transition.toStatusId);
    return {
      transitionId: transition.id,
      transitionName: transition.name,
      toStatusName: to?.name ?? '',
      toStatusType: to?.statusType ?? 'INTERMEDIATE',
      canExecute: reasons.length === 0,
      reasons,
      requiredParameters: listRequiredAnswers(configuration, transition).map(presentRequired),
    };
  };
