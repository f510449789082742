import { errorMonitor } from 'node:events';
import type { Knex } from 'knex';
import type { PoolClient } from 'pg';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import {
  afterCommit,
  createDatabase,
  sendWithCommit,
  serviceKitMigration,
  type Tx,
  withTransaction,
} from '../src/index';
import { createTestDatabase, type TestDatabase } from '../src/testing/index';

const words = {
  name: '20261121000200_words',
  up: (knex: Knex) =>
    knex.raw(`create table words (word text primary key); grant select, insert on words to public`),
  down: (knex: Knex) => knex.raw('drop table words'),
};

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase([serviceKitMigration, words]);
});
afterAll(() => database.close());
let prefix = 0;
beforeEach(() => {
  prefix += 1;
});

const word = (text: string): string => `${prefix} ${text}`;
const insert = (tx: Tx, text: string) => tx('words').insert({ word: word(text) });
const listCommittedWords = () =>
  database.db.knex('words').where('word', 'like', word('%')).orderBy('word').pluck('word');
const inTransaction = <T>(work: (tx: Tx) => Promise<T>) => withTransaction(database.db, work);

describe('a transaction', () => {
  it('commits all statements, or none if its work fails', async () => {
    await inTransaction(async (tx) => {
      await insert(tx, 'a');
      await Promise.all([insert(tx, 'b'), insert(tx, 'c')]);
    });
    const failing = inTransaction(async (tx) => {
      await insert(tx, 'd');
      throw new Error('failed work');
    });
    await expect(failing).rejects.toThrow('failed work');
    expect(await listCommittedWords()).toEqual([word('a'), word('b'), word('c')]);
  });

  it('fails if its work ignored the error of a statement', async () => {
    const work = inTransaction(async (tx) => {
      await insert(tx, 'twice');
      await insert(tx, 'twice').catch(() => undefined);
    });
    await expect(work).rejects.toThrow('rolled back');
    expect(await listCommittedWords()).toEqual([]);
  });

  it('fails alone if its connection breaks between statements', async () => {
    const { pool } = database.db;
    const acquired = new Promise<PoolClient>((resolve) => pool.once('acquire', resolve));
    const lost = inTransaction(async (tx) => {
      const connection = await acquired;
      // errorMonitor observes the error without handling it, so that the test fails if service-kit does not handle it.
      const errorEmitted = new Promise((resolve) => connection.once(errorMonitor, resolve));
      const { rows } = await tx.raw<{ rows: { pid: number }[] }>('select pg_backend_pid() as pid');
      await database.db.knex.raw('select pg_terminate_backend(?)', [rows[0]?.pid ?? 0]);
      await errorEmitted;
      await insert(tx, 'lost');
    });
    await expect(lost).rejects.toMatchObject({ status: 503 });
    await inTransaction((tx) => insert(tx, 'next'));
    expect(await listCommittedWords()).toEqual([word('next')]);
  });

  it('fails with 503 if the server stops responding, and the next one succeeds', async () => {
    const db = createDatabase({ url: database.appUrl, poolSize: 1, statementTimeoutMs: 100 });
    // Not 0, because a signal to pid 0 would reach this process.
    let pid = Number.NaN;
    const silent = withTransaction(db, async (tx) => {
      const { rows } = await tx.raw<{ rows: { pid: number }[] }>('select pg_backend_pid() as pid');
      pid = rows[0]?.pid ?? Number.NaN;
      process.kill(pid, 'SIGSTOP');
      await Promise.all([insert(tx, 'silent'), insert(tx, 'after it')]);
    });
    try {
      await expect(silent).rejects.toMatchObject({ status: 503 });
    } finally {
      process.kill(pid, 'SIGCONT');
    }
    await withTransaction(db, (tx) => insert(tx, 'next'));
    await db.close();
    expect(await listCommittedWords()).toEqual([word('next')]);
  });

  it('reuses prepared statements and recycles connections with too many of them', async () => {
    const counts: number[] = [];
    for (let text = 0; text < 400; text++) {
      const { rows } = await inTransaction(async (tx) => {
        await tx.raw(`select ${text} as number`);
        return tx.raw<{ rows: { count: number }[] }>('select count(*) from pg_prepared_statements');
      });
      counts.push(rows[0]?.count ?? 0);
    }
    expect(Math.max(...counts)).toBeGreaterThan(100);
    expect(Math.max(...counts)).toBeLessThan(200);
  });

  it('rejects a query after its end, even if the connection serves another transaction', async () => {
    let escaped: Tx | undefined;
    await inTransaction(async (tx) => {
      escaped = tx;
      await insert(tx, 'in time');
    });
    await inTransaction(async (tx) => {
      await insert(tx, 'another');
      await expect(escaped && insert(escaped, 'late')).rejects.toThrow('after the end');
    });
    expect(await listCommittedWords()).toEqual([word('another'), word('in time')]);
  });
});

describe('sendWithCommit', () => {
  it('completes before the transaction resolves', async () => {
    await inTransaction(async (tx) => {
      sendWithCommit(tx, insert(tx, 'last'));
      await insert(tx, 'first');
    });
    expect(await listCommittedWords()).toEqual([word('first'), word('last')]);
  });

  it('passes on the rows after the commit and sees earlier statements', async () => {
    const onCommitted = vi.fn();
    await inTransaction(async (tx) => {
      await insert(tx, 'first');
      sendWithCommit(tx, insert(tx, 'second'));
      sendWithCommit(tx, tx('words').where('word', 'like', word('%')).count('* as count'), onCommitted);
    });
    expect(onCommitted.mock.calls).toEqual([[[{ count: 2 }]]]);
  });

  it('rolls back the transaction if it fails', async () => {
    const work = inTransaction(async (tx) => {
      await insert(tx, 'word');
      sendWithCommit(tx, insert(tx, 'other'));
      sendWithCommit(tx, insert(tx, 'word'));
    });
    await expect(work).rejects.toMatchObject({ code: '23505', constraint: 'words_pkey' });
    expect(await listCommittedWords()).toEqual([]);
  });
});

describe('afterCommit', () => {
  it('runs once after a commit and never after a rollback', async () => {
    const calls: string[] = [];
    const record = (): void => void calls.push('committed');
    await inTransaction(async (tx) => {
      afterCommit(tx, record);
      afterCommit(tx, record);
      await insert(tx, 'word');
      expect(calls).toEqual([]);
    });
    const rolledBack = inTransaction(async (tx) => {
      afterCommit(tx, () => calls.push('rolled back'));
      sendWithCommit(tx, insert(tx, 'word'));
    });
    await expect(rolledBack).rejects.toThrow();
    expect(calls).toEqual(['committed']);
  });
});
