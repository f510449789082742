import { type Database, withEveryOrganization } from '../database/database';
import { isDatabaseUnavailable } from '../database/driver-errors';
import type { Migration } from '../database/migrations';
import { sweepAlone } from '../database/sweep';
import { createGlobalTable } from '../database/tables';
import type { Tx } from '../database/transaction';
import { isProblem } from '../errors/problems';
import type { Queue } from './queue';

/**
 * Creates the table of the rows that a queue could not process. They leave their queue, so that they neither hold up
 * the others nor are read by an earlier version of the service.
 */
export const setAsideMigration: Migration = {
  name: '20261129150000_set_aside',
  up: (knex) =>
    createGlobalTable(knex, 'set_aside', (table) => {
      table.specificType('id', 'bigint generated always as identity').primary();
      table.text('queue').notNullable();
      table.jsonb('row').notNullable();
      table.integer('tries').notNullable();
      table.text('reason').notNullable();
      table.timestamp('failed_at').notNullable().defaultTo(knex.fn.now());
      table.index(['failed_at'], 'set_aside_failed_at');
    }),
  down: async (knex) => void (await knex.schema.dropTable('set_aside')),
};

/** Whether every row would fail now, so that the failure says nothing about this one. */
export const isOutage = (error: unknown): boolean =>
  (isProblem(error) && error.status === 503) || isDatabaseUnavailable(error);

const reasonMaxLength = 2_000;

interface Failure {
  tries: number;
  error: unknown;
}

/** Moves rows out of their queue. Call it in the scope of the rows' organization. */
export const setAside = async (
  tx: Tx,
  { name, table }: Queue,
  ids: readonly number[],
  { tries, error }: Failure,
): Promise<void> => {
  const reason = String((error as Error | null)?.message ?? error).slice(0, reasonMaxLength);
  await tx.raw(
    `with gone as (delete from ${table} where id = any(:ids) returning *)
     insert into set_aside (queue, row, tries, reason)
     select :name, to_jsonb(gone), :tries, :reason from gone order by gone.id`,
    { ids: [...ids], name, tries, reason },
  );
};

export interface StoredRow {
  id: number;
  queue: string;
  row: Record<string, unknown>;
  tries: number;
  reason: string;
  failed_at: Date;
}

export const listSetAside = (db: Database): Promise<StoredRow[]> =>
  withEveryOrganization(db, async (tx) => (await tx('set_aside').orderBy('id')) as StoredRow[]);

export const deleteSetAside = (db: Database, id: number): Promise<void> =>
  withEveryOrganization(db, async (tx) => void (await tx('set_aside').where({ id }).delete()));

/** Puts a row back into its queue, with its former id. */
export const putBack = (db: Database, { table, reset = [] }: Queue, { id, row }: StoredRow): Promise<void> =>
  // The rows of all organizations wait in one table.
  withEveryOrganization(db, async (tx) => {
    const columns = Object.keys(row).filter((column) => !reset.includes(column));
    const names = columns.map(() => '??').join(', ');
    await tx.raw(
      `insert into ?? (${names}) overriding system value
       select ${names} from jsonb_populate_record(null::??, ?::jsonb)`,
      [table, ...columns, ...columns, table, JSON.stringify(row)],
    );
    await tx('set_aside').where({ id }).delete();
  });

export interface QueueCount {
  queue: string;
  waiting: number;
  setAside: number;
  /** Age of the oldest waiting row in seconds; 0 if none waits. */
  oldestSeconds: number;
}

/** A longer queue counts as this many, so that a scrape stays cheap. */
const countMax = 10_000;

/** Counts the waiting rows and those that are set aside, and finds the age of the oldest waiting row. */
export const countQueues = (db: Database, queues: readonly Queue[]): Promise<QueueCount[]> =>
  // The metrics describe the process, not an organization.
  withEveryOrganization(db, async (tx) => {
    const counts = queues.map(
      ({ table, oldest, isWaiting = 'true' }) => `select :${table} as queue, (select count(*) from (
         select from ${table} where ${isWaiting} limit ${countMax}) waiting) as waiting,
         coalesce(extract(epoch from now() - (${oldest})), 0)::float as "oldestSeconds"`,
    );
    const { rows } = await tx.raw<{ rows: QueueCount[] }>(
      `select q.*, (select count(*) from set_aside s where s.queue = q.queue) as "setAside"
         from (${counts.join(' union all ')}) q`,
      Object.fromEntries(queues.map(({ name, table }) => [table, name])),
    );
    return rows;
  });

/** Counts the rows that are set aside, of the queues that have any. */
export const countSetAside = (db: Database): Promise<{ queue: string; count: number }[]> =>
  withEveryOrganization(db, async (tx) => {
    const rows = await tx('set_aside').select('queue').count('* as count').groupBy('queue').orderBy('queue');
    return rows as { queue: string; count: number }[];
  });

/** As long as dead letters. */
const retentionDays = 90;

/** Deletes rows that were not replayed. @returns their number */
export const sweepSetAside = (db: Database): Promise<number> =>
  withEveryOrganization(db, (tx) =>
    sweepAlone(tx, 'set_aside', () =>
      tx('set_aside')
        .where('failed_at', '<', tx.raw('now() - ?::interval', [`${retentionDays} days`]))
        .delete(),
    ),
  );
