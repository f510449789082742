import { defineConfig } from '@playwright/test';

/** The main journey in browsers that Playwright does not drive. Not a part of `npm test`. */
export default defineConfig({
  testDir: './browsers',
  workers: 1,
  forbidOnly: true,
  timeout: 300_000,
  expect: { timeout: 30_000 },
  reporter: [['list']],
});
