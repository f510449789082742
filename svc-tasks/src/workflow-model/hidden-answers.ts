/**
 * Answers that only members see: those to SYSTEM_CONTROLLED questions. The author of a task, the holder of its link and
 * visitors see no such answer on any path. The present stage of a question decides, or its last stage if it is deleted.
 * An answer to a question of unknown stage is hidden, because the question may have been SYSTEM_CONTROLLED, or a newer
 * version may hide the stage, too.
 */
import { isKnownValue, shownStages } from '@obieg/contracts';
import type { CachedConfiguration } from './configuration.repo';

/** Whether only members see the answers to this question. */
export const isHiddenFromReporters = (
  { knownQuestions }: Pick<CachedConfiguration, 'knownQuestions'>,
  parameterId: number,
): boolean => !isKnownValue(shownStages, knownQuestions.get(parameterId)?.parameterStage);

/** SQL: ids, as texts, of the questions whose answers reporters see. PostgreSQL computes the array once per statement. */
const shownParameterIds = `array(
  select question ->> 'id' from configurations c
   cross join lateral jsonb_array_elements(c.retired_parameters || (c.configuration -> 'parameters')) question
   where question ->> 'parameterStage' in (${shownStages.map((stage) => `'${stage}'`).join(', ')}))`;

/**
 * SQL: the same rule as `isHiddenFromReporters`, for the key of an answer in `tasks.answers`. Needs the tenant scope.
 *
 * @param parameterId SQL: the question's id as text
 */
export const isAnswerHiddenFromReporters = (parameterId: string): string =>
  `${parameterId} <> all(${shownParameterIds})`;
