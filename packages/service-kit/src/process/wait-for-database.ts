import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import type { Logger } from 'pino';
import { isDatabaseUnavailable } from '../database/driver-errors';

const retryMs = 1_000;
const connectionTimeoutMs = 5_000;
const logIntervalMs = 30_000;

/** No such database, no such role, wrong password: what an operator creates next to the server. */
const notCreatedCodes = new Set(['3D000', '28000', '28P01']);

class MissingRoleError extends Error {}

const isNotReady = (error: unknown): boolean =>
  isDatabaseUnavailable(error) ||
  error instanceof MissingRoleError ||
  notCreatedCodes.has((error as { code?: string }).code ?? '');

const checkDatabase = async (url: string, appRole: string): Promise<void> => {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: connectionTimeoutMs });
  client.on('error', () => undefined);
  try {
    await client.connect();
    const { rowCount } = await client.query('select 1 from pg_roles where rolname = $1', [appRole]);
    if (!rowCount) throw new MissingRoleError(`the role ${appRole} does not exist`);
  } finally {
    await client.end().catch(() => undefined);
  }
};

interface Wait {
  /** Address of the owner. */
  url: string;
  /** Role of the service, which receives grants. */
  appRole: string;
  maxMs: number;
  log: Pick<Logger, 'warn'>;
}

/** Waits for a database that is being created: server, roles and database. @throws the last error after `maxMs` */
export const waitForDatabase = async ({ url, appRole, maxMs, log }: Wait): Promise<void> => {
  const end = performance.now() + maxMs;
  for (let loggedAt = Number.NEGATIVE_INFINITY; ; ) {
    try {
      return await checkDatabase(url, appRole);
    } catch (error) {
      if (!isNotReady(error) || performance.now() >= end) throw error;
      if (performance.now() - loggedAt >= logIntervalMs) {
        loggedAt = performance.now();
        log.warn({ reason: (error as Error).message }, 'waiting for the database');
      }
      await pause(retryMs);
    }
  }
};
