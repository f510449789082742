import { createRequire } from 'node:module';
import knexFactory, { type Knex } from 'knex';
import pg from 'pg';
import type { Logger } from 'pino';
import { problem } from '../errors';

/** A scope is a `set_config` that holds for one transaction only; row-level security reads it. */
type Scope = { organizationId: number } | 'every-organization' | 'none';
export type Tx = Knex.Transaction;

export interface Database {
  knex: Knex;
  /** Connections for reads that go out as one pipelined round trip. */
  readPool: pg.Pool;
  close(): Promise<void>;
}

pg.types.setTypeParser(pg.types.builtins.INT8, (text) => {
  const value = Number(text);
  if (!Number.isSafeInteger(value))
    throw new RangeError(`A bigint of the database is no safe integer: ${text}`);
  return value;
});

const require = createRequire(import.meta.url);
interface KnexTransactionClass {
  new (
    client: unknown,
    container: unknown,
    config: { scope?: Scope } | undefined,
    outer: unknown,
  ): {
    begin(connection: unknown): Promise<unknown>;
    query(connection: unknown, sql: string): Promise<unknown>;
  };
}
interface KnexQuery {
  sql: string;
  bindings?: readonly unknown[];
  options?: object;
}
interface KnexConnection {
  /** The pool closes a connection with a reason here instead of lending it again. */
  __knex__disposed?: unknown;
}
interface KnexClientClass {
  new (config: Knex.Config): { _query(connection: KnexConnection, query: KnexQuery): Promise<unknown> };
}
// knex names no door for its dialect classes; their paths are stable within the pinned version.
const KnexTransaction =
  require('knex/lib/dialects/postgres/execution/pg-transaction.js') as KnexTransactionClass;
const KnexClient = require('knex/lib/dialects/postgres/index.js') as KnexClientClass;

const assertOrganizationId = (id: number): number => {
  if (!Number.isSafeInteger(id) || id <= 0)
    throw new TypeError('An organization id must be a positive safe integer');
  return id;
};

/** The statement that opens a transaction in this scope, in one message and so one round trip. */
const beginStatement = (scope: Scope, mode = ''): string => {
  const begin = `BEGIN${mode}`;
  if (scope === 'none') return begin;
  if (scope === 'every-organization') return `${begin};SELECT set_config('app.every_organization','on',true)`;
  return `${begin};SELECT set_config('app.organization_id','${assertOrganizationId(scope.organizationId)}',true)`;
};

const statementNames = new Map<string, string>();
/** More texts than the services have; what has a list of its own length in it may go beyond. */
const statementNamesMax = 500;

/** Statements with a name are parsed and planned once for each connection. */
const nameStatement = (sql: string): string | undefined => {
  const known = statementNames.get(sql);
  if (known || statementNames.size >= statementNamesMax) return known;
  const name = `s${statementNames.size}`;
  statementNames.set(sql, name);
  return name;
};

/** A migration has changed what a named statement answers; the connection is of no more use. */
const isStalePlan = (error: unknown): boolean => {
  const { code, routine } = error as { code?: string; routine?: string };
  return code === '0A000' && routine === 'RevalidateCachedQuery';
};

class ScopedTransaction extends KnexTransaction {
  readonly #scope: Scope;

  constructor(client: unknown, container: unknown, config: { scope?: Scope } | undefined, outer: unknown) {
    super(client, container, config, outer);
    this.#scope = config?.scope ?? 'none';
  }

  override begin(connection: unknown): Promise<unknown> {
    return this.query(connection, `${beginStatement(this.#scope)};`);
  }
}

class ScopedClient extends KnexClient {
  override async _query(connection: KnexConnection, query: KnexQuery): Promise<unknown> {
    const name = query.bindings?.length ? nameStatement(query.sql) : undefined;
    try {
      return await super._query(connection, name ? { ...query, options: { ...query.options, name } } : query);
    } catch (error) {
      if (isStalePlan(error)) connection.__knex__disposed = error;
      throw error;
    }
  }

  transaction(container: unknown, config: { scope?: Scope } | undefined, outer: unknown): ScopedTransaction {
    return new ScopedTransaction(this, container, config, outer);
  }
}

export interface DatabaseOptions {
  url: string;
  /** Connections at most, for writes and for reads each. */
  poolSize?: number;
  statementTimeoutMs?: number;
  applicationName?: string;
  /** Told what the query builder warns of; nothing goes to the console past it. */
  log?: Pick<Logger, 'warn'>;
}

/** Opens both pools lazily; a database that is away fails the call that needs it, never the process. */
export const createDatabase = ({
  url,
  poolSize = 10,
  statementTimeoutMs = 15_000,
  applicationName = 'obieg',
  log,
}: DatabaseOptions): Database => {
  const connection = {
    connectionString: url,
    statement_timeout: statementTimeoutMs,
    idle_in_transaction_session_timeout: 30_000,
    application_name: applicationName,
    connectionTimeoutMillis: 5_000,
    // What is sent without waiting for the answer before goes out at once. Newer than the published types.
    pipeline: true,
  };
  const warn = (message: unknown): void => log?.warn({ detail: String(message) }, 'from the query builder');
  const knex = knexFactory({
    // knex types `client` as a knex dialect class, which it does not export.
    client: ScopedClient as unknown as typeof knexFactory.Client,
    connection,
    pool: { min: 0, max: poolSize },
    acquireConnectionTimeout: 5_000,
    log: { warn, error: warn, deprecate: warn, debug: () => undefined },
  });
  const readPool = new pg.Pool({ ...connection, max: poolSize } as pg.PoolConfig);
  // A server that stops ends idle connections; without a listener that error would end the process.
  readPool.on('error', () => undefined);
  return {
    knex,
    readPool,
    close: async () => {
      await Promise.all([knex.destroy(), readPool.end()]);
    },
  };
};

/** Of the network, then of PostgreSQL: shut down, starting, connection lost, out of connections. */
const awayCodes = new Set([
  ...['ECONNREFUSED', 'ECONNRESET', 'ECONNABORTED', 'EPIPE', 'ETIMEDOUT', 'EHOSTUNREACH', 'ENETUNREACH'],
  ...['ENOTFOUND', 'EAI_AGAIN'],
  ...['57P01', '57P02', '57P03', '08000', '08001', '08003', '08004', '08006', '53300'],
]);

/** True when the database is away or going away, so that the caller may try again soon. */
export const isDatabaseAway = (error: unknown): boolean => {
  const { code, name, message } = error as { code?: string; name?: string; message?: string };
  if (code && awayCodes.has(code)) return true;
  return (
    name === 'KnexTimeoutError' ||
    /Connection terminated|connection error|timeout expired|timeout exceeded when trying to connect/.test(
      message ?? '',
    )
  );
};

const inScope = async <T>(db: Database, scope: Scope, work: (tx: Tx) => Promise<T>): Promise<T> => {
  try {
    return await db.knex.transaction(work, { scope } as Knex.TransactionConfig);
  } catch (error) {
    throw isDatabaseAway(error) || isStalePlan(error) ? problem.unavailable() : error;
  }
};

/** Runs `work` in a transaction that sees this organization's rows only. */
export const withOrganization = <T>(
  db: Database,
  organizationId: number,
  work: (tx: Tx) => Promise<T>,
): Promise<T> => inScope(db, { organizationId }, work);

/** Runs `work` on tables that belong to no organization; tenant tables look empty. */
export const withTransaction = <T>(db: Database, work: (tx: Tx) => Promise<T>): Promise<T> =>
  inScope(db, 'none', work);

/** Runs `work` across organizations, on the tables whose policy allows it. Say why where it is called. */
export const withEveryOrganization = <T>(db: Database, work: (tx: Tx) => Promise<T>): Promise<T> =>
  inScope(db, 'every-organization', work);

type Builders = readonly Knex.QueryBuilder[] | readonly (Knex.QueryBuilder | Knex.Raw)[];
type Rows = Record<string, unknown>[];

/**
 * Runs several reads of one organization in one round trip, in one read-only transaction; answers their rows in order.
 * The builders must not depend on each other.
 */
export const readOrganization = async (
  db: Database,
  organizationId: number,
  build: (knex: Knex) => Builders,
): Promise<Rows[]> => {
  const client = await db.readPool.connect().catch((error: unknown) => {
    throw isDatabaseAway(error) ? problem.unavailable() : error;
  });
  let broken: Error | undefined;
  try {
    const results = await Promise.allSettled([
      client.query(beginStatement({ organizationId }, ' READ ONLY')),
      ...build(db.knex).map((builder) => {
        const { sql, bindings } = builder.toSQL().toNative();
        return client.query({ name: nameStatement(sql), text: sql, values: [...bindings] } as pg.QueryConfig);
      }),
      client.query('COMMIT'),
    ]);
    const failed = results.find((result) => result.status === 'rejected');
    if (failed) throw failed.reason;
    return results
      .slice(1, -1)
      .map((result) => (result as PromiseFulfilledResult<pg.QueryResult>).value.rows as Rows);
  } catch (error) {
    if (isDatabaseAway(error) || isStalePlan(error)) {
      broken = error as Error;
      throw problem.unavailable();
    }
    throw error;
  } finally {
    client.release(broken);
  }
};
