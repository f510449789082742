import type { Knex } from 'knex';
import { pollUntil } from './events';

/** How many transactions of this database wait at this moment for what another one holds. */
export const countLockWaits = async (knex: Knex): Promise<number> => {
  const { rows } = await knex.raw<{ rows: { count: number }[] }>(
    `select count(*) from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
  );
  return rows[0]?.count ?? 0;
};

/** Until at least so many wait: what was started has come as far as the lock that the test holds. */
export const untilLockWaits = (knex: Knex, count = 1): Promise<true> =>
  pollUntil(async () => (await countLockWaits(knex)) >= count || undefined, {
    describe: `${count} waiting for a lock`,
  });
