import { EventEmitter } from 'node:events';
import knexFactory, { type Knex } from 'knex';
import pg from 'pg';
import type { Logger } from 'pino';
import { problem } from '../errors/problems';
import { createBuilders } from './builders';
import { CoalescingSocket } from './coalescing-socket';
import type { Statement } from './compile';
import { type ConcurrencyLimit, createConcurrencyLimit } from './concurrency-limit';
import { hasTooManyStatements, isStalePlan, sendStatement, sendText } from './statements';
import { type Rows, runTransaction, type Signals, type Tx } from './transaction';

/** A tenant scope with a condition. `call` sets the scope if the condition is met; otherwise the transaction fails. */
export interface ConditionalTenantScope {
  organizationId: number;
  /** SQL call of a function, with `$1`, `$2`, … for `values`. */
  call: string;
  values: readonly unknown[];
  /** Set when a transaction begins with this scope, so its condition was met. Later ones skip the condition. */
  isVerified: boolean;
}

/** An organization's id, or a scope that also verifies a condition. */
export type TenantScope = number | ConditionalTenantScope;

/** Tenant scope of a transaction. Row-level security reads it. */
type Scope = { organization: TenantScope } | 'every-organization' | 'none';

export interface Database {
  /** For builders. A builder that is awaited directly uses its own connection, without a scope. */
  knex: Knex;
  pool: pg.Pool;
  /** Limits the concurrent connections of each organization. */
  organizationLimit: ConcurrencyLimit;
  signals: Signals;
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

const assertOrganizationId = (id: number): number => {
  if (!Number.isSafeInteger(id) || id <= 0)
    throw new TypeError('An organization id must be a positive safe integer');
  return id;
};

const setting = (name: string, value: string) => ({
  call: 'set_config($1, $2, true)',
  values: [name, value] as readonly unknown[],
});

/** Returns the SQL call that sets a scope. */
const settingOf = (scope: Exclude<Scope, 'none'>) => {
  if (scope === 'every-organization') return setting('app.every_organization', 'on');
  const { organization } = scope;
  if (typeof organization !== 'object')
    return setting('app.organization_id', String(assertOrganizationId(organization)));
  const { organizationId, call, values, isVerified } = organization;
  return isVerified ? setting('app.organization_id', String(organizationId)) : { call, values };
};

/**
 * How often PostgreSQL plans a prepared statement. `generic`: once per connection, because one plan fits all values.
 * `custom`: on each call, because the best plan depends on the values. Without a mode, PostgreSQL compares cost
 * estimates, and its choice can change with every `analyze`.
 */
export type Planning = 'generic' | 'custom';

const planCacheModes: Record<Planning, string> = {
  generic: 'force_generic_plan',
  custom: 'force_custom_plan',
};

interface BeginOptions {
  mode?: string;
  planning?: Planning | undefined;
}

/**
 * Opens a transaction with its scope. Later statements can be sent before the response. @returns the transaction's
 * time; undefined without a scope
 */
const begin = async (
  connection: pg.PoolClient,
  scope: Scope,
  { mode = '', planning }: BeginOptions = {},
): Promise<Date | undefined> => {
  const begun = sendText(connection, `BEGIN${mode}`);
  if (scope === 'none') {
    await begun;
    return undefined;
  }
  const { call, values } = settingOf(scope);
  const planCacheMode = planning && planCacheModes[planning];
  const set = planCacheMode
    ? sendText(
        connection,
        `SELECT now(), ${call}, set_config('plan_cache_mode', $${values.length + 1}, true)`,
        [...values, planCacheMode],
      )
    : sendText(connection, `SELECT now(), ${call}`, values);
  const [, { rows }] = await Promise.all([begun, set]);
  if (typeof scope === 'object' && typeof scope.organization === 'object')
    scope.organization.isVerified = true;
  return rows[0].now;
};

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
    close: async () => {
      await knex.destroy();
      await pool.end();
    },
  };
};

/** Network errors; PostgreSQL errors: shutdown, startup, idle transaction, lost connection, too many connections. */
const unavailableCodes = new Set([
  ...['ECONNREFUSED', 'ECONNRESET', 'ECONNABORTED', 'EPIPE', 'ETIMEDOUT', 'EHOSTUNREACH', 'ENETUNREACH'],
  ...['ENOTFOUND', 'EAI_AGAIN'],
  ...['57P01', '57P02', '57P03', '25P03', '08000', '08001', '08003', '08004', '08006', '53300'],
]);

/** Whether the database is unavailable, so that a retry can succeed. Some errors of the driver have no code. */
export const isDatabaseUnavailable = (error: unknown): boolean => {
  const { code, name, message } = error as { code?: string; name?: string; message?: string };
  if (code && unavailableCodes.has(code)) return true;
  return (
    name === 'KnexTimeoutError' ||
    /Connection terminated|connection error|timeout expired|timeout exceeded when trying to connect|Query read timeout/.test(
      message ?? '',
    )
  );
};

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
    if (!isDatabaseUnavailable(error) && !isStalePlan(error)) throw error;
    broken = error as Error;
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

/**
 * Runs several reads of one organization in one round trip, on one snapshot. The statements must not depend on each
 * other. Without `planning`, PostgreSQL chooses how often it plans. @returns the rows of each statement
 */
export const readOrganization = (
  db: Database,
  organization: TenantScope,
  build: (knex: Knex) => readonly Statement[],
  planning?: Planning,
): Promise<Rows[]> =>
  withinLimit(db, organization, async (connection) => {
    const statements = build(createBuilders(db.knex));
    const mode = ' ISOLATION LEVEL REPEATABLE READ READ ONLY';
    const begun = begin(connection, { organization }, { mode, planning });
    const answers = statements.map((statement) => sendStatement(connection, statement, onQuery(db)));
    const settled = await Promise.allSettled([begun, ...answers, sendText(connection, 'COMMIT')]);
    const failed = settled.find((one) => one.status === 'rejected');
    if (failed) {
      await sendText(connection, 'ROLLBACK').catch(() => undefined);
      throw failed.reason;
    }
    return (await Promise.all(answers)).map(({ response }) => response.rows as Rows);
  });

/** Calls a database function that sets its own scope, as a single statement. */
export const callFunction = (db: Database, build: (knex: Knex) => Statement): Promise<Rows> =>
  withConnection(db, async (connection) => {
    const { response } = await sendStatement(connection, build(createBuilders(db.knex)), onQuery(db));
    return response.rows as Rows;
  });
