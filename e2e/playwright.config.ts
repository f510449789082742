import { defineConfig } from '@playwright/test';
import { actionTimeoutMs, browserOptions } from './support/browser';

/** Journeys through the whole product. `support/product.ts` starts it on its own ports with its own data. */
export default defineConfig({
  testDir: './tests',
  // Journeys wait for half of their time. Each worker runs its own product.
  workers: 2,
  forbidOnly: true,
  // Several times the duration of a run, so that a run that hangs still ends with the test's name.
  globalTimeout: 50 * 60_000,
  timeout: 120_000,
  expect: { timeout: 20_000 },
  reporter: process.env['E2E_REPORT']
    ? [['list'], ['json', { outputFile: process.env['E2E_REPORT'] }]]
    : [['list']],
  use: {
    ...browserOptions,
    actionTimeout: actionTimeoutMs,
    // Page snapshots would take a seventh of the run.
    trace: { mode: 'retain-on-failure', snapshots: false, screenshots: false },
  },
});
