import { randomUUID } from 'node:crypto';
import type { TaskViewsResponse } from '@obieg/contracts';
import { requestSite } from '@obieg/local';
import type { Locator, Page } from '@playwright/test';
import { expectReadable } from '../support/accessibility';
import { addSession, fetchSession } from '../support/people';
import { expect, test } from '../support/product';
import { actAs, runTransition, submitTask, waitUntilFound } from '../support/tasks';

const column = (page: Page, status: string): Locator =>
  page.getByRole('region', { name: new RegExp(`^${status} \\d+$`) });
const cardIn = (page: Page, status: string, title: string): Locator =>
  column(page, status).getByRole('listitem').filter({ hasText: title });
const views = (page: Page): Locator => page.getByRole('combobox', { name: 'Zapisany widok' });

/** Drags with the mouse in steps, as a hand does. */
const drag = async (page: Page, from: Locator, to: Locator): Promise<void> => {
  const start = await from.boundingBox();
  const end = await to.boundingBox();
  if (!start || !end) throw new Error('A card or column is not visible');
  await page.mouse.move(start.x + 40, start.y + 20);
  await page.mouse.down();
  await page.mouse.move(end.x + end.width / 2, start.y + 30, { steps: 8 });
  await page.mouse.up();
};

test.describe('Saved views and the board', () => {
  test.use({ viewport: { width: 1440, height: 900 } });

  test('saves and shares a view, and moves cards by mouse and keyboard', async ({ page, product }) => {
    const acme = product.gatewayUrl('acme');
    const code = randomUUID().slice(0, 8);
    const olga = await actAs(product, 'olga@acme.test');
    const titles = ['Mysz', 'Klawiatura', 'Inni'].map((title) => `${title} ${code}`) as [
      string,
      string,
      string,
    ];
    const ids: number[] = [];
    for (const title of titles) ids.push(await submitTask(product, { title, priority: 'HIGH' }, olga));
    await waitUntilFound(olga, code, titles.length);

    await addSession(page.context(), acme, 'olga@acme.test');
    await page.goto(`${acme}/tasks?statusTypes=INITIAL,INTERMEDIATE&search=${code}`);
    await expect(page.locator('tbody tr')).toHaveCount(3);
    await page.getByRole('button', { name: 'Zapisz widok', exact: true }).click();
    const dialog = page.getByRole('dialog', { name: 'Nowy widok' });
    await dialog.getByLabel('Nazwa widoku').fill(`Zmiana ${code}`);
    await dialog.getByRole('checkbox', { name: 'Udostępnij organizacji' }).check();
    await expectReadable(page);
    await dialog.getByRole('button', { name: 'Zapisz', exact: true }).click();
    await expect(dialog).toBeHidden();
    await expect(views(page).getByRole('option', { name: `Zmiana ${code} (wspólny)` })).toBeAttached();

    await page.getByText('Tablica', { exact: true }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'Tablica zadań' })).toBeVisible();
    await expect(column(page, 'Nowe').getByRole('listitem')).toHaveCount(3);
    await expectReadable(page);

    await drag(page, cardIn(page, 'Nowe', titles[0]), column(page, 'W toku'));
    await expect(cardIn(page, 'W toku', titles[0])).toBeVisible();
    await expect(column(page, 'Nowe').getByRole('listitem')).toHaveCount(2);

    const handle = page.getByRole('button', { name: `Przenieś: ${titles[1]}` });
    await handle.focus();
    await page.keyboard.press('Space');
    await expect(page.getByText(`Podniesiono „${titles[1]}” z kolumny Nowe.`)).toBeAttached();
    await expectReadable(page);
    for (const status of ['Złożone', 'W toku']) {
      await page.keyboard.press('ArrowRight');
      await expect(page.getByText(new RegExp(`^Kolumna ${status}\\.`))).toBeAttached();
    }
    await page.keyboard.press('Space');
    await expect(cardIn(page, 'W toku', titles[1])).toBeVisible();
    await expect(handle).toBeFocused();

    // No transition leads back.
    await drag(page, cardIn(page, 'W toku', titles[0]), column(page, 'Nowe'));
    await expect(page.getByText(/Żadne przejście nie prowadzi z W toku do Nowe\./)).toBeVisible();
    await expect(cardIn(page, 'W toku', titles[0])).toBeVisible();

    // Another member moves a task.
    await runTransition(olga, ids[2] ?? 0, 'Rozpocznij');
    await expect(cardIn(page, 'W toku', titles[2])).toBeVisible();
    await expect(column(page, 'W toku').getByRole('listitem')).toHaveCount(3);

    // An opened card leads to the next one of its column, and one step back to the board.
    const cards = column(page, 'W toku').getByRole('link');
    const [opened = '', following = ''] = await cards.allTextContents();
    await cards.first().click();
    await expect(page.getByRole('heading', { level: 1, name: opened })).toBeVisible();
    await page.getByRole('button', { name: 'Następne zadanie' }).click();
    await expect(page.getByRole('heading', { level: 1, name: following })).toBeVisible();
    await page.goBack();
    await expect(page.getByRole('heading', { level: 1, name: 'Tablica zadań' })).toBeVisible();
    await expect(column(page, 'W toku').getByRole('listitem')).toHaveCount(3);

    await page.setViewportSize({ width: 390, height: 844 });
    const select = page.getByRole('combobox', { name: 'Kolumna' });
    await select.selectOption({ label: 'W toku (3)' });
    await expect(page.getByRole('region', { name: /^Nowe/ })).toBeHidden();
    await expectReadable(page);
    await page.getByRole('button', { name: `Przenieś: ${titles[2]}` }).click();
    const choice = page.getByRole('dialog', { name: `Przenieś: ${titles[2]}` });
    await choice.getByRole('button', { name: 'Zakończ', exact: true }).click();
    await expect(cardIn(page, 'W toku', titles[2])).toBeHidden();

    // The list opens with the last view. Another member finds it and may not change it.
    await page.setViewportSize({ width: 1440, height: 900 });
    await page.goto(`${acme}/tasks`);
    await expect(views(page).locator('option:checked')).toHaveText(`Zmiana ${code} (wspólny)`);
    const { token } = await fetchSession(acme, 'marek@acme.test');
    const { body } = await requestSite('GET', `${acme}/api/task-views`, { token });
    expect((body as TaskViewsResponse).views).toContainEqual(
      expect.objectContaining({ name: `Zmiana ${code}`, canChange: false }),
    );
  });
});
