import { type ConditionType, isBlank } from '@obieg/contracts';
import { type Asked, checkValue, type ValueProblem } from './values';

/** Why a condition cannot be saved as it is. */
export type ConditionProblem = ValueProblem | 'VALUE_MISSING' | 'VALUE_NOT_TAKEN';

export type CheckedCondition =
  | { isValid: true; conditionValue: string | null }
  | { isValid: false; problem: ConditionProblem };

/** Whether a condition of this type compares with a value (spec 2 §5). */
export const comparesWithValue = (conditionType: ConditionType): boolean =>
  conditionType === 'EQUALS' || conditionType === 'NOT_EQUALS';

/**
 * Whether the condition's value could be an answer to its parameter, so that the condition can ever hold: any value of
 * a dictionary, retired ones too, since tasks may hold them. EXISTS and NOT_EXISTS take none. Answers the value as an
 * answer would be kept.
 */
export const checkConditionValue = (
  parameter: Asked,
  {
    conditionType,
    conditionValue,
  }: { conditionType: ConditionType; conditionValue?: string | null | undefined },
): CheckedCondition => {
  const isMissing = isBlank(conditionValue ?? '');
  if (!comparesWithValue(conditionType))
    return isMissing
      ? { isValid: true, conditionValue: null }
      : { isValid: false, problem: 'VALUE_NOT_TAKEN' };
  if (isMissing) return { isValid: false, problem: 'VALUE_MISSING' };
  const checked = checkValue(parameter, conditionValue ?? '');
  return checked.isValid ? { isValid: true, conditionValue: checked.value } : checked;
};
