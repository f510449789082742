import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Obieg, startObieg } from '../src/obieg';
import { openPages } from './open-pages';
import { openSite, type ProductSite } from './product-site';
import { openReadModels } from './read-models';
import { listTasks, startLoad } from './steady-load';

let dataDir: string;
let obieg: Obieg;
let site: ProductSite;

beforeAll(async () => {
  dataDir = mkdtempSync(join(tmpdir(), 'obieg-replicas-'));
  obieg = await startObieg({
    dataDir,
    ports: 'any',
    demo: false,
    replicas: 2,
    env: { RATE_LIMIT_SCALE: '1000000', LOG_LEVEL: 'warn', SUPER_ADMIN_PASSWORD: 'obieg-demo' },
  });
  site = await openSite(obieg, 'Dwojaki', 'dwojaki');
});
afterAll(async () => {
  await obieg?.stop();
  rmSync(dataDir, { recursive: true, force: true });
});

const perSecond = 40;

describe('a product with two processes of each service and of the gateway', () => {
  it.each([
    { victim: 'svc-identity', end: 'stop' },
    { victim: 'svc-identity-2', end: 'kill' },
    { victim: 'svc-workflow', end: 'kill' },
    { victim: 'svc-workflow-2', end: 'stop' },
    { victim: 'svc-tasks', end: 'stop' },
    { victim: 'svc-tasks-2', end: 'kill' },
    { victim: 'gateway', end: 'kill' },
    { victim: 'gateway-2', end: 'stop' },
    { victim: 'nats', end: 'kill' },
  ] as const)(
    'loses no write, no event and no other call if $victim ends by $end',
    async ({ victim, end }) => {
      const title = `${end} ${victim}`;
      const pages = await openPages(site);
      const load = startLoad({ site, perSecond, title });
      try {
        await load.untilMore(perSecond);
        await obieg.processes[end](victim);
        const endedAt = performance.now();
        await load.untilMore(2 * perSecond);
        await obieg.processes.restart(victim);
        await load.untilMore(perSecond);
        await load.pause();

        // A killed process loses the calls that it was handling, and nothing else fails.
        const inFlight = end === 'kill' ? endedAt : Number.NEGATIVE_INFINITY;
        expect(load.failures().filter(({ startedAt }) => startedAt > inFlight)).toEqual([]);
        expect(load.failures().length).toBeLessThan(perSecond / 2);
        await pages.untilCurrent(`po ${title}`);
        expect(await listTasks(site, title)).toEqual(expect.arrayContaining([...load.acknowledged].sort()));
      } finally {
        await load.stop();
        await pages.close();
      }
    },
  );

  it("has read models that equal the owners' data", async () => {
    const { owned, copied, close } = openReadModels(dataDir, obieg.ports.postgres);
    try {
      await expect.poll(copied, { timeout: 30_000 }).toEqual(await owned());
    } finally {
      await close();
    }
  });
});
