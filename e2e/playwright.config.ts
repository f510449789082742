import { defineConfig } from '@playwright/test';
import { launchOptions } from './support/browser';

/** Journeys through the whole product, which `support/product.ts` starts with ports and data of its own. */
export default defineConfig({
  testDir: './tests',
  workers: 1,
  forbidOnly: true,
  // Far more than a run takes: one that hangs ends in time to say where.
  globalTimeout: 50 * 60_000,
  timeout: 120_000,
  expect: { timeout: 20_000 },
  reporter: process.env['E2E_REPORT']
    ? [['list'], ['json', { outputFile: process.env['E2E_REPORT'] }]]
    : [['list']],
  use: {
    viewport: { width: 1440, height: 900 },
    actionTimeout: 20_000,
    locale: 'pl-PL',
    timezoneId: 'Europe/Warsaw',
    // Without copies of each page, which take a seventh of the journeys' time.
    trace: { mode: 'retain-on-failure', snapshots: false, screenshots: false },
    launchOptions,
  },
});
