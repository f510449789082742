import type { Knex } from 'knex';
import pg from 'pg';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createDatabase, type Database, serviceKitMigration, type Tx, withTransaction } from '../src/index';
import { createTestDatabase, type TestDatabase } from '../src/testing/index';

const words = {
  name: '20261121000200_words',
  up: (knex: Knex) =>
    knex.raw(`create table words (word text primary key, number bigint);
      grant select, insert, delete on words to public`),
  down: (knex: Knex) => knex.raw('drop table words'),
};

let database: TestDatabase;
/** One connection, so that each test runs on the prepared statements of earlier tests. */
let db: Database;
beforeAll(async () => {
  database = await createTestDatabase([serviceKitMigration, words]);
  db = createDatabase({ url: database.appUrl, poolSize: 1 });
});
afterAll(async () => {
  await db.close();
  await database.close();
});
beforeEach(() => withTransaction(db, (tx) => tx('words').delete()));

const insert = (tx: Tx, word: string, number: number | string = 1) =>
  tx.raw('insert into words (word, number) values (:word, :number)', { word, number });
const listWords = (tx: Tx) => tx('words').orderBy('word').pluck('word');
const listCommittedWords = () => withTransaction(db, listWords);
/** Runs statements in a transaction, rolls it back and returns their results. */
const settle = <T>(work: (tx: Tx) => Promise<T>[]) =>
  withTransaction(db, async (tx) => {
    const results = await Promise.allSettled(work(tx));
    throw Object.assign(new Error('rollback'), { results });
  }).catch(({ results }) => results as PromiseSettledResult<T>[]);

describe('statements of one transaction', () => {
  it('run in the order in which they are sent, and see the results of earlier ones', async () => {
    const words = await withTransaction(db, async (tx) => {
      const [, visible] = await Promise.all([insert(tx, 'a'), listWords(tx), insert(tx, 'b')]);
      return visible;
    });
    expect(words).toEqual(['a']);
    expect(await listCommittedWords()).toEqual(['a', 'b']);
  });

  it('reject with the error of an earlier one, and resolve if they ran before it', async () => {
    const results = await settle<unknown>((tx) => [
      listWords(tx),
      insert(tx, 'x', 'not a number'),
      listWords(tx),
    ]);
    expect(results.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'rejected']);
    const reasons = results.flatMap((one) => (one.status === 'rejected' ? [one.reason.code] : []));
    expect(reasons).toEqual(['22P02', '22P02']);
    expect(await listCommittedWords()).toEqual([]);
  });

  it('can be sent again after their first run failed', async () => {
    const insertWord = (tx: Tx, word: string | null) =>
      tx.raw('insert into words (word) values (:word)', { word });
    await expect(withTransaction(db, (tx) => insertWord(tx, null))).rejects.toMatchObject({ code: '23502' });
    await withTransaction(db, (tx) => insertWord(tx, 'a'));
    await withTransaction(db, (tx) => insertWord(tx, 'b'));
    expect(await listCommittedWords()).toEqual(['a', 'b']);
  });

  it('may repeat before the connection has prepared them', async () => {
    const twice = (tx: Tx) => [1, 2].map((number) => tx.raw('select :number::int as number', { number }));
    const results = await withTransaction(db, (tx) => Promise.all(twice(tx)));
    expect(results.map(({ rows }) => rows)).toEqual([[{ number: 1 }], [{ number: 2 }]]);
  });
});

describe('the result of a statement', () => {
  it('rejects alone if it cannot be parsed', async () => {
    const results = await settle<unknown>((tx) => [
      insert(tx, 'huge', '9007199254740993'),
      tx('words').pluck('number'),
      listWords(tx),
    ]);
    expect(results.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
    expect(results[1]).toMatchObject({ reason: { name: 'RangeError' } });
  });

  it('is the same on the first and the second run', async () => {
    const query = () =>
      withTransaction(db, (tx) =>
        tx.raw(`select 1::bigint as one, null::text as nothing, '{"a":[1]}'::jsonb as json, true as yes`, {}),
      );
    const { rows, command, rowCount } = await query();
    expect(rows).toEqual([{ one: 1, nothing: null, json: { a: [1] }, yes: true }]);
    const second = await query();
    expect({ rows: second.rows, command: second.command, rowCount: second.rowCount }).toEqual({
      rows,
      command,
      rowCount,
    });
    expect({ command, rowCount }).toEqual({ command: 'SELECT', rowCount: 1 });
  });

  it('rejects with 503 once after its columns changed, and then resolves', async () => {
    const query = () => withTransaction(db, (tx) => tx('words').select('*'));
    await withTransaction(db, (tx) => insert(tx, 'a'));
    expect(await query()).toEqual([{ word: 'a', number: 1 }]);
    const owner = new pg.Client({ connectionString: database.ownerUrl });
    await owner.connect();
    await owner.query(`alter table words add column color text default 'red'`);
    await owner.end();
    await expect(query()).rejects.toMatchObject({ status: 503 });
    expect(await query()).toEqual([{ word: 'a', number: 1, color: 'red' }]);
  });
});

describe('a value that cannot be serialized', () => {
  it('rejects and leaves the connection usable', async () => {
    const cycle: Record<string, unknown> = {};
    cycle['cycle'] = cycle;
    const work = withTransaction(db, (tx) => tx.raw('select :cycle::jsonb', { cycle: cycle as never }));
    await expect(work).rejects.toThrow(TypeError);
    await withTransaction(db, (tx) => insert(tx, 'next'));
    expect(await listCommittedWords()).toEqual(['next']);
  });
});
