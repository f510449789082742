import type { SaveDueSettings } from '@obieg/contracts';
import { addDays, instantOfTime, toClockTime, weekdayOf } from '@obieg/workflow-rules';

export type WorkingHours = Pick<SaveDueSettings, 'workDays' | 'workStart' | 'workEnd'> & { timeZone: string };

const hourMs = 3600_000;

/** Returns the moment at which this many working hours have passed. */
export const addWorkingHours = (
  from: Date,
  hours: number,
  { workDays, workStart, workEnd, timeZone }: WorkingHours,
): Date => {
  let remaining = hours * hourMs;
  let day = toClockTime(from.toISOString(), timeZone).slice(0, 10);
  for (; ; day = addDays(day, 1)) {
    if (!workDays.includes(weekdayOf(day))) continue;
    const begin = Math.max(instantOfTime(day, workStart, timeZone), from.getTime());
    const available = Math.max(0, instantOfTime(day, workEnd, timeZone) - begin);
    if (remaining <= available) return new Date(begin + remaining);
    remaining -= available;
  }
};
