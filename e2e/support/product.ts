import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Obieg, startObieg } from '@obieg/local';
import { test as base, type Page } from '@playwright/test';
import { browserOptions } from './browser';
import { recordPages } from './failed-pages';
import { watchContext } from './page-problems';
import { removeSessions } from './people';
import type { DeliveryStore } from './versions';
import { openWarmContext, type WarmContext } from './warm-context';

export interface Product extends Obieg {
  store: DeliveryStore;
  /** The last warnings and errors that services and gateway logged. */
  warnings: readonly string[];
}

const keptWarnings = 20;
/** Of pino. */
const warningLevel = 40;

/** Reads the level of a log line; undefined for other output. */
const readLevel = (line: string): number | undefined => {
  const [, level] = /^\{"level":(\d+),/.exec(line) ?? [];
  return level === undefined ? undefined : Number(level);
};

const startProduct = async (): Promise<Product & { dataDir: string }> => {
  const dataDir = mkdtempSync(join(tmpdir(), 'obieg-e2e-'));
  const env = {
    // All calls come from one IP address and would exceed its rate limit.
    RATE_LIMIT_SCALE: '20',
    // A page can name another address.
    TRUSTED_PROXIES: '127.0.0.1',
    MAIL_BATCH_SECONDS: '1',
    // The identity provider of a journey is on this machine.
    SSO_NETWORKS: '127.0.0.0/8',
  };
  const warnings: string[] = [];
  const obieg = await startObieg({
    dataDir,
    ports: 'any',
    env,
    onOutput: (name, line) => {
      if ((readLevel(line) ?? 0) < warningLevel) return;
      warnings.push(`${name} ${line}`);
      if (warnings.length > keptWarnings) warnings.shift();
    },
  });
  const store = { address: join(dataDir, 'static'), key: join(dataDir, 'keys/delivery.key.pem') };
  return { ...obieg, dataDir, store, warnings };
};

interface TestFixtures {
  /** Matches problems that the test provokes. Any other problem on a page fails it. */
  expectedProblems: RegExp | undefined;
  /** Use a separate browser context with an empty cache instead of the shared one. */
  isCold: boolean;
  /** Opens another page with the viewport and the colour scheme of the test. */
  openPage: () => Promise<Page>;
}

interface WorkerFixtures {
  product: Product;
  warmContext: WarmContext;
}

/**
 * The test of all journeys. Each worker starts the whole product with demo data once. A test fails if a page reports
 * an error, an uncaught exception or a violation of the content security policy that `expectedProblems` does not
 * match.
 */
export const test = base.extend<TestFixtures, WorkerFixtures>({
  expectedProblems: [undefined, { option: true }],
  isCold: [false, { option: true }],
  product: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the needed fixtures from this pattern
    async ({}, use) => {
      const { dataDir, ...product } = await startProduct();
      await use(product);
      await product.stop();
      rmSync(dataDir, { recursive: true, force: true });
    },
    { scope: 'worker', timeout: 300_000 },
  ],
  warmContext: [
    // biome-ignore lint/correctness/noEmptyPattern: as above
    async ({}, use) => {
      const warmContext = await openWarmContext(browserOptions);
      await use(warmContext);
      await warmContext.close();
    },
    { scope: 'worker' },
  ],
  browser: [
    async ({ warmContext }, use) => {
      await use(warmContext.browser);
    },
    { scope: 'worker' },
  ],
  context: async (
    { isCold, product, warmContext, browser, viewport, colorScheme, expectedProblems },
    use,
    testInfo,
  ) => {
    const context = isCold
      ? await browser.newContext({ ...browserOptions, viewport, colorScheme })
      : warmContext.context;
    const problems = watchContext(context, expectedProblems);
    const pages = recordPages(context);
    await use(context);
    if (testInfo.status !== testInfo.expectedStatus) await pages.attachTo(testInfo, product.warnings);
    pages.stop();
    await removeSessions(context);
    if (isCold) await context.close();
    else await warmContext.reset();
    problems.stop();
    problems.expectNone();
  },
  openPage: async ({ isCold, context, warmContext, viewport, colorScheme }, use) => {
    await use(() => (isCold ? context.newPage() : warmContext.openPage({ viewport, colorScheme })));
  },
  page: async ({ openPage }, use) => {
    await use(await openPage());
  },
});
export { expect } from '@playwright/test';
