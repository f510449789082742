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
/** One connection, so that each test meets what earlier ones left on it. */
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
const read = (tx: Tx) => tx('words').orderBy('word').pluck('word');
const kept = () => withTransaction(db, read);
const settle = <T>(work: (tx: Tx) => Promise<T>[]) =>
  withTransaction(db, async (tx) => {
    const results = await Promise.allSettled(work(tx));
    throw Object.assign(new Error('undone'), { results });
  }).catch(({ results }) => results as PromiseSettledResult<T>[]);

describe('statements of one transaction', () => {
  it('run in the order in which they are sent, each seeing the results of earlier ones', async () => {
    const read1 = await withTransaction(db, async (tx) => {
      const [, seen] = await Promise.all([insert(tx, 'a'), read(tx), insert(tx, 'b')]);
      return seen;
    });
    expect(read1).toEqual(['a']);
    expect(await kept()).toEqual(['a', 'b']);
  });

  it('behind a failed one reject with its error; earlier ones resolve', async () => {
    const results = await settle<unknown>((tx) => [read(tx), insert(tx, 'x', 'no number'), read(tx)]);
    expect(results.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'rejected']);
    const reasons = results.flatMap((one) => (one.status === 'rejected' ? [one.reason.code] : []));
    expect(reasons).toEqual(['22P02', '22P02']);
    expect(await kept()).toEqual([]);
  });

  it('can be sent again after their first run failed', async () => {
    const first = (tx: Tx, word: string | null) =>
      tx.raw('insert into words (word) values (:word)', { word });
    await expect(withTransaction(db, (tx) => first(tx, null))).rejects.toMatchObject({ code: '23502' });
    await withTransaction(db, (tx) => first(tx, 'a'));
    await withTransaction(db, (tx) => first(tx, 'b'));
    expect(await kept()).toEqual(['a', 'b']);
  });

  it('may repeat before the connection has prepared them', async () => {
    const twice = (tx: Tx) => [1, 2].map((number) => tx.raw('select :number::int as number', { number }));
    const answers = await withTransaction(db, (tx) => Promise.all(twice(tx)));
    expect(answers.map(({ rows }) => rows)).toEqual([[{ number: 1 }], [{ number: 2 }]]);
  });
});

describe('a response', () => {
  it('that cannot be parsed rejects alone', async () => {
    const results = await settle<unknown>((tx) => [
      insert(tx, 'huge', '9007199254740993'),
      tx('words').pluck('number'),
      read(tx),
    ]);
    expect(results.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
    expect(results[1]).toMatchObject({ reason: { name: 'RangeError' } });
  });

  it('is the same on the first and the second run', async () => {
    const ask = () =>
      withTransaction(db, (tx) =>
        tx.raw(`select 1::bigint as one, null::text as nothing, '{"a":[1]}'::jsonb as json, true as yes`, {}),
      );
    const { rows, command, rowCount } = await ask();
    expect(rows).toEqual([{ one: 1, nothing: null, json: { a: [1] }, yes: true }]);
    const again = await ask();
    expect({ rows: again.rows, command: again.command, rowCount: again.rowCount }).toEqual({
      rows,
      command,
      rowCount,
    });
    expect({ command, rowCount }).toEqual({ command: 'SELECT', rowCount: 1 });
  });

  it('with changed columns is a 503 once, then succeeds', async () => {
    const ask = () => withTransaction(db, (tx) => tx('words').select('*'));
    await withTransaction(db, (tx) => insert(tx, 'a'));
    expect(await ask()).toEqual([{ word: 'a', number: 1 }]);
    const owner = new pg.Client({ connectionString: database.ownerUrl });
    await owner.connect();
    await owner.query(`alter table words add column color text default 'red'`);
    await owner.end();
    await expect(ask()).rejects.toMatchObject({ status: 503 });
    expect(await ask()).toEqual([{ word: 'a', number: 1, color: 'red' }]);
  });
});

describe('a value that cannot be serialized', () => {
  it('rejects and leaves the connection usable', async () => {
    const circle: Record<string, unknown> = {};
    circle['circle'] = circle;
    const work = withTransaction(db, (tx) => tx.raw('select :circle::jsonb', { circle: circle as never }));
    await expect(work).rejects.toThrow(TypeError);
    await withTransaction(db, (tx) => insert(tx, 'next'));
    expect(await kept()).toEqual(['next']);
  });
});
