import type { Knex } from 'knex';
import { pollUntil } from './events';

/** Number of transactions of this database that wait for a lock. */
export const countLockWaits = async (knex: Knex): Promise<number> => {
  const { rows } = await knex.raw<{ rows: { count: number }[] }>(
    `select count(*) from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
  );
  return rows[0]?.count ?? 0;
};

/** Waits until that many transactions wait for a lock. */
export const untilLockWaits = (knex: Knex, count = 1): Promise<true> =>
  pollUntil(async () => (await countLockWaits(knex)) >= count || undefined, {
    describe: `${count} waiting for a lock`,
  });
