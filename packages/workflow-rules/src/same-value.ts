import type { ParameterType } from '@obieg/contracts';
import { isDateTime } from './values';

/**
 * Removes zeros that do not change a decimal's value. Works on text, because floats would treat long numbers as
 * equal. Text that is not a number stays unchanged, here and below, because answers survive a change of their
 * parameter's type.
 */
const comparableNumber = (text: string): string => {
  const match = /^(-?)(\d+)(?:[.,](\d+))?$/.exec(text);
  if (!match) return text;
  const [, sign = '', digits = '', decimals = ''] = match;
  const whole = digits.replace(/^0+/, '') || '0';
  // The lookbehind tries each run of zeros once, which keeps the time linear.
  const fraction = decimals.replace(/(?<!0)0+$/, '');
  if (whole === '0' && fraction === '') return '0';
  return `${sign}${whole}${fraction && `.${fraction}`}`;
};

/** With a zone: the instant. Without: the local date and time. */
const comparableDateTime = (text: string): string => {
  if (!isDateTime(text)) return text;
  const hasZone = /(Z|[+-]\d\d:\d\d)$/.test(text);
  return hasZone ? new Date(text).toISOString() : new Date(`${text}Z`).toISOString().slice(0, -1);
};

const comparable = (parameterType: ParameterType | undefined, text: string): string => {
  switch (parameterType) {
    case 'NUMBER':
      return comparableNumber(text);
    case 'EMAIL':
      return text.toLowerCase();
    case 'DATETIME':
      return comparableDateTime(text);
    default:
      return text;
  }
};

/**
 * Whether two texts are the same value of a type. Numbers compare by value, e-mail addresses ignore case, times
 * compare by instant. Everything else compares as text.
 */
export const isSameValue = (parameterType: ParameterType | undefined, one: string, other: string): boolean =>
  one === other || comparable(parameterType, one) === comparable(parameterType, other);
