import { requestSite } from '@obieg/local';
import { expectAccessible } from '../support/accessibility';
import { addSession, fetchSession } from '../support/people';
import { expect, test } from '../support/product';

const login = 'gustaw@globex.test';

for (const viewport of [
  { width: 1440, height: 900 },
  { width: 390, height: 844 },
]) {
  test(`a person changes their names and ends another session, at ${viewport.width} pixels`, async ({
    product,
    page,
  }) => {
    await page.setViewportSize(viewport);
    const globex = product.gatewayUrl('globex');
    const { token } = await fetchSession(globex, login);
    await addSession(page.context(), globex, login);
    await page.goto(`${globex}/dashboard`);
    await page.getByRole('button', { name: 'Menu użytkownika: gustaw' }).click();
    await page.getByRole('link', { name: 'Moje konto' }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'Moje konto' })).toBeVisible();
    await expect(page.getByText('Ta sesja')).toBeVisible();
    await expectAccessible(page);

    const rename = async (username: string, displayName: string): Promise<void> => {
      await page.getByLabel('Nazwa użytkownika').fill(username);
      await page.getByLabel('Nazwa wyświetlana').fill(displayName);
      await page.getByRole('button', { name: 'Zapisz', exact: true }).click();
      await expect(page.getByRole('button', { name: `Menu użytkownika: ${displayName}` })).toBeVisible();
    };
    await page.getByLabel('Nazwa użytkownika').fill('greta');
    await page.getByRole('button', { name: 'Zapisz', exact: true }).click();
    await expect(page.getByText('Ta nazwa użytkownika jest już zajęta.')).toBeVisible();
    await rename('gustaw.zajac', 'Gustaw Zając');
    await page.reload();
    await expect(page.getByLabel('Nazwa wyświetlana')).toHaveValue('Gustaw Zając');
    await expect(page.getByRole('button', { name: 'Menu użytkownika: Gustaw Zając' })).toBeVisible();
    // Other journeys know the person by the name of the demo data.
    await rename('gustaw', 'gustaw');

    await page.getByLabel('Obecne hasło', { exact: true }).fill('wrong-password');
    await page.getByLabel('Nowe hasło', { exact: true }).fill('another-password');
    await page.getByLabel('Potwierdź hasło', { exact: true }).fill('another-password');
    await page.getByRole('button', { name: 'Zmień hasło' }).click();
    await expect(page.getByText('Obecne hasło jest nieprawidłowe.')).toBeVisible();

    await page.getByRole('button', { name: 'Zakończ pozostałe sesje' }).click();
    await expect(page.getByText('Pozostałe sesje zakończone')).toBeVisible();
    await expect(page.getByRole('button', { name: 'Zakończ pozostałe sesje' })).toBeHidden();
    const { status } = await requestSite('GET', `${globex}/api/account`, { token });
    expect(status).toBe(401);
    await expectAccessible(page);
  });
}
