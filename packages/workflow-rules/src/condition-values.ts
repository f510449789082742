import { type ConditionType, isBlank } from '@obieg/contracts';
import { type AnswerType, checkValue, type ValueProblem } from './values';

/** Why a condition cannot be saved. */
export type ConditionProblem = ValueProblem | 'VALUE_MISSING' | 'VALUE_NOT_ALLOWED';

export type CheckedCondition =
  | { isValid: true; conditionValue: string | null }
  | { isValid: false; problem: ConditionProblem };

/** Whether a condition type compares with a value (spec 2 §5). */
export const comparesWithValue = (conditionType: ConditionType): boolean =>
  conditionType === 'EQUALS' || conditionType === 'NOT_EQUALS';

/**
 * Checks that a condition's value is a possible answer, so that the condition can be met. Retired dictionary values
 * count, because tasks may contain them. EXISTS and NOT_EXISTS take no value.
 *
 * @param timeZone of the organization, as for `checkValue`
 * @returns the value normalized like an answer
 */
export const checkConditionValue = (
  parameter: AnswerType,
  {
    conditionType,
    conditionValue,
  }: { conditionType: ConditionType; conditionValue?: string | null | undefined },
  timeZone?: string,
): CheckedCondition => {
  const isMissing = isBlank(conditionValue ?? '');
  if (!comparesWithValue(conditionType))
    return isMissing
      ? { isValid: true, conditionValue: null }
      : { isValid: false, problem: 'VALUE_NOT_ALLOWED' };
  if (isMissing) return { isValid: false, problem: 'VALUE_MISSING' };
  const checked = checkValue(parameter, conditionValue ?? '', timeZone);
  return checked.isValid ? { isValid: true, conditionValue: checked.value } : checked;
};
