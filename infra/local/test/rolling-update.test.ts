import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Obieg, startObieg } from '../src/obieg';
import { repositoryRoot } from '../src/paths';
import { buildLastRelease } from '../src/release-build';
import { openPages } from './open-pages';
import { openSite, type ProductSite } from './product-site';
import { openReadModels } from './read-models';
import { describeFailures, listTasks, startLoad } from './steady-load';

const perSecond = 50;
/** `npm run rolling-update` sends more. */
const callsMin = Number(process.env['ROLLING_UPDATE_CALLS'] ?? 1_500);
const title = 'Aktualizacja';

let dataDir: string;
let lastRelease: string;
let obieg: Obieg;
let site: ProductSite;

beforeAll(async () => {
  lastRelease = await buildLastRelease();
  dataDir = mkdtempSync(join(tmpdir(), 'obieg-rolling-update-'));
  obieg = await startObieg({
    dataDir,
    ports: 'any',
    demo: false,
    replicas: 2,
    programRoot: lastRelease,
    env: { RATE_LIMIT_SCALE: '1000000', LOG_LEVEL: 'warn', SUPER_ADMIN_PASSWORD: 'obieg-demo' },
  });
  site = await openSite(obieg, 'Aktualna', 'aktualna');
});
afterAll(async () => {
  await obieg?.stop();
  rmSync(dataDir, { recursive: true, force: true });
});

/** Services before the gateway, which uses their new endpoints. */
const names = ['svc-identity', 'svc-workflow', 'svc-tasks', 'gateway'].flatMap((name) => [name, `${name}-2`]);

const moveTo = async (programRoot: string, order: readonly string[]): Promise<void> => {
  for (const name of order) await obieg.replace(name, programRoot);
};

describe('a rolling update from the last release and back', () => {
  it(
    `loses no call, no write and no event at ${perSecond} requests a second`,
    async () => {
      const pages = await openPages(site);
      const load = startLoad({ site, perSecond, title });
      try {
        await obieg.migrate(repositoryRoot);
        let round = 0;
        do {
          round += 1;
          await moveTo(repositoryRoot, names);
          await pages.untilCurrent(`nowa wersja ${round}`);
          await moveTo(lastRelease, [...names].reverse());
          await pages.untilCurrent(`poprzednia wersja ${round}`);
        } while (load.calls.length < callsMin);
        await load.stop();

        if (load.failures().length > 0) throw new Error(describeFailures(load.failures(), dataDir));
        expect(await listTasks(site, title)).toEqual([...load.acknowledged].sort());
        const { owned, copied, close } = openReadModels(dataDir, obieg.ports.postgres);
        try {
          await expect.poll(copied, { timeout: 30_000 }).toEqual(await owned());
        } finally {
          await close();
        }
        process.stdout.write(
          `${load.calls.length} calls, ${load.failures().length} failed; ${load.acknowledged.size} writes; ` +
            `${round} times to this version and back\n`,
        );
      } finally {
        await load.stop();
        await pages.close();
      }
    },
    callsMin * 200 + 300_000,
  );
});
