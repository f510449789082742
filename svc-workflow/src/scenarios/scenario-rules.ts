import {
  type FieldError,
  type Language,
  type saveWorkflowScenarioSchema,
  scenariosMax,
} from '@obieg/contracts';
import { problem } from '@obieg/service-kit';
import type * as z from 'zod';
import { translate } from '../messages/server-messages';
import type { Configuration } from '../model/configuration.model';
import { isSameName } from '../model/names';

export type ScenarioInput = z.output<typeof saveWorkflowScenarioSchema>;

const referenceErrors = (
  { parameters, statuses }: Configuration,
  language: Language,
  groupIds: ReadonlySet<number>,
  { answers, expectedQuestionIds, expectedStatusId, expectedGroupId }: ScenarioInput,
): FieldError[] => {
  const known = new Set(parameters.map(({ id }) => id));
  const unknownParameter = (field: string) => ({ field, message: translate(language, 'parameterUnknown') });
  return [
    ...Object.keys(answers).flatMap((id) =>
      known.has(Number(id)) ? [] : [unknownParameter(`answers.${id}`)],
    ),
    ...expectedQuestionIds.flatMap((id, index) =>
      known.has(id) ? [] : [unknownParameter(`expectedQuestionIds.${index}`)],
    ),
    ...(statuses.some(({ id }) => id === expectedStatusId)
      ? []
      : [{ field: 'expectedStatusId', message: translate(language, 'statusUnknown') }]),
    ...(expectedGroupId === null || groupIds.has(expectedGroupId)
      ? []
      : [{ field: 'expectedGroupId', message: translate(language, 'groupUnknown') }]),
  ];
};

/** Checks whether a scenario may be saved. @throws 422 by field, 409 NAME_TAKEN, 409 if there are too many */
export const checkScenario = (
  before: Configuration,
  language: Language,
  groupIds: ReadonlySet<number>,
  input: ScenarioInput,
  ownId?: number,
): void => {
  const problems = referenceErrors(before, language, groupIds, input);
  if (problems.length > 0) throw problem.validation(problems.slice(0, 100));
  if (before.scenarios.some((other) => other.id !== ownId && isSameName(other.name, input.name))) {
    const message = translate(language, 'scenarioNameTaken');
    throw problem.conflict('NAME_TAKEN', message, [{ field: 'name', message }]);
  }
  if (ownId === undefined && before.scenarios.length >= scenariosMax)
    throw problem.conflict('CONFLICT', translate(language, 'tooManyScenarios'));
};
