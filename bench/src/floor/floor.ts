import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { findFreePort } from '@obieg/local';

/** Relative to `dist/main.mjs`, which `run.mjs` builds beside the server. */
const sqlDir = fileURLToPath(new URL('../sql', import.meta.url));
const serverFile = fileURLToPath(new URL('bare-server.mjs', import.meta.url));

export interface FloorOptions {
  databaseUrl: string;
  organizationId: number;
  userId: number;
}

export interface BareServer {
  url: string;
  pid: number;
  stop(): Promise<void>;
}

const isReady = async (url: string): Promise<boolean> => {
  try {
    return (await fetch(`${url}/ready`)).ok;
  } catch {
    return false;
  }
};

export const startBareServer = async (options: FloorOptions): Promise<BareServer> => {
  const port = await findFreePort();
  const child: ChildProcess = spawn(process.execPath, [serverFile], {
    stdio: ['ignore', 'ignore', 'inherit'],
    env: {
      ...process.env,
      PORT: String(port),
      BENCH_DATABASE_URL: options.databaseUrl,
      BENCH_ORGANIZATION_ID: String(options.organizationId),
      BENCH_USER_ID: String(options.userId),
      BENCH_SQL_DIR: sqlDir,
      NODE_ENV: 'production',
    },
  });
  const url = `http://127.0.0.1:${port}`;
  while (!(await isReady(url))) if (child.exitCode !== null) throw new Error('The bare server has ended.');
  return {
    url,
    pid: child.pid ?? 0,
    stop: async () => {
      child.kill();
      await once(child, 'exit');
    },
  };
};

/**
 * Transactions per second of pgbench with the list's SQL as a prepared statement.
 * @returns undefined without pgbench
 */
export const measurePgbench = (
  { databaseUrl, organizationId, userId }: FloorOptions,
  connections: number,
  seconds: number,
): number | undefined => {
  const dir = mkdtempSync(join(tmpdir(), 'obieg-pgbench-'));
  try {
    const script = join(dir, 'list.sql');
    const statements = ['list', 'count'].map((name) =>
      readFileSync(join(sqlDir, `${name}.sql`), 'utf8')
        .replaceAll('$1', String(organizationId))
        .replaceAll('$2', String(userId)),
    );
    writeFileSync(script, statements.map((statement) => `${statement.replaceAll('\n', ' ')};\n`).join(''));
    const { status, stdout } = spawnSync(
      'pgbench',
      ['-n', '-M', 'prepared', '-f', script, '-c', String(connections), '-T', String(seconds), databaseUrl],
      { encoding: 'utf8' },
    );
    const perSecond = status === 0 ? /tps = ([\d.]+)/.exec(stdout)?.[1] : undefined;
    return perSecond === undefined ? undefined : Math.round(Number(perSecond));
  } finally {
    rmSync(dir, { recursive: true, force: true });
  }
};
