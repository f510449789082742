import { describe, expect, it } from 'vitest';
import { snoozeTime } from './snooze-times';

describe('snoozeTime', () => {
  it.each([
    ['hours', '2026-11-27T10:30:00', '2026-11-27T13:30:00'],
    ['tomorrow', '2026-11-27T10:30:00', '2026-11-28T08:00:00'],
    ['tomorrow', '2026-12-31T23:30:00', '2027-01-01T08:00:00'],
    ['nextWeek', '2026-11-27T10:30:00', '2026-11-30T08:00:00'],
    ['nextWeek', '2026-11-29T10:30:00', '2026-11-30T08:00:00'],
    ['nextWeek', '2026-11-30T07:00:00', '2026-12-07T08:00:00'],
  ] as const)('of %s at %s is %s', (choice, now, expected) => {
    expect(snoozeTime(choice, new Date(now))).toEqual(new Date(expected));
  });
});
