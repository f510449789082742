import { expectReadable } from '../support/accessibility';
import { fakeNextResponses } from '../support/api-responses';
import { devices } from '../support/devices';
import { addSession } from '../support/people';
import { expect, test } from '../support/product';
import { actAs, runTransition, submitTask } from '../support/tasks';

// The tests fake failures.
test.use({ expectedProblems: /net::ERR_FAILED|status of (400|503)/ });

for (const { name, viewport, colorScheme } of devices) {
  test.describe(`Submissions of a reporter, ${name},`, () => {
    test.use({ viewport, colorScheme });
    test('are listed with closed ones, filtered and searched, also after failures', async ({
      product,
      page,
      context,
    }) => {
      const acme = product.gatewayUrl('acme');
      const open = `Krzesło ${viewport.width}`;
      const closed = `Lampa ${viewport.width}`;
      const rita = await actAs(product, 'rita@acme.test');
      const olga = await actAs(product, 'olga@acme.test');
      await submitTask(product, { title: open }, rita);
      const id = await submitTask(product, { title: closed }, rita);
      await runTransition(olga, id, 'Rozpocznij');
      await runTransition(olga, id, 'Zakończ');
      await addSession(context, acme, 'rita@acme.test');

      await page.goto(`${acme}/dashboard`);
      const card = page.getByRole('region', { name: 'Moje zgłoszenia' });
      await expect(card.getByRole('link', { name: open })).toBeVisible();
      await expect(card.getByRole('link', { name: closed })).toHaveCount(0);
      await card.getByRole('link', { name: 'Wszystkie zgłoszenia' }).click();

      await expect(page.getByRole('heading', { level: 1, name: 'Moje zgłoszenia' })).toBeVisible();
      const rows = page.getByRole('table', { name: 'Moje zgłoszenia' }).locator('tbody tr');
      const row = (title: string) => rows.filter({ hasText: title });
      await expect(row(open)).toHaveCount(1);
      await expect(row(closed)).toHaveCount(1);
      await expect(page.getByText('Przypisane do mnie')).toHaveCount(0);
      await expectReadable(page);
      await page.getByText('Zamknięte', { exact: true }).click();
      await expect(row(open)).toHaveCount(0);
      await expect(row(closed)).toHaveCount(1);
      await expect(page).toHaveURL(/show=closed/);
      await page.getByText('Wszystkie', { exact: true }).click();
      await page.getByRole('searchbox').fill(open);
      await expect(row(closed)).toHaveCount(0);
      await expect(row(open)).toHaveCount(1);
      await page.getByRole('searchbox').fill('czego takiego nie ma');
      await expect(page.getByText('Nie znaleziono zgłoszeń.')).toBeVisible();
      await expectReadable(page);
      await page.getByRole('button', { name: 'Pokaż wszystkie zgłoszenia' }).click();
      await expect(row(open)).toHaveCount(1);

      await fakeNextResponses(page, 'tasks?*', { status: 400, body: { message: 'Coś się zepsuło.' } });
      await page.getByRole('button', { name: 'Odśwież' }).click();
      await expect(page.getByText('Błąd podczas ładowania zadań: Coś się zepsuło.')).toBeVisible();
      await expect(row(open)).toHaveCount(1);
      await fakeNextResponses(page, 'tasks?*', { status: 400, body: { message: 'Coś się zepsuło.' } });
      await page.goto(`${acme}/my-submissions`);
      await page.getByRole('button', { name: 'Spróbuj ponownie' }).click();
      await row(closed).getByRole('link').click();
      await expect(page.getByRole('heading', { level: 1, name: closed })).toBeVisible();
    });

    test('stand in the menu instead of the task list', async ({ product, page, context }) => {
      const acme = product.gatewayUrl('acme');
      await addSession(context, acme, 'rita@acme.test');
      await page.goto(`${acme}/tasks`);
      await expect(page).toHaveURL(`${acme}/my-submissions`);
      if (viewport.width < 768) await page.getByRole('button', { name: 'Otwórz menu' }).click();
      const menu = page.getByRole('navigation', { name: 'Nawigacja' }).getByRole('link');
      await expect(menu).toHaveText(['Dashboard Overview', 'Moje zgłoszenia', 'Nowe zgłoszenie']);
      await expect(menu.nth(1)).toHaveAttribute('aria-current', 'page');
      await expectReadable(page);
    });
  });
}
