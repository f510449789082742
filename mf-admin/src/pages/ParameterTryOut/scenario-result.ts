import type { StatusTransition, WorkflowParameter, WorkflowStatus } from '@obieg/contracts';
import { runScenario } from '@obieg/workflow-rules';
import type { ScenarioExpectation } from '../../workflow-check/workflow-check.api';

export interface SavedWorkflow {
  parameters: readonly WorkflowParameter[];
  statuses: readonly WorkflowStatus[];
  transitions: readonly StatusTransition[];
  /** Of the organization; undefined if unknown. */
  timeZone: string | undefined;
}

/** Runs answers on the saved workflow. Undefined if they do not make a task. */
export const findExpectation = (
  { parameters, statuses, transitions, timeZone }: SavedWorkflow,
  answers: Readonly<Record<string, string>>,
): ScenarioExpectation | undefined => {
  const configuration = {
    organizationId: 1,
    parameters: [...parameters],
    statuses: [...statuses],
    transitions: [...transitions],
    timeZone,
  };
  const { questionIds, placement } = runScenario(configuration, { answers });
  return (
    placement && {
      expectedQuestionIds: questionIds,
      expectedStatusId: placement.statusId,
      expectedGroupId: placement.targetGroupId,
    }
  );
};
