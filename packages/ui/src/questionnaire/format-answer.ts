import type { ParameterType } from '@obieg/contracts';
import { localeOf, type UiLanguage } from '../i18n/texts';
import { questionnaireTexts } from './texts';

const formatMoment = (value: string, language: UiLanguage, options: Intl.DateTimeFormatOptions): string => {
  const moment = new Date(value);
  return Number.isNaN(moment.getTime())
    ? value
    : new Intl.DateTimeFormat(localeOf(language), options).format(moment);
};

const readBoolean = (value: string, language: UiLanguage): string => {
  const { yes, no } = questionnaireTexts[language];
  return value === 'true' ? yes : value === 'false' ? no : value;
};

/** An answer as people read it. */
export const formatAnswer = (parameterType: ParameterType, value: string, language: UiLanguage): string => {
  switch (parameterType) {
    case 'BOOLEAN':
      return readBoolean(value, language);
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
