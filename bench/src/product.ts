import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Obieg, requestSite, startObieg } from '@obieg/local';
import pg from 'pg';
import type { Target } from './load';

export interface BenchProduct {
  obieg: Obieg;
  /** Address of the measured organization. */
  acme: string;
  /** Administrator's connection to the tasks database. */
  tasksDatabase: pg.Client;
  tasksDatabaseUrl: string;
  stop(): Promise<void>;
}

/** Settings that practically disable rate limits, and let webhooks reach a receiver of the benchmark. */
export const withoutLimits: NodeJS.ProcessEnv = {
  RATE_LIMIT_SCALE: '1000000',
  WEBHOOK_NETWORKS: '127.0.0.0/8',
};

export interface ProductOptions {
  /** Folder of built programs. Default: this repository. */
  programRoot?: string | undefined;
  env?: NodeJS.ProcessEnv;
  /** Called with the empty data folder. */
  prepare?: (dataDir: string) => Promise<void>;
}

export const hasTable = async (database: pg.Client, name: string): Promise<boolean> => {
  const { rows } = await database.query('select to_regclass($1) is not null as has_table', [name]);
  return rows[0].has_table;
};

/** Starts the built product with its own data, demo users and workflow. */
export const startProduct = async ({
  programRoot,
  env = withoutLimits,
  prepare,
}: ProductOptions = {}): Promise<BenchProduct> => {
  const dataDir = mkdtempSync(join(tmpdir(), 'obieg-bench-'));
  await prepare?.(dataDir);
  const obieg = await startObieg({
    dataDir,
    ports: 'any',
    env: { LOG_LEVEL: 'warn', ...env },
    ...(programRoot === undefined ? {} : { programRoot }),
  });
  const password = readFileSync(join(dataDir, 'postgres.password'), 'utf8').trim();
  const tasksDatabaseUrl = `postgres://postgres:${password}@127.0.0.1:${obieg.ports.postgres}/tasks`;
  const tasksDatabase = new pg.Client({ connectionString: tasksDatabaseUrl });
  await tasksDatabase.connect();
  // Each inserted task would be a message of the demo webhooks. Programs before 2026-11-29 have none.
  if (await hasTable(tasksDatabase, 'webhooks')) await tasksDatabase.query('delete from webhooks');
  return {
    obieg,
    acme: obieg.gatewayUrl('acme'),
    tasksDatabase,
    tasksDatabaseUrl,
    stop: async () => {
      await tasksDatabase.end();
      await obieg.stop();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
};

const ourProcesses = ['gateway', 'svc-identity', 'svc-workflow', 'svc-tasks'];

/** Pids of gateway, services and NATS. PostgreSQL is measured separately. */
export const ourProcessIds = ({ obieg }: BenchProduct): number[] => {
  const pids = obieg.pids();
  return [...ourProcesses, 'nats'].flatMap((name) => pids[name] ?? []);
};

const isSuccessful = async (address: string, token: string): Promise<boolean> => {
  try {
    return (await requestSite('GET', address, { token })).status === 200;
  } catch {
    return false;
  }
};

/** Milliseconds from starting gateway and services to the first successful response of the task list. */
export const measureStart = async ({ obieg, acme }: BenchProduct, token: string): Promise<number> => {
  await Promise.all(ourProcesses.map((name) => obieg.processes.stop(name)));
  const startedAt = performance.now();
  const started = Promise.all(ourProcesses.map((name) => obieg.processes.restart(name)));
  // Polling without a pause would use one of the two cores.
  while (!(await isSuccessful(`${acme}/api/tasks`, token))) await sleep(10);
  const startMs = performance.now() - startedAt;
  await started;
  return startMs;
};

/** Calls the API. @throws unless it succeeds, because a benchmark of rejected calls would be misleading */
export const call = async <T>(
  method: string,
  address: string,
  token?: string,
  body?: unknown,
): Promise<T> => {
  const response = await requestSite(method, address, { token, body });
  if (response.status >= 300) throw new Error(`${method} ${address}: ${response.status} ${response.text}`);
  return response.body as T;
};

export const signIn = async (acme: string, email: string): Promise<string> =>
  (
    await call<{ token: string }>('POST', `${acme}/api/auth/signin`, undefined, {
      email,
      password: 'obieg-demo',
    })
  ).token;

/** Targets the organization through the gateway, with a user's token. */
export const throughGateway = (product: BenchProduct, token: string): Target => ({
  url: `http://127.0.0.1:${product.obieg.ports.gateway}`,
  headers: { host: new URL(product.acme).host, authorization: `Bearer ${token}` },
  processIds: ourProcessIds(product),
  databaseId: product.obieg.pids()['postgres'] ?? 0,
});
