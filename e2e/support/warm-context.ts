import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  type Browser,
  type BrowserContext,
  type BrowserContextOptions,
  chromium,
  type LaunchOptions,
  type Page,
} from '@playwright/test';
import { actionTimeoutMs, launchOptions } from './browser';

type Emulation = Pick<BrowserContextOptions, 'viewport' | 'colorScheme'>;

/** A browser context on disk that the tests of a worker share one after another. */
export interface WarmContext {
  context: BrowserContext;
  /** Opens further contexts, with an empty cache, in the same process. */
  browser: Browser;
  openPage(emulation: Emulation): Promise<Page>;
  /** Ends a test: closes its pages and removes routes, permissions, cookies and everything its origins stored. */
  reset(): Promise<void>;
  close(): Promise<void>;
}

/**
 * Opens the context that tests share. It keeps the HTTP cache and the compiled scripts, which a new context per test
 * cannot reuse: opening a page takes half of the processor time (1.8 instead of 3.9 s in Chromium, 2 busy cores).
 */
export const openWarmContext = async (
  options: BrowserContextOptions & Pick<LaunchOptions, 'args'>,
): Promise<WarmContext> => {
  const profile = mkdtempSync(join(tmpdir(), 'obieg-browser-'));
  const context = await chromium.launchPersistentContext(profile, { ...launchOptions, ...options });
  // Playwright applies its configuration only to the contexts that it creates itself.
  context.setDefaultTimeout(actionTimeoutMs);
  // A clock cannot be removed, and its `performance` knows no navigation. All later tests would get it.
  const refuseClock = () => Promise.reject(new Error('A test that sets the clock needs `isCold`'));
  Object.assign(context.clock, {
    install: refuseClock,
    setFixedTime: refuseClock,
    setSystemTime: refuseClock,
  });
  const browser = context.browser();
  if (!browser) throw new Error('Chromium did not start');
  // Stays open during all tests, because a browser without pages ends.
  const keeper = context.pages()[0] ?? (await context.newPage());
  const devtools = await context.newCDPSession(keeper);
  const origins = new Set<string>();
  context.on('request', (request) => {
    if (request.isNavigationRequest()) origins.add(new URL(request.url()).origin);
  });
  return {
    context,
    browser,
    openPage: async ({ viewport, colorScheme }) => {
      const page = await context.newPage();
      if (viewport) await page.setViewportSize(viewport);
      if (colorScheme) await page.emulateMedia({ colorScheme });
      return page;
    },
    reset: async () => {
      for (const page of context.pages()) if (page !== keeper) await page.close();
      await context.unrouteAll();
      await context.setOffline(false);
      await context.clearPermissions();
      await context.clearCookies();
      for (const origin of origins)
        await devtools.send('Storage.clearDataForOrigin', {
          origin,
          storageTypes: 'local_storage,indexeddb',
        });
      origins.clear();
    },
    close: async () => {
      await context.close();
      rmSync(profile, { recursive: true, force: true });
    },
  };
};
