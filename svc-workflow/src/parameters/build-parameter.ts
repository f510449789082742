import type { WorkflowParameter } from '@obieg/contracts';
import { getById } from '../configuration/rows';
import { normalizeConditionValue, normalizeDefault } from '../model/conditions';
import type { Configuration } from '../model/configuration.model';
import { identifyParts, identifyValues, type NewRows } from '../model/new-rows';
import type { ParameterInput } from './parameter-rules';

/** Builds a checked parameter. */
export const buildParameter = (
  { parameters }: Configuration,
  { renameUses: _, renameAnswers: __, ...input }: ParameterInput,
  stored: WorkflowParameter | undefined,
  newRows: NewRows,
): WorkflowParameter => {
  const dependencies = input.dependencies.map((dependency) => ({
    parentParameterId: dependency.parentParameterId,
    conditionType: dependency.conditionType,
    conditionValue: normalizeConditionValue(getById(parameters, dependency.parentParameterId), dependency),
  }));
  return {
    ...input,
    id: stored?.id ?? newRows.takeId('parameters'),
    description: input.description || null,
    defaultValue: normalizeDefault(input, input.defaultValue),
    createdAt: stored?.createdAt ?? newRows.now.toISOString(),
    dictionaryValues: identifyValues(
      stored?.dictionaryValues ?? [],
      input.parameterType === 'DICTIONARY' ? input.dictionaryValues : [],
      newRows,
    ),
    dependencies: identifyParts(stored?.dependencies ?? [], dependencies, () =>
      newRows.takeId('dependencies'),
    ),
  };
};
