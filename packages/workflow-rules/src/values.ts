import { isBlank, isEmailAddress, limits, type ParameterType, toAsciiAddress } from '@obieg/contracts';
import { isDate, isDateTime, toInstant } from './date-times';
import { normalizeNumber } from './numbers';
import { normalizeUrl } from './urls';

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
  /** The clocks of the time zone skip the time. */
  | 'SKIPPED_TIME'
  | 'NOT_AN_EMAIL'
  | 'NOT_A_URL';

export type CheckedValue = { isValid: true; value: string } | { isValid: false; problem: ValueProblem };

const accept = (value: string): CheckedValue => ({ isValid: true, value });
const reject = (problem: ValueProblem): CheckedValue => ({ isValid: false, problem });
const acceptIf = (isValid: boolean, value: string, problem: ValueProblem): CheckedValue =>
  isValid ? accept(value) : reject(problem);
const acceptKnown = (value: string | undefined, problem: ValueProblem): CheckedValue =>
  value === undefined ? reject(problem) : accept(value);

const checkDateTime = (text: string, timeZone: string | undefined): CheckedValue => {
  if (!isDateTime(text)) return reject('NOT_A_DATE_TIME');
  const isSkipped = timeZone !== undefined && toInstant(text, timeZone) === undefined;
  return acceptIf(!isSkipped, text, 'SKIPPED_TIME');
};

const checkByType = (
  { parameterType, dictionaryValues }: AnswerType,
  text: string,
  timeZone: string | undefined,
): CheckedValue => {
  switch (parameterType) {
    case 'DICTIONARY':
      // A dictionary value is stored unchanged, so that conditions match it.
      return acceptIf(
        dictionaryValues.some(({ value }) => value === text),
        text,
        'NOT_IN_DICTIONARY',
      );
    case 'NUMBER':
      return acceptKnown(normalizeNumber(text), 'NOT_A_NUMBER');
    case 'BOOLEAN':
      return acceptIf(text === 'true' || text === 'false', text, 'NOT_A_BOOLEAN');
    case 'DATE':
      return acceptIf(isDate(text), text, 'NOT_A_DATE');
    case 'DATETIME':
      return checkDateTime(text, timeZone);
    case 'EMAIL':
      return acceptIf(isEmailAddress(text), toAsciiAddress(text), 'NOT_AN_EMAIL');
    case 'URL':
      return acceptKnown(normalizeUrl(text), 'NOT_A_URL');
    case 'TEXT':
      return accept(text);
    default:
      // Of a newer version. Answers are texts.
      parameterType satisfies never;
      return accept(text);
  }
};

/**
 * Checks an answer against its parameter.
 *
 * @param timeZone of the organization. Without it, a time that its clocks skip is accepted.
 * @returns the value to store: trimmed, numbers as `-1200.50`, e-mail domains in ASCII, web addresses with a scheme
 */
export const checkValue = (parameter: AnswerType, answer: string, timeZone?: string): CheckedValue => {
  const text = answer.trim();
  if (isBlank(text)) return reject('BLANK');
  if (text.length > limits.answerMaxLength) return reject('TOO_LONG');
  const checked = checkByType(parameter, text, timeZone);
  return checked.isValid && checked.value.length > limits.answerMaxLength ? reject('TOO_LONG') : checked;
};

/** Returns the first default value that is a valid answer now, in its stored form. */
export const findDefault = (
  {
    parameterType,
    dictionaryValues,
  }: { parameterType: ParameterType; dictionaryValues: readonly { value: string; isActive: boolean }[] },
  candidates: readonly (string | null)[],
  timeZone?: string,
): string | undefined => {
  const answerType = { parameterType, dictionaryValues: dictionaryValues.filter(({ isActive }) => isActive) };
  for (const candidate of candidates) {
    const checked = checkValue(answerType, candidate ?? '', timeZone);
    if (checked.isValid) return checked.value;
  }
  return undefined;
};
