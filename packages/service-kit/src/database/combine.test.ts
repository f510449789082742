import { describe, expect, it } from 'vitest';
import { combine, separate } from './combine';

describe('combine', () => {
  it('numbers the values of all statements', () => {
    expect(
      combine([
        { method: 'raw', text: 'select $2, $1', values: ['a', 'b'] },
        { method: 'raw', text: 'select 1', values: [] },
        { method: 'select', text: 'select $1', values: [3] },
      ]),
    ).toEqual({
      method: 'select',
      text: [
        `select (select coalesce(json_agg(s), '[]') from (select $2, $1) s) as "0"`,
        `(select coalesce(json_agg(s), '[]') from (select 1) s) as "1"`,
        `(select coalesce(json_agg(s), '[]') from (select $3) s) as "2"`,
      ].join(', '),
      values: ['a', 'b', 3],
    });
  });
});

describe('separate', () => {
  it('returns rows in their order, with times', () => {
    const created_at = '2026-11-29T15:50:00.123456+00:00';
    expect(
      separate({ 0: [{ id: 2, created_at, edited_at: null, title: created_at }, { id: 1 }], 1: [] }, 2),
    ).toEqual([
      [
        { id: 2, created_at: new Date('2026-11-29T15:50:00.123Z'), edited_at: null, title: created_at },
        { id: 1 },
      ],
      [],
    ]);
  });
});
