import { defineConfig } from '@playwright/test';
import { chromiumArguments, chromiumPath } from './support/browser';

/** Journeys through the whole product, started once by `support/product.setup.ts` with its own ports and data. */
export default defineConfig({
  testDir: './tests',
  globalSetup: './support/product.setup.ts',
  workers: 1,
  forbidOnly: true,
  timeout: 120_000,
  expect: { timeout: 20_000 },
  reporter: process.env['E2E_REPORT']
    ? [['list'], ['json', { outputFile: process.env['E2E_REPORT'] }]]
    : [['list']],
  use: {
    locale: 'pl-PL',
    timezoneId: 'Europe/Warsaw',
    trace: 'retain-on-failure',
    launchOptions: { executablePath: chromiumPath(), args: chromiumArguments },
  },
});
