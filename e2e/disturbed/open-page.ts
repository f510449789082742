import { type BrowserContext, errors, type Page } from '@playwright/test';

/** Longer than each deadline of a page, one after another, on a busy machine. */
const endsWithinMs = 100_000;

const pollMs = 100;
/** Shorter ones are pauses, not deadlines. */
const deadlineMinMs = 5_000;

/** How a load ends: with a page, with an offer to try again, or without a document, which is the browser's affair. */
export type End = 'page' | 'offer' | 'no document';

interface Outcome {
  /** Undefined: it did not end in time. */
  end: End | undefined;
  /** Uncaught exceptions of the page. */
  errors: readonly string[];
  durationMs: number;
  /** What the page shows, if it did not end. */
  content: string;
}

/** Runs in the page before its scripts. Keeps the order of its deadlines. */
const shortenDeadlines = ([haste, minMs]: readonly [number, number]): void => {
  const shorten = (ms: number): number => (ms >= minMs ? ms / haste : ms);
  const { setTimeout: start } = window;
  const { timeout } = AbortSignal;
  Object.assign(window, {
    setTimeout: (run: TimerHandler, ms = 0, ...parameters: unknown[]) =>
      start(run, shorten(ms), ...parameters),
  });
  Object.assign(AbortSignal, { timeout: (ms: number) => timeout.call(AbortSignal, shorten(ms)) });
};

/** Runs in the page before its scripts. A load must not find what the one before has stored. */
const forgetEarlierLoad = (): void => {
  if (location.origin !== 'null') sessionStorage.clear();
};

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
  if (hasShown('.ob-start, .ob-first-page') || hasShown('[role="status"][aria-busy="true"]'))
    return undefined;
  return hasShown('h1') ? 'page' : undefined;
};

const readContent = (page: Page): Promise<string> =>
  page.evaluate(() =>
    document.documentElement.outerHTML.replaceAll(/<script.*?<\/script>/gs, '').slice(-1_500),
  );

const isTimeout = (error: unknown): boolean => error instanceof errors.TimeoutError;
const isLostDocument = (error: unknown): boolean =>
  isTimeout(error) || (error instanceof Error && error.message.includes('net::ERR_'));

/** @throws if the browser ends, which says nothing about the page */
const waitForEnd = async (page: Page, address: string): Promise<End | undefined> => {
  try {
    await page.goto(address, { waitUntil: 'commit', timeout: endsWithinMs });
  } catch (error) {
    if (!isLostDocument(error)) throw error;
    return 'no document';
  }
  try {
    const found = await page.waitForFunction(findEnd, undefined, { polling: pollMs, timeout: endsWithinMs });
    return await found.jsonValue();
  } catch (error) {
    if (!isTimeout(error)) throw error;
    return undefined;
  }
};

/** A page that loads one address after another. */
export interface ReusedPage {
  /** Loads an address and waits until the page has ended. @throws if the browser ends */
  load: (address: string) => Promise<Outcome>;
  close: () => Promise<void>;
}

/**
 * Opens a page. A process of the browser serves all its loads, so that a load costs less.
 *
 * @param haste divides the deadlines of the page, so that a load without an answer ends sooner
 */
export const openReusedPage = async (context: BrowserContext, haste: number): Promise<ReusedPage> => {
  const page = await context.newPage();
  await page.addInitScript(forgetEarlierLoad);
  if (haste > 1) await page.addInitScript(shortenDeadlines, [haste, deadlineMinMs] as const);
  let exceptions: string[] = [];
  page.on('pageerror', ({ message }) => exceptions.push(message));
  return {
    load: async (address) => {
      exceptions = [];
      const startedAt = performance.now();
      const end = await waitForEnd(page, address);
      const durationMs = performance.now() - startedAt;
      const content = end === undefined ? await readContent(page) : '';
      return { end, errors: exceptions, durationMs, content };
    },
    close: () => page.close(),
  };
};
