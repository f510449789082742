import { expect, type Page } from '@playwright/test';

/** Signs in through both steps of /login; ends on the page that follows. */
export const signIn = async (
  page: Page,
  address: string,
  login: string,
  password = 'obieg-demo',
): Promise<void> => {
  await page.goto(`${address}/login`);
  await page.getByLabel('Email or Username').fill(login);
  await page.getByRole('button', { name: 'Continue' }).click();
  await expect(page.getByText('Logging in as')).toBeVisible();
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Login', exact: true }).click();
  await expect(page.getByRole('heading', { name: 'Dashboard Overview' })).toBeVisible();
};
