import type { Language, ParameterType } from '@obieg/contracts';
import { localeOf } from '@obieg/web-kit';

const yesAndNo: Record<Language, Record<string, string>> = {
  mul: { true: 'Tak', false: 'Nie' },
  pl: { true: 'Tak', false: 'Nie' },
  en: { true: 'Yes', false: 'No' },
};

const formatMoment = (value: string, language: Language, options: Intl.DateTimeFormatOptions): string => {
  const moment = new Date(value);
  return Number.isNaN(moment.getTime())
    ? value
    : new Intl.DateTimeFormat(localeOf(language), options).format(moment);
};

/** An answer as people read it. */
export const formatAnswer = (parameterType: ParameterType, value: string, language: Language): string => {
  switch (parameterType) {
    case 'BOOLEAN':
      return yesAndNo[language][value] ?? value;
    case 'DATE':
      // A day has no time zone; read as midnight in London it would be the day before in New York.
      return formatMoment(`${value}T12:00`, language, { dateStyle: 'long' });
    case 'DATETIME':
      return formatMoment(value, language, { dateStyle: 'long', timeStyle: 'short' });
    case 'NUMBER':
      return language === 'en' ? value : value.replace('.', ',');
    default:
      return value;
  }
};
