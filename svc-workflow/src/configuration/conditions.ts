import { type ConditionType, type FieldError, isBlank, type Language } from '@obieg/contracts';
import { type Asked, checkConditionValue, checkValue } from '@obieg/workflow-rules';
import { describeValueProblem } from '../messages/value-messages';

interface Condition {
  conditionType: ConditionType;
  conditionValue?: string | null | undefined;
}

/** Composes the value like dictionary values and answers, or it would equal neither. */
const checkCondition = (parameter: Asked, { conditionType, conditionValue }: Condition) =>
  checkConditionValue(parameter, { conditionType, conditionValue: conditionValue?.normalize() });

/** Returns the problems of a condition's value. None if its parameter is unknown, which is reported elsewhere. */
export const conditionErrors = (
  language: Language,
  field: string,
  parameter: Asked | undefined,
  condition: Condition,
): FieldError[] => {
  if (!parameter) return [];
  const checked = checkCondition(parameter, condition);
  return checked.isValid ? [] : [{ field, message: describeValueProblem(language, checked.problem) }];
};

/** Returns the value normalized like an answer; null if the condition has none. */
export const keptConditionValue = (parameter: Asked, condition: Condition): string | null => {
  const checked = checkCondition(parameter, condition);
  return checked.isValid ? checked.conditionValue : null;
};

interface DefaultHolder extends Omit<Asked, 'dictionaryValues'> {
  dictionaryValues: readonly { value: string; isActive: boolean }[];
}

const checkDefault = ({ parameterType, dictionaryValues }: DefaultHolder, value: string) =>
  checkValue(
    { parameterType, dictionaryValues: dictionaryValues.filter(({ isActive }) => isActive) },
    value.normalize(),
  );

const isMissing = (value: string | null | undefined): value is null | undefined | '' => isBlank(value ?? '');

/** A default value must be a valid answer now: for a dictionary, an active value. */
export const defaultErrors = (
  language: Language,
  field: string,
  parameter: DefaultHolder | undefined,
  value: string | null | undefined,
): FieldError[] => {
  if (!parameter || isMissing(value)) return [];
  const checked = checkDefault(parameter, value);
  return checked.isValid ? [] : [{ field, message: describeValueProblem(language, checked.problem) }];
};

export const keptDefault = (parameter: DefaultHolder, value: string | null | undefined): string | null => {
  if (isMissing(value)) return null;
  const checked = checkDefault(parameter, value);
  return checked.isValid ? checked.value : null;
};
