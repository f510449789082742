import { type ElementHandle, launch, type Page } from 'puppeteer-core';
import { type Browser, type BrowserPage, viewport } from './driver';

const executablePath = process.env['FIREFOX_PATH'] ?? '/usr/bin/firefox-esr';

const toBrowserPage = (page: Page): BrowserPage => ({
  open: async (address) => {
    await page.goto(address);
  },
  evaluate: (expression) => page.evaluate(expression),
  findElement: async (expression) => {
    const element = (await page.evaluateHandle(expression)).asElement();
    return element ? (element as ElementHandle) : undefined;
  },
});

/** Starts Firefox without a screen and connects over WebDriver BiDi. */
export const startFirefox = async (): Promise<Browser> => {
  const browser = await launch({
    browser: 'firefox',
    executablePath,
    defaultViewport: viewport,
    extraPrefsFirefox: { 'intl.accept_languages': 'pl-PL, pl' },
  });
  const problems: string[] = [];
  const pages: Page[] = [];
  return {
    readVersion: () => browser.version(),
    openPage: async () => {
      const context = await browser.createBrowserContext();
      const page = await context.newPage();
      pages.push(page);
      page.on('console', (message) => {
        if (message.type() === 'error') problems.push(message.text());
      });
      page.on('pageerror', (error) => problems.push(String(error)));
      page.on('request', (request) => {
        if (request.url().endsWith('/api/csp-reports')) problems.push(`policy: ${request.postData()}`);
      });
      return toBrowserPage(page);
    },
    takeScreenshots: async () => {
      const pictures = await Promise.all(pages.map((page) => page.screenshot()));
      return pictures.map((picture) => Buffer.from(picture));
    },
    listProblems: () => problems,
    close: () => browser.close(),
  };
};
