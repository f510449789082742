import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { offsetAt, toClockTime, toInstant } from './date-times';
import { isSameValue } from './same-value';

const warsaw = 'Europe/Warsaw';
const isoOf = (instant: number | undefined): string | undefined =>
  instant === undefined ? undefined : new Date(instant).toISOString();

describe('toInstant', () => {
  it.each([
    ['2026-01-15T12:00', '2026-01-15T11:00:00.000Z'],
    ['2026-07-15T12:00', '2026-07-15T10:00:00.000Z'],
    ['2026-03-29T01:59', '2026-03-29T00:59:00.000Z'],
    ['2026-03-29T02:30', undefined],
    ['2026-03-29T03:00', '2026-03-29T01:00:00.000Z'],
    // The earlier of two instants.
    ['2026-10-25T02:30', '2026-10-25T00:30:00.000Z'],
    ['2026-10-25T03:00', '2026-10-25T02:00:00.000Z'],
    ['2026-10-25T02:30+01:00', '2026-10-25T01:30:00.000Z'],
    // Local mean time.
    ['1800-01-01T12:00', '1800-01-01T10:36:00.000Z'],
    ['0001-01-01T00:00', '0000-12-31T22:36:00.000Z'],
  ])('in Warsaw, %s is %s', (dateTime, instant) => {
    expect(isoOf(toInstant(dateTime, warsaw))).toBe(instant);
  });

  it('returns the earliest instant at which the clocks of any time zone show the time', () => {
    const zones = fc.constantFrom(...Intl.supportedValuesOf('timeZone'));
    const instants = fc.date({
      min: new Date('1970-01-01Z'),
      max: new Date('2037-12-31Z'),
      noInvalidDate: true,
    });
    fc.assert(
      fc.property(zones, instants, (zone, date) => {
        const clock = toClockTime(date.toISOString(), zone);
        const instant = toInstant(clock, zone) ?? Number.NaN;
        expect(instant).toBeLessThanOrEqual(date.getTime());
        expect(toClockTime(new Date(instant).toISOString(), zone)).toBe(clock);
        expect(offsetAt(instant, zone)).toBeGreaterThanOrEqual(offsetAt(date.getTime(), zone));
      }),
      { numRuns: 500 },
    );
  });
});

describe('toClockTime', () => {
  it.each([
    ['2026-07-15T10:00Z', '2026-07-15T12:00'],
    ['2026-07-15T10:00:30.250-05:00', '2026-07-15T17:00:30.250'],
    ['2026-07-15T10:00:30Z', '2026-07-15T12:00:30'],
    ['2026-12-31T23:30Z', '2027-01-01T00:30'],
    // Without an offset, it is a time on the clocks already.
    ['2026-07-15T10:00', '2026-07-15T10:00'],
  ])('shows %s as %s in Warsaw', (dateTime, clock) => {
    expect(toClockTime(dateTime, warsaw)).toBe(clock);
  });
});

describe('isSameValue of dates and times', () => {
  it.each([
    ['2026-07-15T12:00', '2026-07-15T10:00Z'],
    ['2026-10-25T02:30', '2026-10-25T02:30+02:00'],
    ['2026-07-15T12:00:00.0', '2026-07-15T05:00:00-05:00'],
  ])('treats %s and %s as the same in Warsaw only', (one, other) => {
    expect(isSameValue('DATETIME', one, other, warsaw)).toBe(true);
    expect(isSameValue('DATETIME', other, one, warsaw)).toBe(true);
    expect(isSameValue('DATETIME', one, other, 'Asia/Tokyo')).toBe(false);
    expect(isSameValue('DATETIME', one, other)).toBe(false);
  });

  it.each([
    ['2026-10-25T02:30', '2026-10-25T02:30+01:00'],
    // The first is skipped. It was stored before the organization had a time zone.
    ['2026-03-29T02:30', '2026-03-29T03:30'],
  ])('treats %s and %s as different in Warsaw', (one, other) => {
    expect(isSameValue('DATETIME', one, other, warsaw)).toBe(false);
  });
});
