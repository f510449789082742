import { addSession } from '../support/people';
import { expect, test } from '../support/product';

test('choosing an organization on the main domain signs in there with a code that works once', async ({
  product,
  context,
  page,
}) => {
  const main = product.gatewayUrl();
  const acme = product.gatewayUrl('acme');
  await addSession(context, main, 'olga@acme.test');
  const exchanged = page.waitForRequest((request) => request.url().endsWith('/api/auth/exchange'));
  await page.goto(`${main}/organizations`);
  await page.getByRole('link', { name: /Acme Logistyka/ }).click();
  await expect(page.getByRole('heading', { name: 'Dashboard Overview' })).toBeVisible();
  await expect(page).toHaveURL(`${acme}/dashboard`);
  await expect(page.getByRole('link', { name: 'Lista Zadań' })).toBeVisible();

  const { code } = (await exchanged).postDataJSON() as { code: string };
  const secondPage = await (await context.browser())?.newPage();
  if (!secondPage) throw new Error('The browser has closed.');
  await secondPage.goto(`${acme}/login#code=${code}`);
  await expect(secondPage.getByLabel('Email or Username')).toBeVisible();
  await expect(secondPage).toHaveURL(`${acme}/login`);
  await secondPage.close();
});
