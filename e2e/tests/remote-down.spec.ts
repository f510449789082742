import { expectAccessible } from '../support/accessibility';
import { enterAs } from '../support/people';
import { expect, test } from '../support/product';

// The browser says so itself when a file is not the one that was deployed.
test.use({ expectedProblems: /\/remotes\/mf-tasks\// });

test('one remote is gone: the rest goes on, the page helps, and a repair is found without reloading', async ({
  product,
  context,
  page,
}) => {
  const acme = product.gatewayUrl('acme');
  await enterAs(context, acme, 'olga@acme.test');
  const putBack = product.takeAway('mf-tasks');
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
    putBack();
  }
  await page.getByRole('button', { name: 'Spróbuj ponownie' }).click();
  await expect(page.getByRole('heading', { name: 'Lista Zadań' })).toBeVisible();
});
