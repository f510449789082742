import type { AuthResponse } from '@obieg/contracts';
import { storageKeys } from '@obieg/contracts';
import { requestSite } from '@obieg/local';
import type { BrowserContext, Disposable, Page } from '@playwright/test';
import { expect } from '@playwright/test';

export const demoPassword = 'obieg-demo';

/** Signs in through both steps of /login and waits for the dashboard. */
export const signIn = async (page: Page, address: string, login: string): Promise<void> => {
  await page.goto(`${address}/login`);
  await page.getByLabel('Email or Username').fill(login);
  await page.getByRole('button', { name: 'Continue' }).click();
  await page.getByLabel('Password', { exact: true }).fill(demoPassword);
  await page.getByRole('button', { name: 'Login', exact: true }).click();
  await expect(page.getByRole('heading', { name: 'Dashboard Overview' })).toBeVisible();
};

/** Signs in through the API. */
export const fetchSession = async (address: string, email: string): Promise<AuthResponse> => {
  const { status, body } = await requestSite('POST', `${address}/api/auth/signin`, {
    body: { email, password: demoPassword },
  });
  expect(status).toBe(200);
  return body as AuthResponse;
};

const scriptsByContext = new WeakMap<BrowserContext, Disposable[]>();

/** Signs a browser context in without the login page. */
export const addSession = async (context: BrowserContext, address: string, email: string): Promise<void> => {
  const { token, ...user } = await fetchSession(address, email);
  const script = await context.addInitScript(
    ([origin, keys, values]) => {
      if (location.origin !== origin || localStorage.getItem(keys.token)) return;
      localStorage.setItem(keys.token, values.token);
      localStorage.setItem(keys.user, values.user);
    },
    [
      address,
      { token: storageKeys.token, user: storageKeys.user },
      { token, user: JSON.stringify({ id: user.id, username: user.username, email: user.email }) },
    ] as const,
  );
  scriptsByContext.set(context, [...(scriptsByContext.get(context) ?? []), script]);
};

/** Removes the sessions that `addSession` added, before the next test uses the context. */
export const removeSessions = async (context: BrowserContext): Promise<void> => {
  for (const script of scriptsByContext.get(context) ?? []) await script.dispose();
  scriptsByContext.delete(context);
};
