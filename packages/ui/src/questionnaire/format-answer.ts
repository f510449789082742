import type { ParameterType } from '@obieg/contracts';
import { formatDate } from '../data/date-format';
import { getLocale, type UiLanguage } from '../i18n/texts';
import { questionnaireTexts } from './texts';

/** Formats a date as elsewhere on the task page (spec 3 §9). Returns an invalid date unchanged. */
const formatIfValid = (
  value: string,
  date: string,
  format: 'dateTime' | 'shortDate',
  language: UiLanguage,
): string => (Number.isNaN(new Date(date).getTime()) ? value : formatDate(date, format, getLocale(language)));

const formatBoolean = (value: string, language: UiLanguage): string => {
  const { yes, no } = questionnaireTexts[language];
  return value === 'true' ? yes : value === 'false' ? no : value;
};

/** Formats an answer for display. */
export const formatAnswer = (parameterType: ParameterType, value: string, language: UiLanguage): string => {
  switch (parameterType) {
    case 'BOOLEAN':
      return formatBoolean(value, language);
    case 'DATE':
      // A date has no time zone. Without a time it would parse as midnight UTC, which is the previous day in New
      // York.
      return formatIfValid(value, `${value}T12:00`, 'shortDate', language);
    case 'DATETIME':
      return formatIfValid(value, value, 'dateTime', language);
    case 'NUMBER':
      return language === 'en' ? value : value.replace('.', ',');
    default:
      return value;
  }
};
