import { randomUUID } from 'node:crypto';
import { expectReadableOnDevices } from '../support/accessibility';
import { addSession } from '../support/people';
import { expect, test } from '../support/product';
import { actAs, submitTask, waitUntilFound } from '../support/tasks';

test.describe('Task search', () => {
  test.beforeEach(({ context, product }) =>
    addSession(context, product.gatewayUrl('acme'), 'olga@acme.test'),
  );

  test('shows where each task matches, titles first', async ({ page, product }) => {
    const code = `łyżwa${randomUUID().slice(0, 6)}`;
    const olga = await actAs(product, 'olga@acme.test');
    await submitTask(product, { title: `Wymiana ${code}`, description: 'Pęknięta' });
    const inComment = await submitTask(product, { title: 'Ślizgawka' }, olga);
    await olga('POST', `/${inComment}/comment`, { content: `Zamówiono: ${code.toUpperCase()}, dwie pary` });
    await submitTask(product, { title: 'Lodowisko', description: `Brakuje ${code} w szatni` });
    await waitUntilFound(olga, code, 3);

    await page.goto(`${product.gatewayUrl('acme')}/tasks?assignedToMe=false`);
    await page.getByRole('searchbox').fill(code.replace('łyżwa', 'LYZWA'));
    const rows = page.locator('tbody tr');
    await expect(rows).toHaveText([/Wymiana/, /Lodowisko/, /Ślizgawka/]);
    await expect(rows.nth(0).locator('mark')).toHaveText([code]);
    await expect(rows.nth(0)).toContainText('Pęknięta');
    await expect(rows.nth(1)).toContainText(`Brakuje ${code} w szatni`);
    await expect(rows.nth(2)).toContainText(`Komentarz: Zamówiono: ${code.toUpperCase()}`);
    await expect(rows.nth(2).locator('mark')).toHaveText([code.toUpperCase()]);
    await expectReadableOnDevices(page);

    // Words in any order, until quotes keep them together.
    await page.getByRole('searchbox').fill(`szatni ${code}`);
    await expect(rows).toHaveText([/Lodowisko/]);
    await expect(page.getByText(/Całej frazy szukaj w cudzysłowie/)).toBeVisible();
    await page.getByRole('searchbox').fill(`"szatni ${code}"`);
    await expect(page.getByText(/Żadne zadanie.* nie zawiera/)).toBeVisible();
    await page.getByRole('searchbox').fill(`"${code} w szatni"`);
    await expect(rows).toHaveText([/Lodowisko/]);
  });
});
