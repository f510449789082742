import { mkdtempSync, renameSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Obieg, startObieg } from '@obieg/local';
import { test as base } from '@playwright/test';
import { watchPage } from './page-problems';

export interface Product extends Obieg {
  /** Takes a remote's deployed files away, as a broken deployment does. @returns a function that puts them back. */
  takeAway(remoteId: string): () => void;
}

const startProduct = async (): Promise<Product & { dataDir: string }> => {
  const dataDir = mkdtempSync(join(tmpdir(), 'obieg-e2e-'));
  // Everything here comes from one address, far more than one person's hands would send.
  const obieg = await startObieg({ dataDir, ports: 'any', env: { RATE_LIMIT_SCALE: '20' } });
  const takeAway = (remoteId: string) => {
    const folder = join(dataDir, 'static/remotes', remoteId);
    renameSync(folder, `${folder}.away`);
    return () => renameSync(`${folder}.away`, folder);
  };
  return { ...obieg, dataDir, takeAway };
};

/**
 * The test with the whole product beside it, started once for the worker, with demo data. A page that reports an error,
 * an uncaught exception or a breach of the content security policy fails its test, unless `expectedProblems` covers it.
 */
export const test = base.extend<{ expectedProblems: RegExp | undefined }, { product: Product }>({
  expectedProblems: [undefined, { option: true }],
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
  context: async ({ context, expectedProblems }, use) => {
    const report = watchPage(context, expectedProblems);
    await use(context);
    report();
  },
});
export { expect } from '@playwright/test';
