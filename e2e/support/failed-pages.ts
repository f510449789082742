import { requestIdHeader } from '@obieg/contracts';
import type { BrowserContext, Frame, Page, Request, Response, TestInfo } from '@playwright/test';

/** A page that hangs must not hide the test's own error. */
const snapshotTimeoutMs = 5_000;

/** Enough to see whether a page was loaded more often than the test asked for, and which calls failed. */
const keptEvents = 20;

interface PageRecorder {
  stop(): void;
  /**
   * Attaches address, navigations, failed calls and accessible content of each open page. `npm test` prints them at its
   * end, before the given log lines.
   */
  attachTo(testInfo: TestInfo, logLines: readonly string[]): Promise<void>;
}

/** How the document was opened, and the state of its history entry. */
const readHistory = (page: Page): Promise<string> =>
  page
    .evaluate(() => {
      const [entry] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
      return `opened by ${entry?.type}, state ${JSON.stringify(history.state)}`;
    })
    .catch(String);

/** Why a page can be blank: its scripts have not run, or it is hidden. */
const describeBlank = (page: Page): Promise<string> =>
  page
    .evaluate(() => {
      const scripts = performance.getEntriesByType('resource').map(({ name }) => name.replace(/.*\//, ''));
      const { readyState, visibilityState, body } = document;
      return `blank, ${readyState}, ${visibilityState}: ${body.innerHTML.slice(0, 2_000)}\n${scripts}`;
    })
    .catch(String);

/** Records navigations and failed calls of all pages in a context, for tests that fail. */
export const recordPages = (context: BrowserContext): PageRecorder => {
  const events = new Map<Page, string[]>();
  const add = (frame: Frame, event: string): void => {
    const page = frame.page();
    if (frame !== page.mainFrame()) return;
    events.set(page, [...(events.get(page) ?? []), event].slice(-keptEvents));
  };
  const onRequest = (request: Request): void => {
    if (request.isNavigationRequest() && request.serviceWorker() === null)
      add(request.frame(), `requested ${request.url()}`);
  };
  const onResponse = (response: Response): void => {
    const request = response.request();
    if (response.status() < 400 || request.serviceWorker() !== null) return;
    const requestId = response.headers()[requestIdHeader];
    add(request.frame(), `status ${response.status()} of ${request.method()} ${request.url()}, ${requestId}`);
  };
  const onPage = (page: Page): void => {
    page.on('framenavigated', (frame) => add(frame, `shown ${frame.url()}`));
  };
  context.on('request', onRequest);
  const onFailure = (request: Request): void => {
    if (request.serviceWorker() === null)
      add(request.frame(), `failed ${request.url()}: ${request.failure()?.errorText}`);
  };
  context.on('response', onResponse);
  context.on('requestfailed', onFailure);
  context.on('page', onPage);
  return {
    stop: () => {
      context.off('request', onRequest);
      context.off('response', onResponse);
      context.off('requestfailed', onFailure);
      context.off('page', onPage);
    },
    attachTo: async (testInfo, logLines) => {
      for (const page of context.pages()) {
        if (page.url() === 'about:blank') continue;
        const content =
          (await page.locator('body').ariaSnapshot({ timeout: snapshotTimeoutMs }).catch(String)) ||
          (await describeBlank(page));
        const lines = [page.url(), await readHistory(page), ...(events.get(page) ?? []), content];
        await testInfo.attach('page', { body: lines.join('\n'), contentType: 'text/plain' });
      }
      await testInfo.attach('log', { body: logLines.join('\n'), contentType: 'text/plain' });
    },
  };
};
