import type { BrowserContext, Frame, Page, Request, TestInfo } from '@playwright/test';

/** A page that hangs must not hide the test's own error. */
const snapshotTimeoutMs = 5_000;

/** Enough to see whether a page was loaded more often than the test asked for. */
const keptNavigations = 12;

interface PageRecorder {
  stop(): void;
  /** Attaches address, navigations and accessible content of each open page. `npm test` prints them at its end. */
  attachTo(testInfo: TestInfo): Promise<void>;
}

/** How the document was opened, and the state of its history entry. */
const readHistory = (page: Page): Promise<string> =>
  page
    .evaluate(() => {
      const [entry] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
      return `opened by ${entry?.type}, state ${JSON.stringify(history.state)}`;
    })
    .catch(String);

/** Records the navigations of all pages in a context, for tests that fail. */
export const recordPages = (context: BrowserContext): PageRecorder => {
  const navigations = new Map<Page, string[]>();
  const add = (frame: Frame, event: string): void => {
    const page = frame.page();
    if (frame !== page.mainFrame()) return;
    navigations.set(page, [...(navigations.get(page) ?? []), event].slice(-keptNavigations));
  };
  const onRequest = (request: Request): void => {
    if (request.isNavigationRequest() && request.serviceWorker() === null)
      add(request.frame(), `requested ${request.url()}`);
  };
  const onPage = (page: Page): void => {
    page.on('framenavigated', (frame) => add(frame, `shown ${frame.url()}`));
  };
  context.on('request', onRequest);
  context.on('page', onPage);
  return {
    stop: () => {
      context.off('request', onRequest);
      context.off('page', onPage);
    },
    attachTo: async (testInfo) => {
      for (const page of context.pages()) {
        const content = await page.locator('body').ariaSnapshot({ timeout: snapshotTimeoutMs }).catch(String);
        if (content === '') continue;
        const lines = [page.url(), await readHistory(page), ...(navigations.get(page) ?? []), content];
        await testInfo.attach('page', { body: lines.join('\n'), contentType: 'text/plain' });
      }
    },
  };
};
