import type { ParameterType } from '@obieg/contracts';
import { formatDate } from '../data/date-format';
import { localeOf, type UiLanguage } from '../i18n/texts';
import { questionnaireTexts } from './texts';

/** As every other date of a task's page (spec 3 §9); what is no date stays as it is. */
const formatMoment = (
  value: string,
  moment: string,
  format: 'dateTime' | 'shortDate',
  language: UiLanguage,
): string =>
  Number.isNaN(new Date(moment).getTime()) ? value : formatDate(moment, format, localeOf(language));

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
      return formatMoment(value, `${value}T12:00`, 'shortDate', language);
    case 'DATETIME':
      return formatMoment(value, value, 'dateTime', language);
    case 'NUMBER':
      return language === 'en' ? value : value.replace('.', ',');
    default:
      return value;
  }
};
