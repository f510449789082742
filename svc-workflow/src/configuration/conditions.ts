import { type ConditionType, type FieldError, isBlank, type Language } from '@obieg/contracts';
import { type AnswerType, checkConditionValue, checkValue } from '@obieg/workflow-rules';
import { describeValueProblem } from '../messages/value-messages';

interface Condition {
  conditionType: ConditionType;
  conditionValue?: string | null | undefined;
}

/** Normalizes the value to NFC, like dictionary values and answers. Otherwise it would equal neither. */
const checkCondition = (parameter: AnswerType, { conditionType, conditionValue }: Condition) =>
  checkConditionValue(parameter, { conditionType, conditionValue: conditionValue?.normalize() });

/** Returns the problems of a condition's value; none if its parameter is unknown, which the caller reports. */
export const conditionErrors = (
  language: Language,
  field: string,
  parameter: AnswerType | undefined,
  condition: Condition,
): FieldError[] => {
  if (!parameter) return [];
  const checked = checkCondition(parameter, condition);
  return checked.isValid ? [] : [{ field, message: describeValueProblem(language, checked.problem) }];
};

/** Returns the value normalized like an answer; null if the condition has none. */
export const normalizeConditionValue = (parameter: AnswerType, condition: Condition): string | null => {
  const checked = checkCondition(parameter, condition);
  return checked.isValid ? checked.conditionValue : null;
};

interface ParameterWithDefault extends Omit<AnswerType, 'dictionaryValues'> {
  dictionaryValues: readonly { value: string; isActive: boolean }[];
}

const checkDefault = ({ parameterType, dictionaryValues }: ParameterWithDefault, value: string) =>
  checkValue(
    { parameterType, dictionaryValues: dictionaryValues.filter(({ isActive }) => isActive) },
    value.normalize(),
  );

const isMissing = (value: string | null | undefined): value is null | undefined | '' => isBlank(value ?? '');

/** Returns the problems of a default value. It must be a valid answer now; for a dictionary, an active value. */
export const defaultErrors = (
  language: Language,
  field: string,
  parameter: ParameterWithDefault | undefined,
  value: string | null | undefined,
): FieldError[] => {
  if (!parameter || isMissing(value)) return [];
  const checked = checkDefault(parameter, value);
  return checked.isValid ? [] : [{ field, message: describeValueProblem(language, checked.problem) }];
};

export const normalizeDefault = (
  parameter: ParameterWithDefault,
  value: string | null | undefined,
): string | null => {
  if (isMissing(value)) return null;
  const checked = checkDefault(parameter, value);
  return checked.isValid ? checked.value : null;
};
