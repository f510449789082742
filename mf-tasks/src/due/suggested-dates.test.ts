import { describe, expect, it } from 'vitest';
import { suggestDueDates } from './suggested-dates';

const warsaw = { workDays: [1, 2, 3, 4, 5], workEnd: '16:00', timeZone: 'Europe/Warsaw' };
const suggest = (now: string, more: Partial<typeof warsaw> = {}): string[] =>
  suggestDueDates({ ...warsaw, ...more }, new Date(now)).map((date) => date.toISOString());

describe('suggestDueDates', () => {
  it.each([
    [
      'today, tomorrow and in a week on a working day',
      '2026-11-24T10:00:00+01:00',
      ['2026-11-24T15:00:00.000Z', '2026-11-25T15:00:00.000Z', '2026-12-01T15:00:00.000Z'],
    ],
    [
      'no moment of today after work',
      '2026-11-24T16:00:00+01:00',
      ['2026-11-25T15:00:00.000Z', '2026-12-01T15:00:00.000Z'],
    ],
    [
      'Monday instead of the days of a weekend',
      '2026-11-28T10:00:00+01:00',
      ['2026-11-30T15:00:00.000Z', '2026-12-07T15:00:00.000Z'],
    ],
    [
      'the day of the organization, not of UTC',
      '2026-11-24T23:30:00Z',
      ['2026-11-25T15:00:00.000Z', '2026-11-26T15:00:00.000Z', '2026-12-02T15:00:00.000Z'],
    ],
  ])('offers %s', (_, now, expected) => {
    expect(suggest(now)).toEqual(expected);
  });

  it('uses the end of work of the organization, and offers each moment once', () => {
    expect(suggest('2026-11-24T10:00:00+01:00', { workDays: [2], workEnd: '24:00' })).toEqual([
      '2026-11-24T23:00:00.000Z',
      '2026-12-01T23:00:00.000Z',
    ]);
  });
});
