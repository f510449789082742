import { randomUUID } from 'node:crypto';
import type { Page } from '@playwright/test';
import { expectReadable } from '../support/accessibility';
import { devices } from '../support/devices';
import { addSession } from '../support/people';
import { expect, test } from '../support/product';
import { actAs, runTransition, submitTask, waitUntilFound } from '../support/tasks';

const box = (page: Page, title: string) =>
  page.getByRole('checkbox', { name: `Zaznacz: ${title}`, exact: true });
const selectedTasks = (page: Page) => page.getByRole('region', { name: 'Zaznaczone zadania' });

for (const { name, viewport, colorScheme } of devices) {
  test.describe(`Several tasks at once, ${name}`, () => {
    test.use({ viewport, colorScheme });

    test('selects by keyboard and pointer, changes, undoes and moves tasks', async ({
      context,
      page,
      product,
    }) => {
      const acme = product.gatewayUrl('acme');
      const olga = await actAs(product, 'olga@acme.test');
      const code = randomUUID().slice(0, 8);
      const titles = ['Alfa', 'Beta', 'Gamma', 'Delta'].map((word) => `${word} ${code}`);
      const ids: number[] = [];
      for (const title of titles) ids.push(await submitTask(product, { title }));
      const [alfa = '', beta = '', , delta = ''] = titles;
      await waitUntilFound(olga, code, titles.length);
      await runTransition(olga, ids[0] ?? 0, 'Rozpocznij');
      await addSession(context, acme, 'olga@acme.test');
      await page.goto(`${acme}/tasks?search=${code}&sortBy=title&sortDirection=asc`);
      await expect(page.getByRole('heading', { level: 1, name: 'Lista Zadań' })).toBeVisible();
      await expect(page.locator('tbody tr[data-index]')).toHaveCount(4);

      // Shortcuts load after the page. The palette opens when they have.
      const palette = page.getByRole('dialog', { name: 'Szukaj i wykonaj polecenie' });
      await page.keyboard.press('Control+k');
      await expect(palette).toBeVisible();
      await page.keyboard.press('Escape');
      await expect(palette).toBeHidden();

      // By keyboard: the first three in the order of their titles.
      await page.locator('tr[data-index="0"] a').focus();
      await page.keyboard.press('x');
      await expect(selectedTasks(page)).toContainText('Zaznaczono 1 zadanie');
      await page.keyboard.press('Shift+ArrowDown');
      await page.keyboard.press('Shift+ArrowDown');
      await expect(selectedTasks(page)).toContainText('Zaznaczono 3 zadania');
      await expect(box(page, beta)).toBeChecked();
      await expectReadable(page);
      await page.keyboard.press('p');
      const priorities = page.getByRole('dialog', { name: 'Priorytet zaznaczonych zadań' });
      await priorities.getByLabel('Nowy priorytet').selectOption('HIGHEST');
      await expectReadable(page);
      await priorities.getByRole('button', { name: 'Zmień 3 zadania' }).press('Enter');
      await expect(priorities).toContainText('Zmieniono 3 zadania.');
      await expectReadable(page);
      const priorityOf = async (id: number | undefined) =>
        ((await olga('GET', `/${id}`)) as { task: { priority: string } }).task.priority;
      expect(await priorityOf(ids[0])).toBe('HIGHEST');
      await priorities.getByRole('button', { name: 'Cofnij', exact: true }).click();
      await expect(priorities).toContainText('Cofnięto zmianę w 3 zadaniach.');
      expect(await priorityOf(ids[0])).toBe('NORMAL');
      await page.keyboard.press('Enter');
      await expect(priorities).toBeHidden();
      await expect(selectedTasks(page)).toBeHidden();

      // By pointer: one task has another status.
      await box(page, alfa).check();
      await page
        .locator('label')
        .filter({ has: page.locator(`input[aria-label="Zaznacz: ${titles[2]}"]`) })
        .click({ modifiers: ['Shift'] });
      await expect(box(page, delta)).toBeChecked();
      await expect(selectedTasks(page)).toContainText('Zaznaczono 4 zadania');
      await selectedTasks(page).getByRole('button', { name: 'Wykonaj przejście', exact: true }).click();
      const transitions = page.getByRole('dialog', { name: 'Przejście zaznaczonych zadań' });
      await transitions.getByLabel('Przejście', { exact: true }).selectOption('Rozpocznij');
      await expectReadable(page);
      await transitions.getByRole('button', { name: 'Zmień 3 zadania' }).click();
      await expect(transitions).toContainText('Zmieniono 3 zadania.');
      await transitions.getByText('To zadanie nie ma teraz takiego przejścia. (1)').click();
      await expect(transitions.getByRole('link', { name: alfa })).toBeVisible();
      await expectReadable(page);
      await transitions.getByRole('button', { name: 'Zamknij', exact: true }).last().click();
      await expect(page.locator('tbody tr').filter({ hasText: delta })).toContainText('W toku');
      // The task that stayed as it was stays selected.
      await expect(selectedTasks(page)).toContainText('Zaznaczono 1 zadanie');
      await selectedTasks(page).getByRole('button', { name: 'Wyczyść zaznaczenie' }).click();
      await expect(selectedTasks(page)).toBeHidden();
    });
  });
}
