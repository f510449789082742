import { describe, expect, it } from 'vitest';
import { defaultTimeZone, isTimeZone } from './time-zone';

describe('isTimeZone', () => {
  it('accepts every name that browsers offer', () => {
    expect(Intl.supportedValuesOf('timeZone').filter((name) => !isTimeZone(name))).toEqual([]);
    for (const name of [defaultTimeZone, 'UTC', 'Etc/GMT+5', 'America/Argentina/Buenos_Aires'])
      expect(isTimeZone(name)).toBe(true);
  });

  it.each([
    '',
    'Europe/Warszawa',
    '+01:00',
    'CET+1',
    'europe/warsaw',
    'Europe/Warsaw\n',
    `A/${'a'.repeat(70)}`,
  ])('rejects %j', (text) => expect(isTimeZone(text)).toBe(false));
});
