import { type BrowserContext, chromium, type Page } from '@playwright/test';
import { chromiumPath } from './chromium-path';

/** What a visitor on a slow phone waits for. Times are in milliseconds since the start of the navigation. */
export interface QuestionResult {
  /** The first question, field or task is on the screen. */
  shownMs: number;
  /** A tap that was made when it appeared, and repeated until then, has an effect. */
  answeredMs: number;
  /** Sum of what each task took beyond 50 ms, from the first paint until then. */
  blockingMs: number;
  layoutShift: number;
}

export interface VisitorPage {
  path: string;
  /** Selects what the visitor came for. Other elements of the start screen must not match. */
  content: string;
  /** Taps or types as the visitor does. Called until `effect` matches. */
  act(page: Page): Promise<void>;
  /** Selects what appears once the page has answered. */
  effect: string;
}

/** Slow 4G, as Lighthouse defines it: 150 ms and 1.6 Mbit/s. */
const slow4g = { offline: false, latency: 150, downloadThroughput: 200_000, uploadThroughput: 93_750 };
const processorSlowdown = 4;
const phone = { viewport: { width: 412, height: 823 }, deviceScaleFactor: 2, isMobile: true, hasTouch: true };
const timeoutMs = 60_000;
const pauseMs = 50;

interface Watched {
  longTasks: { start: number; duration: number }[];
  shift: number;
  shownMs?: number;
  answeredMs?: number;
}

/** Runs in the page before its scripts. Checks every frame, because only a frame shows something. */
const watchPage = ([content, effect]: readonly [string, string]): void => {
  const watched: Watched = { longTasks: [], shift: 0 };
  Object.assign(globalThis, { watched });
  new PerformanceObserver((list) => {
    for (const { startTime: start, duration } of list.getEntries())
      watched.longTasks.push({ start, duration });
  }).observe({ type: 'longtask', buffered: true });
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries() as (PerformanceEntry & {
      value: number;
      hadRecentInput: boolean;
    })[])
      if (!entry.hadRecentInput) watched.shift += entry.value;
  }).observe({ type: 'layout-shift', buffered: true });
  const isShown = (selector: string): boolean =>
    [...document.querySelectorAll(selector)].some((element) => element.checkVisibility());
  const check = (): void => {
    if (isShown(content)) watched.shownMs ??= performance.now();
    if (isShown(effect)) watched.answeredMs ??= performance.now();
    if (watched.answeredMs === undefined) requestAnimationFrame(check);
  };
  requestAnimationFrame(check);
};

const readWatched = (page: Page): Promise<Watched & { firstPaintMs: number }> =>
  page.evaluate(() => ({
    ...(globalThis as unknown as { watched: Watched }).watched,
    firstPaintMs: performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? 0,
  }));

const slowDown = async (context: BrowserContext, page: Page): Promise<void> => {
  const devtools = await context.newCDPSession(page);
  await devtools.send('Network.enable');
  await devtools.send('Network.emulateNetworkConditions', slow4g);
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: processorSlowdown });
};

/**
 * Opens a page on a slow phone, in a new browser with an empty cache, and taps until it answers.
 *
 * @throws if the content does not appear, or the page does not answer, within a minute
 */
export const measureQuestion = async (
  origin: string,
  { path, content, act, effect }: VisitorPage,
): Promise<QuestionResult> => {
  const executablePath = chromiumPath();
  const browser = await chromium.launch({
    args: ['--no-sandbox', '--disable-gpu', '--disable-quic'],
    ...(executablePath === undefined ? {} : { executablePath }),
  });
  try {
    const context = await browser.newContext({ ...phone, locale: 'pl-PL' });
    const page = await context.newPage();
    page.setDefaultTimeout(timeoutMs);
    await slowDown(context, page);
    await page.addInitScript(watchPage, [content, effect] as const);
    await page.goto(origin + path, { waitUntil: 'commit' });
    await page.locator(content).first().waitFor();
    const answered = page.waitForFunction(
      () => (globalThis as unknown as { watched: Watched }).watched.answeredMs !== undefined,
    );
    while ((await readWatched(page)).answeredMs === undefined) {
      // The page can answer a tap on an element that it replaces, while Playwright looks for the next one.
      await Promise.race([act(page).catch(() => undefined), answered]);
      await page.waitForTimeout(pauseMs);
    }
    const {
      shownMs = Number.NaN,
      answeredMs = Number.NaN,
      longTasks,
      shift,
      firstPaintMs,
    } = await readWatched(page);
    const blocking = longTasks
      .filter(({ start }) => start >= firstPaintMs && start < answeredMs)
      .map(({ duration }) => duration - 50);
    return {
      shownMs,
      answeredMs,
      blockingMs: blocking.reduce((total, ms) => total + ms, 0),
      layoutShift: shift,
    };
  } finally {
    await browser.close();
  }
};
