import type { ProposedWorkflow, WorkflowConfiguration } from '@obieg/contracts';

/** Returns the parts of a workflow that decide which transitions a task is offered. */
export const toProposedWorkflow = ({
  parameters,
  statuses,
  transitions,
}: Pick<WorkflowConfiguration, 'parameters' | 'statuses' | 'transitions'>): ProposedWorkflow => ({
  parameters: parameters.map(({ id, parameterType }) => ({ id, parameterType })),
  statuses: statuses.map(({ id, name, statusType }) => ({ id, name, statusType })),
  transitions: transitions.map(({ id, name, fromStatusId, isActive, parameterConditions }) => ({
    id,
    name,
    fromStatusId,
    isActive,
    parameterConditions: parameterConditions.map(({ parameterId, conditionType, conditionValue }) => ({
      parameterId,
      conditionType,
      conditionValue,
    })),
  })),
});
