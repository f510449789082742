import type { Page } from '@playwright/test';

/** A status with an empty body, a status with a body, or a network failure. */
type FakeResponse = number | { status?: number; body: unknown } | 'offline';

/** Replaces the responses of the next calls to a path below /api, in order. Later calls reach the server. */
export const fakeNextResponses = async (
  page: Page,
  path: string,
  ...responses: FakeResponse[]
): Promise<void> => {
  for (const response of responses.reverse()) {
    await page.route(
      `**/api/${path}`,
      (route) => {
        if (response === 'offline') return route.abort();
        if (typeof response === 'number') return route.fulfill({ status: response, json: {} });
        const { status = 200, body } = response;
        return typeof body === 'string'
          ? route.fulfill({ status, body, contentType: 'text/plain' })
          : route.fulfill({ status, json: body });
      },
      { times: 1 },
    );
  }
};

/** Delays the next call to a path below /api. @returns a function that lets it continue */
export const delayNextCall = async (page: Page, path: string): Promise<() => void> => {
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
