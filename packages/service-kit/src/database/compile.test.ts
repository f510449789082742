import createKnex from 'knex';
import { describe, expect, it } from 'vitest';
import { compile } from './compile';

const knex = createKnex({ client: 'pg' });

describe('a text with names', () => {
  it.each([
    ['select :one, :two, :one', { one: 1, two: ['x'] }],
    [`select to_char(at, 'HH24:MI:SS.MS'), value::text, :id::bigint from t where a=:id`, { id: 5 }],
    ['select cast(:afterKey as text) where x in (:a,:b) and y = :ab', { afterKey: null, a: 1, b: 2, ab: 3 }],
    ['select (:readerId) = any(:ids)', { readerId: 4, ids: [1, 2], notInTheText: 7 }],
    ['select 1', {}],
  ])('is compiled as knex does it: %s', (sql, bindings) => {
    for (let time = 0; time < 2; time += 1) {
      const statement = knex.raw(sql, bindings);
      expect(compile(statement).toNative()).toEqual(statement.toSQL().toNative());
      expect(compile(statement).method).toBe('raw');
    }
  });

  it('takes other values each time', () => {
    const native = (id: number) => compile(knex.raw('select :id', { id })).toNative();
    expect([native(1), native(2)]).toEqual([
      { sql: 'select $1', bindings: [1] },
      { sql: 'select $1', bindings: [2] },
    ]);
  });

  it('is refused where something looks like a name and nothing is given for it', () => {
    expect(() => compile(knex.raw(`select '{"due":null,"at":now}', :id`, { id: 1 }))).toThrow(
      'Nothing is given for :null, :now',
    );
  });

  it('is left to knex where a value is a query, a column is named, or one is missing', () => {
    const within = knex.raw('select * from t where id in :ids', {
      ids: knex('users').where({ a: 1 }).select('id'),
    });
    expect(compile(within).toNative()).toEqual({
      sql: 'select * from t where id in (select "id" from "users" where "a" = $1)',
      bindings: [1],
    });
    expect(compile(knex.raw('select :column: from t', { column: 'name' })).toNative().sql).toBe(
      'select "name" from t',
    );
    expect(() => compile(knex.raw('select :id', { id: undefined }))).toThrow(/undefined/i);
  });
});

it('what is no text with names is compiled by knex', () => {
  for (const statement of [
    knex('users').where({ id: 3 }).select('name'),
    knex.raw('select ?, ??', [1, 'name']),
    knex.raw('select now()'),
  ])
    expect(compile(statement).toNative()).toEqual(statement.toSQL().toNative());
});
