import type { Page } from '@playwright/test';

/** A status with an empty body, a status with a body, or a network failure. */
type Answer = number | { status?: number; body: unknown } | 'offline';

/** Replaces the responses of the next calls to a path below /api, in order. Later calls reach the server. */
export const answerNext = async (page: Page, path: string, ...answers: Answer[]): Promise<void> => {
  for (const next of answers.reverse()) {
    await page.route(
      `**/api/${path}`,
      (route) => {
        if (next === 'offline') return route.abort();
        if (typeof next === 'number') return route.fulfill({ status: next, json: {} });
        const { status = 200, body } = next;
        return typeof body === 'string'
          ? route.fulfill({ status, body, contentType: 'text/plain' })
          : route.fulfill({ status, json: body });
      },
      { times: 1 },
    );
  }
};

/** Delays the next call to a path below /api. @returns a function that releases it */
export const holdNext = async (page: Page, path: string): Promise<() => void> => {
  let release = () => {};
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route(
    `**/api/${path}`,
    async (route) => {
      await released;
      await route.continue();
    },
    { times: 1 },
  );
  return () => release();
};
