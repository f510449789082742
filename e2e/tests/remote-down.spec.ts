import { expectAccessible } from '../support/accessibility';
import { addSession } from '../support/people';
import { expect, test } from '../support/product';

// Chromium logs the missing files.
test.use({ expectedProblems: /\/remotes\/mf-tasks\/|net::ERR_FAILED/, isCold: true });

test('a missing remote shows a retry, leaves the rest usable, and recovers without a reload', async ({
  product,
  context,
  page,
}) => {
  const acme = product.gatewayUrl('acme');
  await addSession(context, acme, 'olga@acme.test');
  const files = '**/remotes/mf-tasks/**';
  await page.route(files, (route) => route.abort());
  await page.goto(`${acme}/tasks`);
  await expect(
    page.getByRole('heading', { name: 'Nie udało się wczytać tej części aplikacji' }),
  ).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('link', { name: 'Dashboard Overview' }).first().click();
  await expect(page.getByRole('heading', { name: 'Dashboard Overview' })).toBeVisible();
  // The palette belongs to the shell.
  await page.keyboard.press('Control+k');
  await expect(page.getByRole('combobox', { name: 'Szukaj i wykonaj polecenie' })).toBeFocused();
  await page.keyboard.type('lista');
  await expect(page.getByRole('option', { selected: true })).toContainText('Lista Zadań');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('button', { name: 'Spróbuj ponownie' })).toBeVisible();
  await page.unroute(files);
  await page.getByRole('button', { name: 'Spróbuj ponownie' }).click();
  await expect(page.getByRole('heading', { name: 'Lista Zadań' })).toBeVisible();
});
