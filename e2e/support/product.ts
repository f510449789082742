import { mkdtempSync, renameSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Obieg, startObieg } from '@obieg/local';
import { test as base, type Page } from '@playwright/test';
import { browserOptions } from './browser';
import { watchContext } from './page-problems';
import { removeSessions } from './people';
import { openWarmContext, type WarmContext } from './warm-context';

export interface Product extends Obieg {
  /** Removes a remote's files, like a broken deployment. @returns a function that restores them */
  removeRemote(remoteId: string): () => void;
}

const startProduct = async (): Promise<Product & { dataDir: string }> => {
  const dataDir = mkdtempSync(join(tmpdir(), 'obieg-e2e-'));
  // All calls come from one IP address and would exceed its rate limit.
  const obieg = await startObieg({ dataDir, ports: 'any', env: { RATE_LIMIT_SCALE: '20' } });
  const removeRemote = (remoteId: string) => {
    const folder = join(dataDir, 'static/remotes', remoteId);
    renameSync(folder, `${folder}.away`);
    return () => renameSync(`${folder}.away`, folder);
  };
  return { ...obieg, dataDir, removeRemote };
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
  context: async ({ isCold, warmContext, browser, viewport, colorScheme, expectedProblems }, use) => {
    const context = isCold
      ? await browser.newContext({ ...browserOptions, viewport, colorScheme })
      : warmContext.context;
    const problems = watchContext(context, expectedProblems);
    await use(context);
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
