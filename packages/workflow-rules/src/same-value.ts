import type { ParameterType } from '@obieg/contracts';
import { isDateTime } from './values';

/**
 * A decimal without the zeros that change nothing; as a text, since floats would take long ones for equal. What is no
 * number stays as it is, as do the others below: answers outlive a change of their parameter's type.
 */
const comparableNumber = (text: string): string => {
  const match = /^(-?)(\d+)(?:[.,](\d+))?$/.exec(text);
  if (!match) return text;
  const [, sign = '', digits = '', decimals = ''] = match;
  const whole = digits.replace(/^0+/, '') || '0';
  // Begun once for each run of zeros: a long text costs no more than its length.
  const fraction = decimals.replace(/(?<!0)0+$/, '');
  if (whole === '0' && fraction === '') return '0';
  return `${sign}${whole}${fraction && `.${fraction}`}`;
};

/** With a zone the instant; without one the time of day that it names, wherever it is read. */
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
 * Whether two texts are one value of the type: numbers by what they are worth, addresses in any letter case, times by
 * their moment, all else, also what is of no known type, to the letter.
 */
export const isSameValue = (parameterType: ParameterType | undefined, one: string, other: string): boolean =>
  one === other || comparable(parameterType, one) === comparable(parameterType, other);
