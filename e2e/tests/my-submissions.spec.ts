import { expectReadableOnDevices } from '../support/accessibility';
import { addSession } from '../support/people';
import { expect, test } from '../support/product';
import { actAs, runTransition, submitTask, waitUntilFound } from '../support/tasks';

test.describe('Submissions of a reporter', () => {
  test('are listed with closed ones, filtered and searched', async ({ product, page, context }) => {
    const acme = product.gatewayUrl('acme');
    const open = 'Krzesło';
    const closed = 'Lampa';
    const rita = await actAs(product, 'rita@acme.test');
    const olga = await actAs(product, 'olga@acme.test');
    await submitTask(product, { title: open }, rita);
    const id = await submitTask(product, { title: closed }, rita);
    await runTransition(olga, id, 'Rozpocznij');
    await runTransition(olga, id, 'Zakończ');
    await waitUntilFound(rita, open, 1);
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
    await expectReadableOnDevices(page);
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
    await expectReadableOnDevices(page);
    await page.getByRole('button', { name: 'Pokaż wszystkie zgłoszenia' }).click();
    await expect(row(open)).toHaveCount(1);

    await row(closed).getByRole('link').click();
    await expect(page.getByRole('heading', { level: 1, name: closed })).toBeVisible();
  });
});
