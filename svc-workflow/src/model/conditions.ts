import { type ConditionType, type FieldError, isBlank, type Language } from '@obieg/contracts';
import { type AnswerType, checkConditionValue, checkValue, type InTimeZone } from '@obieg/workflow-rules';
import { describeValueProblem } from '../messages/value-messages';

interface Condition {
  conditionType: ConditionType;
  conditionValue?: string | null | undefined;
}

/** Normalizes the value to NFC, like dictionary values and answers. Otherwise it would equal neither. */
const checkCondition = (
  parameter: AnswerType,
  { conditionType, conditionValue }: Condition,
  timeZone?: string,
) => checkConditionValue(parameter, { conditionType, conditionValue: conditionValue?.normalize() }, timeZone);

/** What the check of a saved value depends on besides its parameter. */
export interface ValueContext extends InTimeZone {
  language: Language;
}

/** Returns the problems of a condition's value; none if its parameter is unknown, which the caller reports. */
export const conditionErrors = (
  { language, timeZone }: ValueContext,
  field: string,
  parameter: AnswerType | undefined,
  condition: Condition,
): FieldError[] => {
  if (!parameter) return [];
  const checked = checkCondition(parameter, condition, timeZone);
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

const checkDefault = (
  { parameterType, dictionaryValues }: ParameterWithDefault,
  value: string,
  timeZone?: string,
) =>
  checkValue(
    { parameterType, dictionaryValues: dictionaryValues.filter(({ isActive }) => isActive) },
    value.normalize(),
    timeZone,
  );

const isMissing = (value: string | null | undefined): value is null | undefined | '' => isBlank(value ?? '');

/** Returns the problems of a default value. It must be a valid answer now; for a dictionary, an active value. */
export const defaultErrors = (
  { language, timeZone }: ValueContext,
  field: string,
  parameter: ParameterWithDefault | undefined,
  value: string | null | undefined,
): FieldError[] => {
  if (!parameter || isMissing(value)) return [];
  const checked = checkDefault(parameter, value, timeZone);
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
