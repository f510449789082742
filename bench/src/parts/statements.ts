import { join } from 'node:path';
import { startPostgres } from '@obieg/local';
import pg from 'pg';

/** Makes the PostgreSQL of a new product count statements. */
export const countStatements = async (dataDir: string): Promise<void> => {
  const { url, stop } = await startPostgres({ dataDir: join(dataDir, 'postgres') });
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await client.query("alter system set shared_preload_libraries = 'pg_stat_statements'");
  await client.query('alter system set pg_stat_statements.track_planning = on');
  await client.end();
  await stop();
};

/** Parts of the work, each with its statements. The first match counts. `BEGIN` and `COMMIT` are not counted. */
const parts: readonly (readonly [string, RegExp])[] = [
  ['request', /^\s*insert into "?(outbox|notification_queue|reporter_news|idempotency_keys)"?/i],
  ['index', /search_(changes|texts|entries|endings|numbers|usage|audiences|readers)/i],
  ['relay', /outbox|as acquired/i],
  ['news', /notification|reporter_news|mail_queue/i],
  ['background, shared', /as "isAlone"|set_config/i],
];

export interface StatementUse {
  count: number;
  /** Time of planning and execution. */
  ms: number;
}

export const resetStatements = async (database: pg.Client): Promise<void> => {
  await database.query('create extension if not exists pg_stat_statements');
  await database.query('select pg_stat_statements_reset()');
};

interface Row {
  query: string;
  count: number;
  ms: number;
}

/** Statements of svc-tasks since the reset, by part. */
export const readStatements = async (database: pg.Client): Promise<Map<string, StatementUse>> => {
  const { rows } = await database.query<Row>(
    `select query, calls::float8 as count, total_exec_time + total_plan_time as ms
       from pg_stat_statements
      where dbid = (select oid from pg_database where datname = current_database())
        and userid <> (select usesysid from pg_user where usename = current_user)
      order by 3 desc`,
  );
  const used = new Map<string, StatementUse>();
  for (const { query, count, ms } of rows) {
    const part = parts.find(([, pattern]) => pattern.test(query))?.[0] ?? 'request';
    const sum = used.get(part) ?? { count: 0, ms: 0 };
    used.set(part, { count: sum.count + count, ms: sum.ms + ms });
  }
  return used;
};
