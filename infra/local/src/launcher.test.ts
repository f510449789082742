import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { isAlive, until } from '../test/processes';
import { ensureDatabase } from './databases';
import { startNats } from './nats';
import { findFreePort, reserveFreePort } from './ports';
import { startPostgres } from './postgres';

let folder: string;

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'obieg-launcher-'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const queryOne = async (url: string, sql: string): Promise<unknown> => {
  const client = new pg.Client({ connectionString: url });
  client.on('error', () => undefined);
  await client.connect();
  try {
    return (await client.query({ text: sql, rowMode: 'array' })).rows[0]?.[0];
  } finally {
    await client.end();
  }
};

describe('ports', () => {
  it('replaces a port that is in use', async () => {
    const server = createServer().listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { port } = server.address() as { port: number };
    const free = await findFreePort(port);
    expect(free).not.toBe(port);
    server.close();
    await once(server, 'close');
    expect(await findFreePort(port)).toBe(port);
  });

  it('are chosen once by a process, below the ports of outgoing connections', async () => {
    const ports = await Promise.all(Array.from({ length: 200 }, () => findFreePort()));
    expect(new Set(ports).size).toBe(200);
    for (const port of ports) expect(port).toBeLessThan(32_768);
  });

  // Other systems have no names without files.
  it.runIf(process.platform === 'linux')(
    'are not chosen by another process until their program listens, if they are preferred',
    async () => {
      const preferred = await findFreePort();
      const reserved = await reserveFreePort(preferred);
      await reserved.release();
      // Servers choose their port again.
      expect(await findFreePort(preferred)).toBe(preferred);
      vi.resetModules();
      const other = await import('./ports');
      expect(await other.findFreePort(preferred)).not.toBe(preferred);
      reserved.endClaim();
      expect(await other.findFreePort(preferred)).toBe(preferred);
    },
  );

  it('are not chosen by two processes', async () => {
    const own = await findFreePort();
    // Another instance of the module claims ports like another process.
    vi.resetModules();
    const other = await import('./ports');
    const ports = await Promise.all(Array.from({ length: 127 }, () => other.findFreePort()));
    expect(ports.filter((port) => Math.floor(port / 128) === Math.floor(own / 128))).toEqual([]);
  });
});

describe('PostgreSQL', () => {
  it('keeps data after a restart, reuses a running server and requires the password', async () => {
    const dataDir = join(folder, 'postgres');
    const first = await startPostgres({ dataDir });
    await queryOne(first.url, 'create table persistent (n int)');
    expect(await queryOne(first.url, 'show fsync')).toBe('on');
    const again = await startPostgres({ dataDir });
    expect(again.port).toBe(first.port);
    await expect(queryOne(first.url.replace(/:[0-9a-f]+@/, ':guessed@'), 'select 1')).rejects.toThrow(
      /password/,
    );
    await again.stop();
    const second = await startPostgres({ dataDir });
    expect(await queryOne(second.url, 'select count(*)::int from persistent')).toBe(0);
    await second.stop();
    await expect(queryOne(second.url, 'select 1')).rejects.toThrow();
  });

  it('creates a database whose application role owns nothing', async () => {
    const postgres = await startPostgres({ dataDir: join(folder, 'roles'), isThrowAway: true });
    await ensureDatabase(postgres.url, 'tasks', 'first-password');
    const { ownerUrl, appUrl } = await ensureDatabase(postgres.url, 'tasks', 'other-password');
    expect(await queryOne(ownerUrl, 'create table t (n int); ')).toBeUndefined();
    await expect(queryOne(appUrl, 'select * from t')).rejects.toThrow(/permission denied/);
    const flags = 'rolsuper or rolbypassrls or rolcreatedb or rolcreaterole';
    expect(await queryOne(appUrl, `select ${flags} from pg_roles where rolname = current_user`)).toBe(false);
    await postgres.stop();
  });
});

describe('NATS', () => {
  it('starts with JetStream on a free port and stops', async () => {
    const nats = await startNats({ dataDir: join(folder, 'nats') });
    const other = await startNats({ dataDir: join(folder, 'other-nats'), port: nats.port });
    expect(other.port).not.toBe(nats.port);
    await Promise.all([nats.stop(), other.stop('SIGKILL')]);
    expect([nats.pid, other.pid].filter(isAlive)).toEqual([]);
  });
});

describe('a killed launcher', () => {
  const startFixture = async (path: string) => {
    const program = join(folder, 'launcher.mjs');
    await build({
      entryPoints: [fileURLToPath(new URL('../test/launcher.fixture.ts', import.meta.url))],
      outfile: program,
      bundle: true,
      platform: 'node',
      format: 'esm',
      logLevel: 'silent',
    });
    const launcher = spawn(process.execPath, [program, folder], {
      env: { ...process.env, PATH: path },
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    const [chunk] = (await once(launcher.stdout, 'data')) as [Buffer];
    return { launcher, child: Number(chunk.toString()) };
  };

  it.each([
    ['by the kernel', () => process.env['PATH'] ?? ''],
    [
      'by a guardian process without setpriv',
      () => {
        const empty = join(folder, 'empty');
        mkdirSync(empty, { recursive: true });
        return empty;
      },
    ],
  ])('stops its children, %s', async (_, path) => {
    const { launcher, child } = await startFixture(path());
    expect(isAlive(child)).toBe(true);
    launcher.kill('SIGKILL');
    await until('the child has exited', () => !isAlive(child));
  });
});
