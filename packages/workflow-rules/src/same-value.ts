import { type ParameterType, toAsciiAddress } from '@obieg/contracts';
import { comparableDateTime } from './date-times';
import { comparableNumber } from './numbers';
import { comparableUrl } from './urls';

/**
 * Returns the same text for all forms of one value. Text that is no value of the type stays unchanged, because answers
 * survive a change of their parameter's type.
 */
export const toComparable = (
  parameterType: ParameterType | undefined,
  text: string,
  timeZone: string | undefined,
): string => {
  switch (parameterType) {
    case 'NUMBER':
      return comparableNumber(text);
    case 'EMAIL':
      return toAsciiAddress(text).toLowerCase();
    case 'DATETIME':
      return comparableDateTime(text, timeZone);
    case 'URL':
      return comparableUrl(text);
    default:
      return text;
  }
};

/**
 * Whether two texts are the same value of a type, in whatever form they were stored. Numbers compare by value, e-mail
 * addresses ignore case, times compare by instant, web addresses as browsers do. Everything else compares as text.
 *
 * @param timeZone of the organization. Without it, times with and without an offset differ.
 */
export const isSameValue = (
  parameterType: ParameterType | undefined,
  one: string,
  other: string,
  timeZone?: string,
): boolean =>
  one === other ||
  toComparable(parameterType, one, timeZone) === toComparable(parameterType, other, timeZone);
