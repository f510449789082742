import { addDays, weekdayOf } from '@obieg/workflow-rules';

/** A yearly repetition, as ical.js reads it. */
export interface RepetitionRule {
  freq: string;
  interval: number;
  count: number | null;
  until: { toString(): string } | null;
  parts: Readonly<Record<string, readonly (string | number)[] | undefined>>;
}

const weekdayCodes = ['MO', 'TU', 'WE', 'TH', 'FR', 'SA', 'SU'];
const supportedParts = new Set(['BYMONTH', 'BYMONTHDAY', 'BYDAY']);
const ordinalDay = /^(-?[1-5])(MO|TU|WE|TH|FR|SA|SU)$/;

const pad = (number: number): string => String(number).padStart(2, '0');

/** Days of a month, `YYYY-MM-DD`. */
const daysOfMonth = (year: number, month: number): string[] => {
  const count = new Date(Date.UTC(year, month, 0)).getUTCDate();
  return Array.from({ length: count }, (_, index) => `${year}-${pad(month)}-${pad(index + 1)}`);
};

/** Counts from the end of the list if the position is negative. Positions start at 1. */
const pick = (days: readonly string[], position: number): string[] => {
  const day = days.at(position > 0 ? position - 1 : position);
  return day === undefined ? [] : [day];
};

const pickWeekday = (days: readonly string[], code: string): string[] => {
  const [, position, weekday = ''] = ordinalDay.exec(code) ?? [];
  const number = weekdayCodes.indexOf(weekday) + 1;
  return pick(
    days.filter((day) => weekdayOf(day) === number),
    Number(position),
  );
};

/** Whether the rule is a yearly one on days of a month or on the n-th weekday of a month, as holidays are. */
export const isYearlyRule = ({ freq, parts }: RepetitionRule): boolean => {
  const { BYMONTH: months, BYMONTHDAY: monthDays, BYDAY: weekdays } = parts;
  return (
    freq === 'YEARLY' &&
    Object.keys(parts).every((part) => supportedParts.has(part)) &&
    !(monthDays && weekdays) &&
    (!weekdays || (months !== undefined && weekdays.every((code) => ordinalDay.test(String(code)))))
  );
};

/** Lists the days of a yearly rule in one year, in order. @param start first day of the event */
const listInYear = ({ parts }: RepetitionRule, start: string, year: number): string[] => {
  const { BYMONTH: months = [Number(start.slice(5, 7))], BYMONTHDAY: monthDays, BYDAY: weekdays } = parts;
  return months
    .flatMap((month) => {
      const days = daysOfMonth(year, Number(month));
      if (weekdays) return weekdays.flatMap((code) => pickWeekday(days, String(code)));
      return (monthDays ?? [Number(start.slice(8, 10))]).flatMap((day) => pick(days, Number(day)));
    })
    .sort();
};

/**
 * Lists the first days of a repeated event up to a year. ical.js searches without an end for some rules, so it only
 * reads them. @param takeStep is called for each year
 */
export const listRepetitions = (
  rule: RepetitionRule,
  start: string,
  { fromYear, untilYear }: { fromYear: number; untilYear: number },
  takeStep: () => void,
): string[] => {
  const firstYear = Number(start.slice(0, 4));
  const interval = Math.max(1, rule.interval);
  const until = rule.until?.toString().slice(0, 10) ?? '9999-12-31';
  // A limited number needs all occurrences from the first one. An event of the year before can last into the first one.
  const skipped = rule.count ? 0 : Math.max(0, Math.floor((fromYear - 1 - firstYear) / interval));
  const found: string[] = [];
  for (let year = firstYear + skipped * interval; year <= untilYear; year += interval) {
    takeStep();
    found.push(...listInYear(rule, start, year).filter((day) => day >= start && day <= until));
    if (rule.count && found.length >= rule.count) return found.slice(0, rule.count);
  }
  return found;
};

/** Lists the days of an event with a length. @param takeStep is called for each day */
export const listEventDays = (first: string, length: number, takeStep: () => void): string[] => {
  const days: string[] = [];
  for (let index = 0; index < length; index += 1) {
    takeStep();
    days.push(addDays(first, index));
  }
  return days;
};
