import type { Page } from '@playwright/test';

/** A status with an empty body, a body with its status, or no answer at all. */
type Answer = number | { status?: number; body: unknown } | 'offline';

/** Answers the next calls of a path below /api in the server's place, in turn; what comes after goes through. */
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

/** Holds the next call of a path below /api. @returns a function that lets it go on */
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
