import { defineConfig } from '@playwright/test';

/** Start pages whose files arrive late, damaged or not at all. Not a part of `npm test`. */
export default defineConfig({
  testDir: './disturbed',
  workers: 1,
  forbidOnly: true,
  timeout: 300_000,
  reporter: [['list']],
});
