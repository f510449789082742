import { enterAs } from '../support/people';
import { expect, test } from '../support/product';

test('choosing an organization on the main domain signs in there with a code that works once', async ({
  product,
  context,
  page,
}) => {
  const main = product.gatewayUrl();
  const acme = product.gatewayUrl('acme');
  await enterAs(context, main, 'olga@acme.test');
  const exchanged = page.waitForRequest((request) => request.url().endsWith('/api/auth/exchange'));
  await page.goto(`${main}/organizations`);
  await page.getByRole('link', { name: /Acme Logistyka/ }).click();
  await expect(page.getByRole('heading', { name: 'Dashboard Overview' })).toBeVisible();
  expect(page.url()).toBe(`${acme}/dashboard`);
  await expect(page.getByRole('link', { name: 'Lista Zadań' })).toBeVisible();

  const { code } = (await exchanged).postDataJSON() as { code: string };
  const stranger = await (await context.browser())?.newPage();
  if (!stranger) throw new Error('The browser is gone.');
  await stranger.goto(`${acme}/login#code=${code}`);
  await expect(stranger.getByLabel('Email or Username')).toBeVisible();
  expect(stranger.url()).toBe(`${acme}/login`);
  await stranger.close();
});
