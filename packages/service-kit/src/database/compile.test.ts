import createKnex from 'knex';
import { describe, expect, it } from 'vitest';
import { createBuilders } from './builders';
import { compile, type Statement } from './compile';

const knex = createKnex({ client: 'pg' });
const builders = createBuilders(knex);

/** Compiles a statement with knex. */
const compileWithKnex = (statement: Statement) => {
  const { sql: text, bindings: values } = statement.toSQL().toNative();
  return { text, values };
};

describe('compile', () => {
  it.each([
    ['select :one, :two, :one', { one: 1, two: ['x'] }],
    [`select to_char(at, 'HH24:MI:SS.MS'), value::text, :id::bigint from t where a=:id`, { id: 5 }],
    ['select cast(:afterKey as text) where x in (:a,:b) and y = :ab', { afterKey: null, a: 1, b: 2, ab: 3 }],
    ['select (:readerId) = any(:ids)', { readerId: 4, ids: [1, 2], notInTheText: 7 }],
    ['select 1', {}],
  ])('returns the same result as knex for %s', (text, values) => {
    for (let time = 0; time < 2; time += 1) {
      const statement = builders.raw(text, values);
      expect(compile(statement)).toEqual({ method: 'raw', ...compileWithKnex(statement) });
    }
  });

  it('binds new values on each call', () => {
    const compileId = (id: number) => compile(builders.raw('select :id', { id }));
    expect([compileId(1), compileId(2)]).toEqual([
      { method: 'raw', text: 'select $1', values: [1] },
      { method: 'raw', text: 'select $1', values: [2] },
    ]);
  });

  it('rejects text that looks like a name without a value', () => {
    expect(() => compile(builders.raw(`select '{"due":null,"at":now}', :id`, { id: 1 }))).toThrow(
      'No value for :null, :now',
    );
  });

  it('uses knex for subqueries, column names and missing values', () => {
    const withSubquery = builders.raw('select * from t where id in :ids', {
      ids: knex('users').where({ a: 1 }).select('id'),
    });
    expect(compile(withSubquery)).toMatchObject({
      text: 'select * from t where id in (select "id" from "users" where "a" = $1)',
      values: [1],
    });
    expect(compile(builders.raw('select :column: from t', { column: 'name' })).text).toBe(
      'select "name" from t',
    );
    expect(() => compile(builders.raw('select :id', { id: undefined as never }))).toThrow(/undefined/i);
  });

  it('uses knex for builders and positional values', () => {
    for (const statement of [
      builders('users').where({ id: 3 }).select('name'),
      builders.raw('select ?, ??', [1, 'name']),
      builders.raw('select now()'),
    ])
      expect(compile(statement)).toMatchObject(compileWithKnex(statement));
  });
});
