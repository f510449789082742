import { requestSite } from '@obieg/local';
import { addSession, fetchSession } from '../support/people';
import { expect, test } from '../support/product';

const login = 'gustaw@globex.test';

test('a person changes their names and ends another session', async ({ product, page }) => {
  const globex = product.gatewayUrl('globex');
  const { token } = await fetchSession(globex, login);
  await addSession(page.context(), globex, login);
  await page.goto(`${globex}/dashboard`);
  await page.getByRole('button', { name: 'Menu użytkownika: gustaw' }).click();
  await page.getByRole('link', { name: 'Moje konto' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Moje konto' })).toBeVisible();
  await expect(page.getByText('Ta sesja')).toBeVisible();

  const rename = async (username: string, displayName: string): Promise<void> => {
    await page.getByLabel('Nazwa użytkownika').fill(username);
    await page.getByLabel('Nazwa wyświetlana').fill(displayName);
    await page.getByRole('button', { name: 'Zapisz', exact: true }).click();
    await expect(page.getByRole('button', { name: `Menu użytkownika: ${displayName}` })).toBeVisible();
  };
  await rename('gustaw.zajac', 'Gustaw Zając');
  await page.reload();
  await expect(page.getByLabel('Nazwa wyświetlana')).toHaveValue('Gustaw Zając');
  await expect(page.getByRole('button', { name: 'Menu użytkownika: Gustaw Zając' })).toBeVisible();
  // Other journeys know the person by the name of the demo data.
  await rename('gustaw', 'gustaw');

  await page.getByRole('button', { name: 'Zakończ pozostałe sesje' }).click();
  await expect(page.getByText('Pozostałe sesje zakończone')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Zakończ pozostałe sesje' })).toBeHidden();
  const { status } = await requestSite('GET', `${globex}/api/account`, { token });
  expect(status).toBe(401);
});
