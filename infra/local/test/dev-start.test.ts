import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { repositoryRoot } from '../src/paths';
import { findFreePort } from '../src/ports';
import { isServiceReady, requestSite } from '../src/site-client';
import { type DevCommand, runDev } from './dev-command';
import { isAlive, until } from './processes';

/** Returns the parent of each running process. */
const readParents = (): Map<number, number> =>
  new Map(
    readdirSync('/proc')
      .filter((name) => /^\d+$/.test(name))
      .flatMap((name) => {
        try {
          const [, parent] = /\) \S (\d+)/.exec(readFileSync(`/proc/${name}/stat`, 'utf8')) ?? [];
          return [[Number(name), Number(parent)] as const];
        } catch {
          // The process has ended.
          return [];
        }
      }),
  );

const listDescendants = (pid: number, parents = readParents()): number[] => {
  const children = [...parents].filter(([, parent]) => parent === pid).map(([child]) => child);
  return [...children, ...children.flatMap((child) => listDescendants(child, parents))];
};

let dataDir: string;
let dev: DevCommand;
let port: number;

beforeAll(async () => {
  dataDir = mkdtempSync(join(tmpdir(), 'obieg-dev-start-'));
  port = await findFreePort();
  dev = runDev(repositoryRoot, ['shell', '--port', String(port)], { OBIEG_DATA_DIR: dataDir });
  await dev.ready();
}, 300_000);

afterAll(async () => {
  await dev?.stop();
  if (dataDir) rmSync(dataDir, { recursive: true, force: true });
});

describe('npm run dev without a running product', () => {
  it('starts the product with demo data', async () => {
    expect(dev.output()).toContain(`http://acme.obieg.localhost:${port}`);
    const { status } = await requestSite('POST', `http://acme.obieg.localhost:${port}/api/auth/signin`, {
      body: { email: 'olga@acme.test', password: 'obieg-demo' },
    });
    expect(status).toBe(200);
  });

  it('ends the product on Ctrl-C', async () => {
    const { gatewayPort } = JSON.parse(readFileSync(join(dataDir, 'product.json'), 'utf8'));
    expect(await isServiceReady(gatewayPort)).toBe(true);
    const processes = listDescendants(dev.pid);
    // PostgreSQL, NATS, three services and the gateway.
    expect(processes.length).toBeGreaterThanOrEqual(6);
    expect(await dev.stop()).toBe(0);
    // esbuild's service ends a moment later: it waits for the end of its input.
    await until('end of all processes', () => !processes.some(isAlive));
    expect(await isServiceReady(gatewayPort)).toBe(false);
  });
});
