import { expectAccessible } from '../support/accessibility';
import { addSession } from '../support/people';
import { expect, test } from '../support/product';

// Chromium logs an integrity failure of the missing files.
test.use({ expectedProblems: /\/remotes\/mf-tasks\//, isCold: true });

test('a missing remote shows a retry, leaves the rest usable, and recovers without a reload', async ({
  product,
  context,
  page,
}) => {
  const acme = product.gatewayUrl('acme');
  await addSession(context, acme, 'olga@acme.test');
  const restore = product.removeRemote('mf-tasks');
  try {
    await page.goto(`${acme}/tasks`);
    await expect(
      page.getByRole('heading', { name: 'Nie udało się wczytać tej części aplikacji' }),
    ).toBeVisible();
    await expectAccessible(page);
    await page.getByRole('link', { name: 'Dashboard Overview' }).first().click();
    await expect(page.getByRole('heading', { name: 'Dashboard Overview' })).toBeVisible();
    await page.getByRole('link', { name: 'Lista Zadań' }).click();
    await expect(page.getByRole('button', { name: 'Spróbuj ponownie' })).toBeVisible();
  } finally {
    restore();
  }
  await page.getByRole('button', { name: 'Spróbuj ponownie' }).click();
  await expect(page.getByRole('heading', { name: 'Lista Zadań' })).toBeVisible();
});
