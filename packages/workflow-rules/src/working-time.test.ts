import type { WeekSpan } from '@obieg/contracts';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { toClockTime } from './date-times';
import { addDays, weekdayOf } from './working-days';
import { createWorkingTime, type WorkingHours } from './working-time';

const minuteMs = 60_000;
const at = (moment: string): number => Date.parse(moment);
const weekdays = (from: string, to: string): WeekSpan[] => [1, 2, 3, 4, 5].map((day) => ({ day, from, to }));

/** Counts each minute whose clock time is in a span. */
const countMinutes = ({ week, holidays, timeZone }: WorkingHours, from: number, until: number): number => {
  let count = 0;
  for (let moment = from; moment < until; moment += minuteMs) {
    const clock = toClockTime(new Date(moment).toISOString(), timeZone);
    const [day, time] = [clock.slice(0, 10), clock.slice(11, 16)];
    const isWorking = week.some((span) => span.day === weekdayOf(day) && span.from <= time && time < span.to);
    if (isWorking && !holidays.has(day)) count += 1;
  }
  return count;
};

/** Each with a day around which its clocks change, or that its calendar skips. */
const changes: [timeZone: string, day: string][] = [
  ['Europe/Warsaw', '2026-03-29'],
  ['Europe/Warsaw', '2026-10-25'],
  ['Australia/Lord_Howe', '2026-04-05'],
  ['Australia/Lord_Howe', '2026-10-04'],
  ['Antarctica/Troll', '2026-03-29'],
  ['Antarctica/Troll', '2026-10-25'],
  ['America/Sao_Paulo', '2018-02-18'],
  ['America/Sao_Paulo', '2018-11-04'],
  ['America/St_Johns', '2010-11-07'],
  ['Africa/Casablanca', '2026-02-15'],
  ['Pacific/Apia', '2011-12-30'],
  ['Asia/Kathmandu', '2026-05-10'],
  ['Pacific/Chatham', '2026-09-27'],
  ['UTC', '2026-01-01'],
];

const timeOfDay = fc.integer({ min: 0, max: 24 * 60 }).map((minutes) => {
  const pad = (part: number): string => String(part).padStart(2, '0');
  return `${pad(Math.floor(minutes / 60))}:${pad(minutes % 60)}`;
});
const weekSpan = fc
  .record({ day: fc.integer({ min: 1, max: 7 }), one: timeOfDay, other: timeOfDay })
  .filter(({ one, other }) => one !== other)
  .map(({ day, one, other }) =>
    one < other ? { day, from: one, to: other } : { day, from: other, to: one },
  );

const setting = fc
  .record({
    change: fc.constantFrom(...changes),
    week: fc.array(weekSpan, { minLength: 1, maxLength: 12 }),
    holidays: fc.uniqueArray(fc.integer({ min: -3, max: 3 }), { maxLength: 2 }),
    start: fc.integer({ min: -3 * 24 * 60, max: 2 * 24 * 60 }),
    minutes: fc.integer({ min: 0, max: 3 * 24 * 60 }),
  })
  .map(({ change: [timeZone, day], week, holidays, start, minutes }) => {
    const from = at(day) + start * minuteMs;
    const hours: WorkingHours = {
      week,
      timeZone,
      holidays: new Set(holidays.map((days) => addDays(day, days))),
    };
    return { hours, from, until: from + minutes * minuteMs };
  });

describe('working time', () => {
  it('equals a count minute by minute, over changes of the clocks', () => {
    fc.assert(
      fc.property(setting, ({ hours, from, until }) => {
        expect(createWorkingTime(hours).between(from, until)).toBe(
          countMinutes(hours, from, until) * minuteMs,
        );
      }),
      { numRuns: 120 },
    );
  });

  it('ends where it has passed', () => {
    fc.assert(
      fc.property(setting, fc.integer({ min: 1, max: 3_000 }), ({ hours, from }, minutes) => {
        const { add, between } = createWorkingTime(hours);
        const end = add(from, minutes * minuteMs);
        if (end === undefined) return;
        expect(between(from, end)).toBe(minutes * minuteMs);
        expect(between(from, end - 1)).toBe(minutes * minuteMs - 1);
      }),
      { numRuns: 300 },
    );
  });

  it('leaves out nights, weekends and holidays', () => {
    const { between, add } = createWorkingTime({
      week: weekdays('08:00', '16:00'),
      holidays: new Set(['2026-11-11']),
      timeZone: 'Europe/Warsaw',
    });
    const monday = at('2026-11-09T08:00+01:00');
    expect(between(monday, at('2026-11-16T08:00+01:00')) / minuteMs).toBe(4 * 8 * 60);
    expect(add(monday, 16 * 60 * minuteMs)).toBe(at('2026-11-10T16:00+01:00'));
    expect(add(monday, 16 * 60 * minuteMs + minuteMs)).toBe(at('2026-11-12T08:01+01:00'));
  });

  it('counts a pause in the middle of a day', () => {
    const { between, add } = createWorkingTime({
      week: [...weekdays('08:00', '12:00'), ...weekdays('13:00', '17:00')],
      holidays: new Set(),
      timeZone: 'Europe/Warsaw',
    });
    const monday = at('2026-11-09T11:30+01:00');
    expect(between(monday, at('2026-11-09T13:30+01:00')) / minuteMs).toBe(60);
    expect(add(monday, 60 * minuteMs)).toBe(at('2026-11-09T13:30+01:00'));
  });

  it('counts an hour that the clocks show twice twice, and a skipped hour not at all', () => {
    const { between } = createWorkingTime({
      week: [{ day: 7, from: '02:00', to: '03:00' }],
      holidays: new Set(),
      timeZone: 'Europe/Warsaw',
    });
    expect(between(at('2026-10-25T00:00Z'), at('2026-10-25T12:00Z')) / minuteMs).toBe(120);
    expect(between(at('2026-03-29T00:00Z'), at('2026-03-29T12:00Z'))).toBe(0);
  });

  it('does not end without a span', () => {
    const never = createWorkingTime({ week: [], holidays: new Set(), timeZone: 'UTC' });
    expect(never.add(at('2026-01-01'), 1)).toBeUndefined();
    expect(never.add(at('2026-01-01'), 0)).toBe(at('2026-01-01'));
    expect(never.between(at('2026-01-01'), at('2027-01-01'))).toBe(0);
  });
});
