import type { Finding, ParameterType } from '@obieg/contracts';
import { isDate, isDateTime, toClockTime } from '../date-times';
import { formatNumber } from '../numbers';

type Text = Finding['message'];

const booleans: Readonly<Record<string, Text>> = {
  true: { pl: 'Tak', en: 'Yes' },
  false: { pl: 'Nie', en: 'No' },
};

const same = (text: string): Text => ({ pl: text, en: text });

const writeDate = (date: string): string => date.split('-').reverse().join('.');

/** Writes a value as readers know it. Text that is no value of the type stays as it is. */
export const describeValue = (
  parameterType: ParameterType | undefined,
  value: string,
  timeZone: string | undefined,
): Text => {
  switch (parameterType) {
    case 'BOOLEAN':
      return booleans[value] ?? same(value);
    case 'NUMBER':
      return { pl: formatNumber(value, ','), en: formatNumber(value, '.') };
    case 'DATE':
      return same(isDate(value) ? writeDate(value) : value);
    case 'DATETIME': {
      if (!isDateTime(value)) return same(value);
      const [date = '', time = ''] = (timeZone ? toClockTime(value, timeZone) : value).split('T');
      return same(`${writeDate(date)} ${time}`);
    }
    default:
      return same(value);
  }
};
