import { describe, expect, it } from 'vitest';
import { listSnoozeChoices, snoozeTime } from './snooze-times';

describe('listSnoozeChoices', () => {
  it.each([
    ['a Saturday', '2026-11-28T10:30:00', ['hours', 'tomorrow', 'nextWeek']],
    ['a Sunday, when Monday is tomorrow', '2026-11-29T10:30:00', ['hours', 'tomorrow']],
  ])('on %s', (_day, now, choices) => {
    expect(listSnoozeChoices(new Date(now))).toEqual(choices);
  });
});

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
