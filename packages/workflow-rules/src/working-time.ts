import type { WeekSpan } from '@obieg/contracts';
import { listOffsetSpans } from './offset-spans';
import { addDays, weekdayOf } from './working-days';

/** When people work: spans of a week, without the holidays, by the clocks of a time zone. */
export interface WorkingHours {
  week: readonly WeekSpan[];
  /** Days without work, `YYYY-MM-DD`. */
  holidays: ReadonlySet<string>;
  timeZone: string;
}

/** The arithmetic of working time. Moments are milliseconds since 1970. */
export interface WorkingTime {
  /** Working milliseconds between two moments; 0 if the second is not later. */
  between(from: number, until: number): number;
  /**
   * The moment at which this many working milliseconds have passed; `from` itself for none. Undefined if that takes more
   * than ten years, for example in a week without a span.
   */
  add(from: number, workingMs: number): number | undefined;
}

/** A time in which people work. */
interface Interval {
  from: number;
  until: number;
}

const minuteMs = 60_000;
const dayMs = 24 * 60 * minuteMs;
const daysMax = 3_660;
/** Days whose intervals are kept: two years. */
const knownDaysMax = 800;

const msOf = (time: string): number => (Number(time.slice(0, 2)) * 60 + Number(time.slice(3))) * minuteMs;

const merge = (intervals: readonly Interval[]): Interval[] => {
  const merged: Interval[] = [];
  for (const interval of [...intervals].sort((one, other) => one.from - other.from)) {
    const last = merged.at(-1);
    if (last && interval.from <= last.until) last.until = Math.max(last.until, interval.until);
    else merged.push({ ...interval });
  }
  return merged;
};

const overlap = (interval: Interval, from: number, until: number): number =>
  Math.max(0, Math.min(interval.until, until) - Math.max(interval.from, from));

/**
 * Creates the arithmetic of some working hours. A minute counts if the clocks show a time within a span: an hour that the
 * clocks skip never passes, and one that they show twice counts twice. Equals a count minute by minute.
 */
export const createWorkingTime = ({ week, holidays, timeZone }: WorkingHours): WorkingTime => {
  const known = new Map<number, readonly Interval[]>();

  const findIntervals = (utcDay: number): Interval[] => {
    const date = new Date(utcDay).toISOString().slice(0, 10);
    const offsets = listOffsetSpans(utcDay, utcDay + dayMs, timeZone);
    const intervals: Interval[] = [];
    // A day of UTC has parts of up to three days of a zone.
    for (const day of [addDays(date, -1), date, addDays(date, 1)]) {
      if (holidays.has(day)) continue;
      const weekday = weekdayOf(day);
      for (const { from, to } of week.filter((span) => span.day === weekday))
        for (const span of offsets) {
          const clock = Date.parse(day) - span.offset;
          const interval = {
            from: Math.max(span.from, clock + msOf(from)),
            until: Math.min(span.until, clock + msOf(to)),
          };
          if (interval.from < interval.until) intervals.push(interval);
        }
    }
    return merge(intervals);
  };
  /** The intervals of a day of UTC, in order. */
  const intervalsOf = (utcDay: number): readonly Interval[] => {
    const found = known.get(utcDay);
    if (found) return found;
    if (known.size >= knownDaysMax) known.clear();
    const intervals = findIntervals(utcDay);
    known.set(utcDay, intervals);
    return intervals;
  };
  const firstDay = (moment: number): number => Math.floor(moment / dayMs) * dayMs;

  return {
    between: (from, until) => {
      let sum = 0;
      for (let day = firstDay(from); day < until; day += dayMs)
        for (const interval of intervalsOf(day)) sum += overlap(interval, from, until);
      return sum;
    },
    add: (from, workingMs) => {
      if (workingMs <= 0) return from;
      let remaining = workingMs;
      const lastDay = firstDay(from) + daysMax * dayMs;
      for (let day = firstDay(from); day < lastDay; day += dayMs)
        for (const interval of intervalsOf(day)) {
          const available = overlap(interval, from, interval.until);
          if (remaining <= available) return Math.max(interval.from, from) + remaining;
          remaining -= available;
        }
      return undefined;
    },
  };
};
