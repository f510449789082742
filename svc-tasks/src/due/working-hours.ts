import type { SaveDueSettings } from '@obieg/contracts';
import { toClockTime, toInstant } from '@obieg/workflow-rules';

export type WorkingHours = Pick<SaveDueSettings, 'workDays' | 'workStart' | 'workEnd'> & { timeZone: string };

const hourMs = 3600_000;

const nextDay = (day: string): string => new Date(Date.parse(day) + 24 * hourMs).toISOString().slice(0, 10);
const weekdayOf = (day: string): number => new Date(day).getUTCDay() || 7;

/** A time that the clocks skip is the same time an hour later. */
const instantOf = (day: string, time: string, timeZone: string): number => {
  if (time === '24:00') return instantOf(nextDay(day), '00:00', timeZone);
  const instant = toInstant(`${day}T${time}`, timeZone);
  if (instant !== undefined) return instant;
  const later = String(Number(time.slice(0, 2)) + 1).padStart(2, '0');
  return instantOf(day, `${later}${time.slice(2)}`, timeZone);
};

/** Returns the moment at which this many working hours have passed. */
export const addWorkingHours = (
  from: Date,
  hours: number,
  { workDays, workStart, workEnd, timeZone }: WorkingHours,
): Date => {
  let remaining = hours * hourMs;
  let day = toClockTime(from.toISOString(), timeZone).slice(0, 10);
  for (; ; day = nextDay(day)) {
    if (!workDays.includes(weekdayOf(day))) continue;
    const begin = Math.max(instantOf(day, workStart, timeZone), from.getTime());
    const available = Math.max(0, instantOf(day, workEnd, timeZone) - begin);
    if (remaining <= available) return new Date(begin + remaining);
    remaining -= available;
  }
};
