import { getById } from '../configuration/rows';
import { normalizeConditionValue, normalizeDefault } from '../model/conditions';
import type { Configuration, Transition } from '../model/configuration.model';
import { identifyParts, type NewRows } from '../model/new-rows';
import type { TransitionInput } from './transition-rules';

/** Builds a checked transition. */
export const buildTransition = (
  { parameters }: Configuration,
  input: TransitionInput,
  stored: Transition | undefined,
  { takeId }: NewRows,
): Transition => {
  const conditions = input.parameterConditions.map((condition) => ({
    parameterId: condition.parameterId,
    conditionType: condition.conditionType,
    conditionValue: normalizeConditionValue(getById(parameters, condition.parameterId), condition),
  }));
  const required = input.requiredParameters.map(({ parameterId, isMandatory, defaultValue }) => ({
    parameterId,
    isMandatory,
    defaultValue: normalizeDefault(getById(parameters, parameterId), defaultValue),
  }));
  return {
    ...input,
    id: stored?.id ?? takeId('transitions'),
    description: input.description || null,
    fromStatusId: input.fromStatusId ?? null,
    targetGroupId: input.targetGroupId ?? null,
    executorGroupIds: [...new Set(input.executorGroupIds)],
    parameterConditions: identifyParts(stored?.parameterConditions ?? [], conditions, () =>
      takeId('parameter_conditions'),
    ),
    requiredParameters: identifyParts(stored?.requiredParameters ?? [], required, () =>
      takeId('required_parameters'),
    ),
  };
};
