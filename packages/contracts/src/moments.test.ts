import { describe, expect, it } from 'vitest';
import { momentSchema } from './moments';
import { readViewQuery } from './task-views';

describe('momentSchema', () => {
  it.each([
    '0001-01-01T00:00:00Z',
    '9999-12-31T23:59:59.999Z',
    '2026-03-29T02:30:00+02:00',
    '2026-01-01T00:00:00.123456+00:00',
    '2026-01-01T00:00:00-15:59',
  ])('accepts %s', (text) => expect(momentSchema.safeParse(text).success).toBe(true));

  it.each([
    '0000-01-01T00:00:00Z',
    '0001-01-01T00:00:00+01:00',
    '9999-12-31T23:59:59-23:59',
    '9999-12-31T23:59:59-00:01',
    '2026-01-01T00:00:00+16:00',
    `2026-01-01T00:00:00.${'0'.repeat(200)}Z`,
    '+010000-01-01T00:00:00Z',
    '2026-02-30T00:00:00Z',
    '2026-01-01',
    'infinity',
  ])('rejects %s', (text) => expect(momentSchema.safeParse(text).success).toBe(false));
});

describe('readViewQuery', () => {
  it('omits and names the filters that are not valid', () => {
    const stored = { createdFrom: '0000-01-01T00:00:00Z', statusTypes: 'INITIAL', ofLaterRelease: 'x' };
    expect(readViewQuery(stored)).toEqual({
      query: { statusTypes: 'INITIAL' },
      invalidFilters: ['createdFrom', 'ofLaterRelease'],
    });
  });
});
