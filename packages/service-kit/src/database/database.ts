import { EventEmitter } from 'node:events';
import knexFactory, { type Knex } from 'knex';
import pg from 'pg';
import type { Logger } from 'pino';
import { problem } from '../errors/problems';
import { createBuilders } from './builders';
import { CoalescingSocket } from './coalescing-socket';
import { combine, separate } from './combine';
import { type CompiledStatement, compile, type Statement } from './compile';
import { type ConcurrencyLimit, createConcurrencyLimit } from './concurrency-limit';
import { isConnectionLost, isDatabaseUnavailable } from './driver-errors';
import { begin, type Planning, type Scope, type TenantScope } from './scope';
import { createFailureMemory, type FailureMemory } from './server-failures';
import { hasTooManyStatements, isStalePlan, sendCompiled, sendStatement, sendText } from './statements';
import { type Rows, runTransaction, type Signals, type Tx } from './transaction';

export interface Database {
  /** For builders. A builder that is awaited directly uses its own connection, without a scope. */
  knex: Knex;
  pool: pg.Pool;
  /** Limits the concurrent connections of each organization. */
  organizationLimit: ConcurrencyLimit;
  signals: Signals;
  /** Recent failures of the server's disk or memory. */
  serverFailures: FailureMemory;
  close(): Promise<void>;
}

/** Maximum share of the connections for one organization. */
const organizationShareMax = 0.75;
/** Maximum wait for a connection, or for the organization's limit. */
const connectionWaitMs = 5_000;

pg.types.setTypeParser(pg.types.builtins.INT8, (text) => {
  const value = Number(text);
  if (!Number.isSafeInteger(value)) throw new RangeError(`A bigint exceeds the safe integer range: ${text}`);
  return value;
});

export interface DatabaseOptions {
  url: string;
  /** Maximum number of connections. */
  poolSize?: number;
  statementTimeoutMs?: number;
  applicationName?: string;
  /** Receives the warnings of knex. */
  log?: Pick<Logger, 'warn'>;
}

/** Opens connections on demand. An unavailable database fails only the calls that need it. */
export const createDatabase = ({
  url,
  poolSize = 20,
  statementTimeoutMs = 15_000,
  applicationName = 'obieg',
  log,
}: DatabaseOptions): Database => {
  const pool = new pg.Pool({
    connectionString: url,
    max: poolSize,
    statement_timeout: statementTimeoutMs,
    idle_in_transaction_session_timeout: 30_000,
    application_name: applicationName,
    connectionTimeoutMillis: connectionWaitMs,
    // For a server that no longer responds. Otherwise the server's `statement_timeout` ends the query first.
    query_timeout: statementTimeoutMs + 5_000,
    keepAlive: true,
    // A new connection costs a password check and planning.
    idleTimeoutMillis: 300_000,
    // Statements are sent without waiting for earlier responses.
    pipeline: true,
    stream: () => new CoalescingSocket(),
  });
  // A stopping server ends idle connections, and an unhandled error would end the process.
  pool.on('error', () => undefined);
  // The pool does not listen to connections in use; their statements reject instead.
  pool.on('connect', (connection) => connection.on('error', () => undefined));
  const warn = (message: unknown): void => log?.warn({ detail: String(message) }, 'from the query builder');
  const knex = knexFactory({
    client: 'pg',
    connectionPool: pool,
    log: { warn, error: warn, deprecate: warn, debug: () => undefined },
  } as Knex.Config);
  return {
    knex,
    pool,
    organizationLimit: createConcurrencyLimit({
      max: Math.max(1, Math.floor(poolSize * organizationShareMax)),
      waitMs: connectionWaitMs,
      createError: () =>
        problem.unavailable(undefined, new Error('The organization uses its maximum number of connections')),
    }),
    signals: new EventEmitter(),
    serverFailures: createFailureMemory(),
    close: async () => {
      await knex.destroy();
      await pool.end();
    },
  };
};

/** Connections in use, idle ones, and callers that wait for one. */
export type ConnectionCounts = Record<'used' | 'idle' | 'waiting', number>;

export const countConnections = ({ pool }: Database): ConnectionCounts => ({
  used: pool.totalCount - pool.idleCount,
  idle: pool.idleCount,
  waiting: pool.waitingCount,
});

/** Reports a query to listeners of `db.knex`. */
const onQuery =
  ({ knex }: Database) =>
  (sql: string): void =>
    void knex.emit('query', { sql });

/**
 * Runs `use` with a connection. Closes the connection afterwards if it is broken, has stale plans or too many
 * statements.
 */
const withConnection = async <T>(
  db: Database,
  use: (connection: pg.PoolClient) => Promise<T>,
): Promise<T> => {
  let broken: Error | undefined;
  let connection: pg.PoolClient | undefined;
  try {
    connection = await db.pool.connect();
    return await use(connection);
  } catch (error) {
    db.serverFailures.record(error);
    if (!isDatabaseUnavailable(error) && !isStalePlan(error)) throw error;
    if (isConnectionLost(error) || isStalePlan(error)) broken = error as Error;
    throw problem.unavailable(undefined, error);
  } finally {
    connection?.release(broken ?? hasTooManyStatements(connection));
  }
};

/**
 * Like `withConnection`, within the organization's limit. Not reentrant: a caller that already uses a connection can
 * deadlock.
 */
const withinLimit = async <T>(
  db: Database,
  organization: TenantScope,
  use: (connection: pg.PoolClient) => Promise<T>,
): Promise<T> => {
  const release = await db.organizationLimit.acquire(
    typeof organization === 'object' ? organization.organizationId : organization,
  );
  try {
    return await withConnection(db, use);
  } finally {
    release();
  }
};

const inScope = <T>(db: Database, scope: Scope, work: (tx: Tx) => Promise<T>): Promise<T> => {
  const transact = (connection: pg.PoolClient): Promise<T> =>
    runTransaction(db, connection, () => begin(connection, scope), work);
  return typeof scope === 'object'
    ? withinLimit(db, scope.organization, transact)
    : withConnection(db, transact);
};

/** Runs `work` in a transaction that sees only this organization's rows. */
export const withOrganization = <T>(
  db: Database,
  organization: TenantScope,
  work: (tx: Tx) => Promise<T>,
): Promise<T> => inScope(db, { organization }, work);

/** Runs `work` on tables without organization. Tenant tables look empty. */
export const withTransaction = <T>(db: Database, work: (tx: Tx) => Promise<T>): Promise<T> =>
  inScope(db, 'none', work);

/** Runs `work` across organizations, on tables whose policy allows it. State the reason at each call. */
export const withEveryOrganization = <T>(db: Database, work: (tx: Tx) => Promise<T>): Promise<T> =>
  inScope(db, 'every-organization', work);

/** Runs reads that do not depend on each other in one round trip, on one snapshot. @returns the rows of each */
const readInScope = (
  db: Database,
  organization: TenantScope,
  statements: readonly CompiledStatement[],
  planning: Planning | undefined,
): Promise<Rows[]> =>
  withinLimit(db, organization, async (connection) => {
    const mode = ' ISOLATION LEVEL REPEATABLE READ READ ONLY';
    const begun = begin(connection, { organization }, { mode, planning });
    const answers = statements.map((statement) => sendCompiled(connection, statement, onQuery(db)));
    const settled = await Promise.allSettled([begun, ...answers, sendText(connection, 'COMMIT')]);
    const failed = settled.find((one) => one.status === 'rejected');
    if (failed) {
      await sendText(connection, 'ROLLBACK').catch(() => undefined);
      throw failed.reason;
    }
    return (await Promise.all(answers)).map(({ response }) => response.rows as Rows);
  });

type BuildReads = (knex: Knex) => readonly Statement[];

const compileReads = (db: Database, build: BuildReads): CompiledStatement[] =>
  build(createBuilders(db.knex)).map(compile);

/**
 * Runs several reads of one organization in one round trip, on one snapshot. The statements must not depend on each
 * other. Without `planning`, PostgreSQL chooses how often it plans. @returns the rows of each statement
 */
export const readOrganization = (
  db: Database,
  organization: TenantScope,
  build: BuildReads,
  planning?: Planning,
): Promise<Rows[]> => readInScope(db, organization, compileReads(db, build), planning);

/**
 * Like `readOrganization`, with the reads joined into one statement, planned once per connection. Worth it for many
 * small reads that usually come together. Its rows went through JSON: only columns named `…_at` are times again.
 */
export const readOrganizationAtOnce = async (
  db: Database,
  organization: TenantScope,
  build: BuildReads,
): Promise<Rows[]> => {
  const statements = compileReads(db, build);
  const [[row] = []] = await readInScope(db, organization, [combine(statements)], 'generic');
  if (!row) throw new Error('A statement without a table returned no row');
  return separate(row, statements.length);
};

/** Calls a database function that sets its own scope, as a single statement. */
export const callFunction = (db: Database, build: (knex: Knex) => Statement): Promise<Rows> =>
  withConnection(db, async (connection) => {
    const { response } = await sendStatement(connection, build(createBuilders(db.knex)), onQuery(db));
    return response.rows as Rows;
  });
