import { EventEmitter } from 'node:events';
import knexFactory, { type Knex } from 'knex';
import pg from 'pg';
import type { Logger } from 'pino';
import { problem } from '../errors';
import { createBuilders } from './builders';
import type { Statement } from './compile';
import { isFullOfStatements, isStalePlan, sendStatement, sendText } from './statements';
import { type Rows, runTransaction, type Signals, type Tx } from './transaction';
import { createTurns, type Turns } from './turns';

/**
 * An organization that is entered on a condition: `call` sets the scope or fails, and the transaction with it. What holds
 * once holds for all that this request does.
 */
export interface ConditionalEntry {
  organizationId: number;
  /** SQL: a function's call with `$1` and so on for `values`. */
  call: string;
  values: readonly unknown[];
  /** True once a transaction has begun on this condition. */
  holds: boolean;
}

export type OrganizationEntry = number | ConditionalEntry;

/** A scope is a `set_config` that holds for one transaction only; row-level security reads it. */
type Scope = { organization: OrganizationEntry } | 'every-organization' | 'none';

export interface Database {
  /** Builders; one that is awaited itself takes a connection of its own and has no scope. */
  knex: Knex;
  pool: pg.Pool;
  /** Of the connections, by organization: one that has many calls under way leaves some to the others. */
  turns: Turns;
  signals: Signals;
  close(): Promise<void>;
}

/** Of a service's connections, what one organization holds at most. */
const shareOfOne = 0.75;
/** For a connection, or for the organization's turn to have one. */
const connectionWaitMs = 5_000;

pg.types.setTypeParser(pg.types.builtins.INT8, (text) => {
  const value = Number(text);
  if (!Number.isSafeInteger(value))
    throw new RangeError(`A bigint of the database is no safe integer: ${text}`);
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

/** What sets a scope. */
const settingOf = (scope: Exclude<Scope, 'none'>) => {
  if (scope === 'every-organization') return setting('app.every_organization', 'on');
  const { organization } = scope;
  if (typeof organization !== 'object')
    return setting('app.organization_id', String(assertOrganizationId(organization)));
  const { organizationId, call, values, holds } = organization;
  return holds ? setting('app.organization_id', String(organizationId)) : { call, values };
};

/**
 * Whether a statement is planned once for each connection (`kept`: its plan is good for all values) or each time (`own`:
 * which plan is good depends on the values). Left to itself PostgreSQL compares estimates of both, which come out one way
 * today and the other way after the next `analyze`.
 */
export type Planning = 'kept' | 'own';

const planCacheModes: Record<Planning, string> = { kept: 'force_generic_plan', own: 'force_custom_plan' };

interface BeginOptions {
  mode?: string;
  planning?: Planning | undefined;
}

/** Opens a transaction in this scope and tells its time, where it has one; what is sent next need not wait for the answer. */
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
  if (typeof scope === 'object' && typeof scope.organization === 'object') scope.organization.holds = true;
  return rows[0].now;
};

export interface DatabaseOptions {
  url: string;
  /** Connections at most. */
  poolSize?: number;
  statementTimeoutMs?: number;
  applicationName?: string;
  /** Told what the query builder warns of; nothing goes to the console past it. */
  log?: Pick<Logger, 'warn'>;
}

/** Opens connections lazily; a database that is away fails the call that needs it, never the process. */
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
    // A server that neither answers nor says that it has gone: its own limit comes first as a rule.
    query_timeout: statementTimeoutMs + 5_000,
    keepAlive: true,
    // Opening one costs a password check, and planning its statements anew.
    idleTimeoutMillis: 300_000,
    // Statements are sent without waiting for earlier responses.
    pipeline: true,
  });
  // A server that stops ends idle connections; without a listener that error would end the process.
  pool.on('error', () => undefined);
  // Nor does the pool listen to one that is lent: whoever uses it is told by their statement.
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
    turns: createTurns({
      max: Math.max(1, Math.floor(poolSize * shareOfOne)),
      waitMs: connectionWaitMs,
      refuse: () => problem.unavailable(undefined, new Error('The organization has too much under way')),
    }),
    signals: new EventEmitter(),
    close: async () => {
      await knex.destroy();
      await pool.end();
    },
  };
};

/** Of the network, then of PostgreSQL: shut down, starting, left idle in a transaction, connection lost, out of connections. */
const awayCodes = new Set([
  ...['ECONNREFUSED', 'ECONNRESET', 'ECONNABORTED', 'EPIPE', 'ETIMEDOUT', 'EHOSTUNREACH', 'ENETUNREACH'],
  ...['ENOTFOUND', 'EAI_AGAIN'],
  ...['57P01', '57P02', '57P03', '25P03', '08000', '08001', '08003', '08004', '08006', '53300'],
]);

/** True when the database is away or going away, so that the caller may try again soon. Of the driver's own errors some have no code. */
export const isDatabaseAway = (error: unknown): boolean => {
  const { code, name, message } = error as { code?: string; name?: string; message?: string };
  if (code && awayCodes.has(code)) return true;
  return (
    name === 'KnexTimeoutError' ||
    /Connection terminated|connection error|timeout expired|timeout exceeded when trying to connect|Query read timeout/.test(
      message ?? '',
    )
  );
};

/** Reports a query to the listeners of `db.knex`. */
const onQuery =
  ({ knex }: Database) =>
  (sql: string): void =>
    void knex.emit('query', { sql });

/** Lends a connection; one that is broken, plans by tables as they were, or holds too much is not lent again. */
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
    if (!isDatabaseAway(error) && !isStalePlan(error)) throw error;
    broken = error as Error;
    throw problem.unavailable(undefined, error);
  } finally {
    connection?.release(broken ?? isFullOfStatements(connection));
  }
};

/** Lends a connection on the organization's turn. Not for who holds one already: they might wait for themselves. */
const withTurn = async <T>(
  db: Database,
  organization: OrganizationEntry,
  use: (connection: pg.PoolClient) => Promise<T>,
): Promise<T> => {
  const giveBack = await db.turns.take(
    typeof organization === 'object' ? organization.organizationId : organization,
  );
  try {
    return await withConnection(db, use);
  } finally {
    giveBack();
  }
};

const inScope = <T>(db: Database, scope: Scope, work: (tx: Tx) => Promise<T>): Promise<T> => {
  const transact = (connection: pg.PoolClient): Promise<T> =>
    runTransaction(db, connection, () => begin(connection, scope), work);
  return typeof scope === 'object'
    ? withTurn(db, scope.organization, transact)
    : withConnection(db, transact);
};

/** Runs `work` in a transaction that sees this organization's rows only. */
export const withOrganization = <T>(
  db: Database,
  organization: OrganizationEntry,
  work: (tx: Tx) => Promise<T>,
): Promise<T> => inScope(db, { organization }, work);

/** Runs `work` on tables that belong to no organization; tenant tables look empty. */
export const withTransaction = <T>(db: Database, work: (tx: Tx) => Promise<T>): Promise<T> =>
  inScope(db, 'none', work);

/** Runs `work` across organizations, on the tables whose policy allows it. Say why where it is called. */
export const withEveryOrganization = <T>(db: Database, work: (tx: Tx) => Promise<T>): Promise<T> =>
  inScope(db, 'every-organization', work);

/**
 * Runs several reads of one organization in one round trip; answers their rows in order. All of them see one moment.
 * The builders must not depend on each other. Without `planning` PostgreSQL decides how often it plans.
 */
export const readOrganization = (
  db: Database,
  organization: OrganizationEntry,
  build: (knex: Knex) => readonly Statement[],
  planning?: Planning,
): Promise<Rows[]> =>
  withTurn(db, organization, async (connection) => {
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

/** Calls a function of the database that sets its own scope, as one statement and so as one transaction. */
export const callFunction = (db: Database, build: (knex: Knex) => Statement): Promise<Rows> =>
  withConnection(db, async (connection) => {
    const { response } = await sendStatement(connection, build(createBuilders(db.knex)), onQuery(db));
    return response.rows as Rows;
  });
