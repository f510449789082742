import type { BrowserContext, Page } from '@playwright/test';

/** Longer than each deadline of a page, one after another, on a busy machine. */
const endsWithinMs = 100_000;

const pollMs = 200;

/** How a load ends: with a page, with an offer to try again, or without a document, which is the browser's affair. */
type End = 'page' | 'offer' | 'no document';

interface Outcome {
  /** Undefined: it did not end in time. */
  end: End | undefined;
  /** Uncaught exceptions of the page. */
  errors: readonly string[];
  durationMs: number;
  /** What the page shows, if it did not end. */
  content: string;
}

/** Runs in the page. Undefined while the page starts or loads. */
const findEnd = (): 'page' | 'offer' | undefined => {
  const isShown = (element: Element): boolean => {
    const { width, height } = element.getBoundingClientRect();
    return width > 0 && height > 0 && element.checkVisibility({ visibilityProperty: true });
  };
  const hasShown = (selector: string): boolean => [...document.querySelectorAll(selector)].some(isShown);
  const offers = /Spróbuj ponownie|Odśwież stronę|Try again/;
  const buttons = [...document.querySelectorAll('button')].filter(isShown);
  if (buttons.some(({ textContent }) => offers.test(textContent ?? ''))) return 'offer';
  if (hasShown('.ob-start') || hasShown('[role="status"][aria-busy="true"]')) return undefined;
  return hasShown('h1') ? 'page' : undefined;
};

const readContent = (page: Page): Promise<string> =>
  page
    .evaluate(() => document.documentElement.outerHTML.replaceAll(/<script.*?<\/script>/gs, '').slice(-1_500))
    .catch(String);

const waitForEnd = async (page: Page, address: string): Promise<End | undefined> => {
  try {
    await page.goto(address, { waitUntil: 'commit', timeout: endsWithinMs });
  } catch {
    return 'no document';
  }
  const found = await page
    .waitForFunction(findEnd, undefined, { polling: pollMs, timeout: endsWithinMs })
    .catch(() => undefined);
  return found?.jsonValue();
};

/** Opens an address in a new page and waits until it has ended. */
export const openPage = async (context: BrowserContext, address: string): Promise<Outcome> => {
  const page = await context.newPage();
  const errors: string[] = [];
  page.on('pageerror', ({ message }) => errors.push(message));
  const startedAt = performance.now();
  const end = await waitForEnd(page, address);
  const durationMs = performance.now() - startedAt;
  const content = end === undefined ? await readContent(page) : '';
  await page.close();
  return { end, errors, durationMs, content };
};
