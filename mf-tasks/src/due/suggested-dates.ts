import type { DueSettings } from '@obieg/contracts';
import { addDays, instantOfTime, toClockTime, weekdayOf } from '@obieg/workflow-rules';

type WorkingDays = Pick<DueSettings, 'workDays' | 'workEnd' | 'timeZone'>;

/**
 * The end of work today, on the next working day and in a week, each on a working day of the organization and after
 * now.
 */
export const suggestDueDates = (
  { workDays, workEnd, timeZone }: WorkingDays,
  now: Date = new Date(),
): Date[] => {
  const today = toClockTime(now.toISOString(), timeZone).slice(0, 10);
  const isWorkingDay = (day: string): boolean => workDays.includes(weekdayOf(day));
  const findWorkingDay = (from: string): string =>
    isWorkingDay(from) ? from : findWorkingDay(addDays(from, 1));
  const days = [
    ...(isWorkingDay(today) ? [today] : []),
    findWorkingDay(addDays(today, 1)),
    findWorkingDay(addDays(today, 7)),
  ];
  return [...new Set(days)]
    .map((day) => instantOfTime(day, workEnd, timeZone))
    .filter((instant) => instant > now.getTime())
    .map((instant) => new Date(instant));
};

const dayMs = 86_400_000;

const startOfDay = (date: Date): number => new Date(date).setHours(0, 0, 0, 0);

/** Days from now, on the reader's clock. A day on which clocks change has an hour less or more. */
const daysUntil = (date: Date, now: Date): number => Math.round((startOfDay(date) - startOfDay(now)) / dayMs);

const nearDays: Partial<Record<number, 'today' | 'tomorrow' | 'week'>> = {
  0: 'today',
  1: 'tomorrow',
  7: 'week',
};

/** How the reader calls the day of a suggestion: by its distance, or undefined for its weekday and date. */
export const nameOfNearDay = (date: Date, now: Date = new Date()) => nearDays[daysUntil(date, now)];
