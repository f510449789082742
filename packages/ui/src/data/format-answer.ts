import type { ParameterType } from '@obieg/contracts';
import { formatNumber, hasOffset, isDateTime, offsetAt, toClockTime, toInstant } from '@obieg/workflow-rules';
import { getLocale, type UiLanguage } from '../i18n/texts';
import { useUiLanguage, useUiTimeZone } from '../provider/ui-context';
import { formatDate } from './date-format';
import { decodeDomain, useDomainDecoder } from './domain-decoder';

/** Formats a date as elsewhere on the task page (spec 3 §9). Returns an invalid date unchanged. */
const formatIfValid = (
  value: string,
  date: string,
  format: 'dateTime' | 'shortDate',
  language: UiLanguage,
): string => (Number.isNaN(new Date(date).getTime()) ? value : formatDate(date, format, getLocale(language)));

const polish = { yes: 'Tak', no: 'Nie' };
const booleanTexts = { mul: polish, pl: polish, en: { yes: 'Yes', no: 'No' } };

const formatBoolean = (value: string, language: UiLanguage): string => {
  const { yes, no } = booleanTexts[language];
  return value === 'true' ? yes : value === 'false' ? no : value;
};

const isReaderTime = (instantMs: number, timeZone: string): boolean =>
  offsetAt(instantMs, timeZone) === -new Date(instantMs).getTimezoneOffset() * 60_000;

/** Whether the clocks of the organization differ from the reader's at a date and time, or now without one. */
export const isForeignTime = (dateTime: string, timeZone: string): boolean => {
  const instant = isDateTime(dateTime) ? toInstant(dateTime, timeZone) : undefined;
  return !isReaderTime(instant ?? Date.now(), timeZone);
};

/** `31.12.2026 10:30`. Formatted from the text, because the reader's clocks may skip the time. */
const formatClockTime = (clock: string): string => {
  const [, year, month, day, time] = /^(\d+)-(\d\d)-(\d\d)T(\d\d:\d\d)/.exec(clock) ?? [];
  return `${day}.${month}.${year} ${time}`;
};

/** Formats a date and time as the organization's clocks show it. Names their zone if the reader's clocks differ. */
const formatDateTime = (value: string, language: UiLanguage, timeZone: string | undefined): string => {
  if (!isDateTime(value)) return value;
  if (timeZone === undefined)
    return hasOffset(value) ? formatIfValid(value, value, 'dateTime', language) : formatClockTime(value);
  const shown = formatClockTime(toClockTime(value, timeZone));
  return isForeignTime(value, timeZone) ? `${shown} (${timeZone})` : shown;
};

/**
 * Formats an answer for display.
 *
 * @param timeZone of the organization. Without it, times with an offset are shown in the reader's zone.
 */
export const formatAnswer = (
  parameterType: ParameterType,
  value: string,
  language: UiLanguage,
  timeZone?: string,
): string => {
  switch (parameterType) {
    case 'BOOLEAN':
      return formatBoolean(value, language);
    case 'DATE':
      // A date has no time zone. Without a time it would parse as midnight UTC, which is the previous day in New
      // York.
      return formatIfValid(value, `${value}T12:00`, 'shortDate', language);
    case 'DATETIME':
      return formatDateTime(value, language, timeZone);
    case 'EMAIL':
      return decodeDomain(value);
    case 'NUMBER':
      return formatNumber(value, language === 'en' ? '.' : ',');
    default:
      return value;
  }
};

/** Returns `formatAnswer` in the reader's language and the organization's time zone. */
export const useAnswerFormat = (): ((parameterType: ParameterType, value: string) => string) => {
  const language = useUiLanguage();
  const timeZone = useUiTimeZone();
  useDomainDecoder();
  return (parameterType, value) => formatAnswer(parameterType, value, language, timeZone);
};
