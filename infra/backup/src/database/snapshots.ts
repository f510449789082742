import { relayLock } from '@obieg/service-kit';
import type pg from 'pg';
import { RefusedError } from '../refused';
import { type DatabaseName, forEachDatabase, openClient } from './connect';

export interface Snapshots {
  clients: Record<DatabaseName, pg.Client>;
  /** Time in which no event was published. */
  pausedMs: number;
  close(): Promise<void>;
}

/** A relay holds the lock for one batch, at most a few seconds. */
const lockTimeout = '15s';

/** The role must see all rows. `row_security = off` makes PostgreSQL reject a query that a policy would filter. */
const checkRole = async (name: DatabaseName, client: pg.Client): Promise<void> => {
  const { rows } = await client.query<{ seesAllRows: boolean }>(
    'select rolsuper or rolbypassrls as "seesAllRows" from pg_roles where rolname = current_user',
  );
  if (!rows[0]?.seesAllRows)
    throw new RefusedError(
      `Row-level security hides rows of the database ${name} from this role. Use a role with BYPASSRLS and pg_read_all_data.`,
    );
};

const beginSnapshot = async (client: pg.Client): Promise<void> => {
  await client.query('begin isolation level repeatable read read only');
  await client.query('set local row_security = off');
  // The first query takes the snapshot.
  await client.query('select pg_current_snapshot()');
};

/**
 * Takes one snapshot of each database such that no copy is ahead of its owner: whatever a read model contains, its
 * owner's snapshot contains, too. For that, no relay publishes between the first and the last snapshot. Writes
 * continue; their events wait in the outbox for a moment.
 */
export const openSnapshots = async (urls: Record<DatabaseName, string>): Promise<Snapshots> => {
  const opened: pg.Client[] = [];
  // The end of a connection also releases its lock.
  const close = async (): Promise<void> => {
    await Promise.all(opened.map((client) => client.end().catch(() => undefined)));
  };
  try {
    const clients = await forEachDatabase(async (name) => {
      const client = await openClient(urls[name]);
      opened.push(client);
      await checkRole(name, client);
      await client.query(`set lock_timeout = '${lockTimeout}'`);
      return client;
    });
    // In one order, so that two backups cannot block each other.
    let pausedAt = 0;
    await forEachDatabase(async (name) => {
      await clients[name].query('select pg_advisory_lock($1)', [relayLock]);
      pausedAt ||= performance.now();
    });
    await Promise.all(opened.map(beginSnapshot));
    await Promise.all(opened.map((client) => client.query('select pg_advisory_unlock($1)', [relayLock])));
    return { clients, pausedMs: Math.round(performance.now() - pausedAt), close };
  } catch (error) {
    await close();
    throw error;
  }
};
