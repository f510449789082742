import { describe, expect, it } from 'vitest';
import { findPriority } from './priority-names';
import { readMoment } from './read-moment';

describe('readMoment', () => {
  it.each([
    ['2026-05-11T12:05:00Z', '2026-05-11T12:05:00.000Z'],
    ['2026-05-11T12:05:00.123+0200', '2026-05-11T10:05:00.000Z'],
    ['2026-05-11 12:05:09 UTC', '2026-05-11T12:05:09.000Z'],
    [' 2026-05-11 14:05 ', '2026-05-11T12:05:00.000Z'],
    ['2026-01-11 14:05:06', '2026-01-11T13:05:06.000Z'],
    ['2026-05-11', '2026-05-10T22:00:00.000Z'],
    ['11/May/26 2:05 PM', '2026-05-11T12:05:00.000Z'],
    ['1/paź/2026 14:05', '2026-10-01T12:05:00.000Z'],
    ['05/11/2026 12:05 AM', '2026-05-10T22:05:00.000Z'],
    ['05/11/2026 12:05 PM', '2026-05-11T10:05:00.000Z'],
    ['11.05.2026, 14:05', '2026-05-11T12:05:00.000Z'],
  ])('reads %j', (text, expected) => {
    expect(readMoment(text, 'Europe/Warsaw')?.toISOString()).toBe(expected);
  });

  it.each([
    '',
    'wczoraj',
    '2026-02-30',
    '2026-05-11 25:00',
    '2026-05-11 13:05 PM',
    '13/13/2026',
    '11/Foo/26',
    '2026-03-29 02:30',
    '2026-05-11T12:05:00+99:00',
    `2026-05-11${' '.repeat(100_000)}x`,
  ])('rejects %.20j', (text) => {
    expect(readMoment(text, 'Europe/Warsaw')).toBeUndefined();
  });
});

describe('findPriority', () => {
  it.each([
    ['HIGHEST', 'HIGHEST'],
    ['Najwyższy', 'HIGHEST'],
    [' medium ', 'NORMAL'],
    ['Immediate', 'HIGHEST'],
    ['3 high', 'HIGH'],
    ['Trivial', 'LOWEST'],
  ])('finds %s', (name, priority) => {
    expect(findPriority(name)).toBe(priority);
  });

  it('knows no other names', () => {
    expect([findPriority(''), findPriority('constructor'), findPriority('asap')]).toEqual([
      undefined,
      undefined,
      undefined,
    ]);
  });
});
