import { toInstant } from './date-times';

const dayMs = 86_400_000;

/** The day this number of days after a day, both `YYYY-MM-DD`. */
export const addDays = (day: string, days: number): string =>
  new Date(Date.parse(day) + days * dayMs).toISOString().slice(0, 10);

/** ISO weekday of a day `YYYY-MM-DD`: 1 is Monday. */
export const weekdayOf = (day: string): number => new Date(day).getUTCDay() || 7;

/** Returns the moment of a time `HH:MM`, at most `24:00`. A time that the clocks skip is the same time an hour later. */
export const instantOfTime = (day: string, time: string, timeZone: string): number => {
  if (time === '24:00') return instantOfTime(addDays(day, 1), '00:00', timeZone);
  const instant = toInstant(`${day}T${time}`, timeZone);
  if (instant !== undefined) return instant;
  const later = String(Number(time.slice(0, 2)) + 1).padStart(2, '0');
  return instantOfTime(day, `${later}${time.slice(2)}`, timeZone);
};
