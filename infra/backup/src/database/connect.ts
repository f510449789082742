import { services } from '@obieg/local';
import pg from 'pg';

export type DatabaseName = (typeof services)[number]['database'];

export const databaseNames = services.map(({ database }) => database);

/** Calls `work` for each database, one after another. */
export const forEachDatabase = async <T>(
  work: (name: DatabaseName) => Promise<T>,
): Promise<Record<DatabaseName, T>> => {
  const results = {} as Record<DatabaseName, T>;
  for (const name of databaseNames) results[name] = await work(name);
  return results;
};

/** Limits that a server can set for its roles. A copy of a large table takes longer. */
const timeouts = ['statement_timeout', 'transaction_timeout', 'idle_in_transaction_session_timeout'];

/** Opens a connection for long statements. A lost one rejects its statement. */
export const openClient = async (url: string): Promise<pg.Client> => {
  const client = new pg.Client({
    connectionString: url,
    application_name: 'obieg-backup',
    connectionTimeoutMillis: 10_000,
    keepAlive: true,
  });
  client.on('error', () => undefined);
  await client.connect();
  await client.query(`select set_config(name, '0', false) from pg_settings where name = any ($1)`, [
    timeouts,
  ]);
  return client;
};

/** Runs `work` with a connection of its own. */
export const withClient = async <T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> => {
  const client = await openClient(url);
  try {
    return await work(client);
  } finally {
    await client.end();
  }
};
