import { describe, expect, it } from 'vitest';
import { addWorkingHours } from './working-hours';

const warsaw = { workDays: [1, 2, 3, 4, 5], workStart: '08:00', workEnd: '16:00', timeZone: 'Europe/Warsaw' };
const add = (from: string, hours: number, more: Partial<typeof warsaw> = {}): string =>
  addWorkingHours(new Date(from), hours, { ...warsaw, ...more }).toISOString();

describe('addWorkingHours', () => {
  it.each([
    ['within the day', '2026-11-26T09:00:00+01:00', 4, '2026-11-26T13:00:00+01:00'],
    ['until the end of the day', '2026-11-26T09:00:00+01:00', 7, '2026-11-26T16:00:00+01:00'],
    ['over the night', '2026-11-26T15:00:00+01:00', 2, '2026-11-27T09:00:00+01:00'],
    ['over the weekend', '2026-11-27T15:30:00+01:00', 1, '2026-11-30T08:30:00+01:00'],
    ['from before work', '2026-11-27T05:00:00+01:00', 8, '2026-11-27T16:00:00+01:00'],
    ['from after work', '2026-11-27T20:00:00+01:00', 0.25, '2026-11-30T08:15:00+01:00'],
    ['from the weekend', '2026-11-29T12:00:00+01:00', 40, '2026-12-04T16:00:00+01:00'],
    ['over a change to winter time', '2026-10-23T15:00:00+02:00', 2, '2026-10-26T09:00:00+01:00'],
    ['over a change to summer time', '2026-03-27T15:00:00+01:00', 2, '2026-03-30T09:00:00+02:00'],
    ['over a year', '2026-12-31T12:00:00+01:00', 8, '2027-01-01T12:00:00+01:00'],
  ])('counts %s', (_, from, hours, expected) => {
    expect(add(from, hours)).toBe(new Date(expected).toISOString());
  });

  it('uses the clocks of the time zone, whatever the offset of the moment', () => {
    // Friday morning in Tokyo is Thursday evening in New York.
    const moment = '2026-11-27T00:30:00Z';
    expect(add(moment, 1, { timeZone: 'Asia/Tokyo' })).toBe('2026-11-27T01:30:00.000Z');
    expect(add(moment, 1, { timeZone: 'America/New_York' })).toBe('2026-11-27T14:00:00.000Z');
  });

  it('counts the hours that pass on a day of change, and a skipped beginning an hour later', () => {
    const nights = { workDays: [7], workStart: '00:00', workEnd: '24:00' };
    // 23 hours on 29 March, 25 hours on 25 October.
    expect(add('2026-03-28T23:00:00Z', 23, nights)).toBe('2026-03-29T22:00:00.000Z');
    expect(add('2026-10-24T22:00:00Z', 25, nights)).toBe('2026-10-25T23:00:00.000Z');
    expect(add('2026-03-28T23:00:00Z', 1, { ...nights, workStart: '02:30' })).toBe(
      '2026-03-29T02:30:00.000Z',
    );
  });

  it('ends for the longest default in the shortest week', () => {
    const shortest = { workDays: [1], workStart: '08:00', workEnd: '09:00' };
    expect(add('2026-11-30T08:00:00+01:00', 1_000, shortest)).toBe('2046-01-22T08:00:00.000Z');
  });
});
