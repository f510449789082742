import { addSession } from '../support/people';
import { expect, test } from '../support/product';

test.describe('A lost connection', () => {
  // Chromium logs the failed requests.
  test.use({ expectedProblems: /net::ERR_|Failed to fetch|ERR_INTERNET_DISCONNECTED/, isCold: true });

  test('is said, and a page that could not be loaded loads itself when it is back', async ({
    product,
    context,
    page,
  }) => {
    const acme = product.gatewayUrl('acme');
    await addSession(context, acme, 'olga@acme.test');
    await page.goto(`${acme}/dashboard`);
    await expect(page.getByRole('heading', { name: 'Dashboard Overview' })).toBeVisible();
    const notice = page.getByRole('region', { name: 'Brak połączenia z serwerem' });
    await context.setOffline(true);
    await expect(notice).toContainText('nie śledzi zmian');
    await page.getByRole('link', { name: 'Lista Zadań' }).first().click();
    await expect(page.getByText('Gdy wróci, strona wczyta się sama.')).toBeVisible();
    await context.setOffline(false);
    await expect(page.getByRole('heading', { level: 1, name: 'Lista Zadań' })).toBeVisible();
    await expect(notice).toBeHidden();
  });
});
