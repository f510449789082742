import { emailSchema, isBlank, limits, type ParameterType } from '@obieg/contracts';

/** The type of an answer and, for a dictionary, the accepted values. */
export interface AnswerType {
  parameterType: ParameterType;
  dictionaryValues: readonly { value: string }[];
}

/** Why an answer is rejected. Screens and services translate it. */
export type ValueProblem =
  | 'BLANK'
  | 'TOO_LONG'
  | 'NOT_IN_DICTIONARY'
  | 'NOT_A_NUMBER'
  | 'NOT_A_BOOLEAN'
  | 'NOT_A_DATE'
  | 'NOT_A_DATE_TIME'
  | 'NOT_AN_EMAIL'
  | 'NOT_A_URL';

export type CheckedValue = { isValid: true; value: string } | { isValid: false; problem: ValueProblem };

const datePattern = /^(\d{4})-(\d{2})-(\d{2})$/;
const dateTimePattern =
  /^(\d{4}-\d{2}-\d{2})T([01]\d|2[0-3]):[0-5]\d(:[0-5]\d(\.\d{1,3})?)?(Z|[+-]([01]\d|2[0-3]):[0-5]\d)?$/;

/** Whether a date exists. 30 February does not. */
const isDate = (text: string): boolean => {
  const match = datePattern.exec(text);
  if (!match) return false;
  const [year, month, day] = match.slice(1).map(Number) as [number, number, number];
  const date = new Date(Date.UTC(year, month - 1, day));
  date.setUTCFullYear(year);
  return year > 0 && date.getUTCMonth() === month - 1 && date.getUTCDate() === day;
};

/** Whether a text is a date and time, with or without a zone. */
export const isDateTime = (text: string): boolean => dateTimePattern.test(text) && isDate(text.slice(0, 10));

const isUrl = (text: string): boolean => {
  if (/\s/.test(text) || !URL.canParse(text)) return false;
  return ['http:', 'https:'].includes(new URL(text).protocol);
};

const isNumber = (text: string): boolean =>
  /^-?\d+([.,]\d+)?$/.test(text) && Number.isFinite(Number(text.replace(',', '.')));

const problemOf = (
  { parameterType, dictionaryValues }: AnswerType,
  text: string,
): ValueProblem | undefined => {
  switch (parameterType) {
    case 'DICTIONARY':
      return dictionaryValues.some(({ value }) => value === text) ? undefined : 'NOT_IN_DICTIONARY';
    case 'NUMBER':
      return isNumber(text) ? undefined : 'NOT_A_NUMBER';
    case 'BOOLEAN':
      return text === 'true' || text === 'false' ? undefined : 'NOT_A_BOOLEAN';
    case 'DATE':
      return isDate(text) ? undefined : 'NOT_A_DATE';
    case 'DATETIME':
      return isDateTime(text) ? undefined : 'NOT_A_DATE_TIME';
    case 'EMAIL':
      return emailSchema.safeParse(text).success ? undefined : 'NOT_AN_EMAIL';
    case 'URL':
      return isUrl(text) ? undefined : 'NOT_A_URL';
    case 'TEXT':
      return undefined;
  }
};

/** Checks an answer against its parameter. @returns the value to store: trimmed, with a decimal point in numbers */
export const checkValue = (parameter: AnswerType, answer: string): CheckedValue => {
  // A dictionary value is stored unchanged, so that conditions match it.
  const text = answer.trim();
  if (isBlank(text)) return { isValid: false, problem: 'BLANK' };
  if (text.length > limits.answerMaxLength) return { isValid: false, problem: 'TOO_LONG' };
  const problem = problemOf(parameter, text);
  if (problem) return { isValid: false, problem };
  return { isValid: true, value: parameter.parameterType === 'NUMBER' ? text.replace(',', '.') : text };
};
