import type { WorkCalendar } from '@obieg/contracts';
import { weekdayOf } from '@obieg/workflow-rules';

export interface YearDay {
  /** `YYYY-MM-DD` */
  date: string;
  kind: 'work' | 'free' | 'holiday';
  /** Name of the holiday. */
  name?: string | undefined;
}

const pad = (number: number): string => String(number).padStart(2, '0');

/** Weeks of a month from Monday; undefined for days of other months. @param month from 1 */
export const listWeeks = (
  { week, holidays }: Pick<WorkCalendar, 'week' | 'holidays'>,
  year: number,
  month: number,
): (YearDay | undefined)[][] => {
  const names = new Map(holidays.map(({ date, name }) => [date, name]));
  const workDays = new Set(week.map(({ day }) => day));
  const count = new Date(Date.UTC(year, month, 0)).getUTCDate();
  const days = Array.from({ length: count }, (_, index): YearDay => {
    const date = `${year}-${pad(month)}-${pad(index + 1)}`;
    const name = names.get(date);
    const kind = name !== undefined ? 'holiday' : workDays.has(weekdayOf(date)) ? 'work' : 'free';
    return { date, kind, name };
  });
  const lead = weekdayOf(`${year}-${pad(month)}-01`) - 1;
  const cells: (YearDay | undefined)[] = [...Array.from({ length: lead }, () => undefined), ...days];
  while (cells.length % 7 !== 0) cells.push(undefined);
  return Array.from({ length: cells.length / 7 }, (_, index) => cells.slice(index * 7, index * 7 + 7));
};
