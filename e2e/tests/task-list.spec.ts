import { randomUUID } from 'node:crypto';
import { languages } from '@obieg/contracts';
import type { Locator, Page } from '@playwright/test';
import { expectReadable } from '../support/accessibility';
import { devices } from '../support/devices';
import { addSession, fetchSession } from '../support/people';
import { expect, test } from '../support/product';
import { filtersButton, showFilters } from '../support/task-list';
import { actAs, submitTask } from '../support/tasks';

const columns = [
  'ID',
  'Tytuł',
  'Status',
  'Priorytet',
  'Przypisanie',
  'Utworzone przez',
  'Data utworzenia',
  'Ostatnia aktualizacja',
];
/** The exact time and the relative one. */
/** The time of today. A task of yesterday also has its date. */
const listTime = /^(\d\d\.\d\d\.\d{4} )?\d\d:\d\d$/;

const box = (page: Page, name: string) => page.getByRole('checkbox', { name, exact: true });
const rowOf = (page: Page, text: string) => page.locator('tbody tr').filter({ hasText: text });
const rows = (page: Page) => page.locator('tbody tr[data-index]');
/** Rows between the header of the frame and the end of the window. */
const countWholeRows = (page: Page): Promise<number> =>
  rows(page).evaluateAll((all) => {
    const top = document.querySelector('header')?.getBoundingClientRect().bottom ?? 0;
    const places = all.map((row) => row.getBoundingClientRect());
    return places.filter((place) => place.top >= top && place.bottom <= innerHeight).length;
  });

for (const { name, viewport, colorScheme } of devices) {
  test.describe(`Task list ${name}`, () => {
    const isPhone = viewport.width < 640;
    test.use({ viewport, colorScheme });
    test.beforeEach(({ context, product }) =>
      addSession(context, product.gatewayUrl('acme'), 'olga@acme.test'),
    );

    test('keeps filters in one row; a phone folds them and shows five tasks', async ({ page, product }) => {
      await page.goto(`${product.gatewayUrl('acme')}/tasks?assignedToMyGroups=true&priorities=HIGH,LOW`);
      const fold = filtersButton(page);
      const usual = ['Przypisane do mnie', 'Początkowy', 'Pośredni', 'Końcowy'];
      const rare = [
        box(page, 'Zadania moich grup'),
        page.locator('[aria-expanded]').filter({ hasText: 'Priorytet' }),
      ];
      await expect(page.getByRole('status').filter({ hasText: /zada/ })).toBeInViewport();
      await expect(fold).toBeVisible({ visible: isPhone });
      for (const filter of [...usual.map((name) => box(page, name)), ...rare])
        await expect(filter).toBeVisible({ visible: !isPhone });
      if (isPhone) {
        for (const language of languages) {
          await page.evaluate((chosen) => localStorage.setItem('obieg_language', chosen), language);
          // The oldest tasks are the demo data, not those of other tests.
          await page.goto(
            `${product.gatewayUrl('acme')}/tasks?statusTypes=INITIAL,INTERMEDIATE&sortBy=createdAt&sortDirection=asc`,
          );
          await expect(rows(page).nth(7)).toBeAttached();
          await expect(rows(page).nth(4)).toBeInViewport({ ratio: 1 });
          expect(await page.evaluate(() => window.scrollY)).toBe(0);
        }
        // At any place of the list, a screen shows at least five whole tasks.
        await rows(page)
          .nth(3)
          .evaluate((row) => row.scrollIntoView({ block: 'start' }));
        await expect.poll(() => countWholeRows(page)).toBeGreaterThanOrEqual(5);
        await page.evaluate(() => localStorage.removeItem('obieg_language'));
        await page.goto(`${product.gatewayUrl('acme')}/tasks?assignedToMyGroups=true&priorities=HIGH,LOW`);
      }
      if (!isPhone) {
        const middles = [page.getByRole('searchbox'), ...usual.map((name) => box(page, name)), ...rare].map(
          async (one) => {
            const place = await one.boundingBox();
            return (place?.y ?? 0) + (place?.height ?? 0) / 2;
          },
        );
        const heights = await Promise.all(middles);
        expect(Math.max(...heights) - Math.min(...heights)).toBeLessThan(8);
        return;
      }

      // My groups and the priorities.
      await expect(fold).toHaveAccessibleName('Filtry wybrane: 2');
      await expect(fold).toHaveAttribute('aria-expanded', 'false');
      expect((await fold.boundingBox())?.height).toBeGreaterThanOrEqual(32);
      await fold.press('Enter');
      await expect(fold).toHaveAttribute('aria-expanded', 'true');
      await expect(fold).toBeFocused();
      await page.keyboard.press('Tab');
      await expect(box(page, 'Przypisane do mnie')).toBeFocused();
      await expect(page.getByLabel('Sortuj według')).toBeVisible();
      await expectReadable(page);
      await box(page, 'Zadania moich grup').click();
      await expect(fold).toHaveAccessibleName('Filtry wybrane: 1');
      await fold.click();
      await expect(rare[0] as Locator).toBeHidden();
    });

    test('shows every fact of a task; its row opens it', async ({ page, product }) => {
      const acme = product.gatewayUrl('acme');
      const title = `Regał ${randomUUID().slice(0, 8)} się chwieje`;
      const olga = await fetchSession(acme, 'olga@acme.test');
      const marek = await actAs(product, 'marek@acme.test');
      const description = 'Chwieje się przy każdym wózku, a stoi na nim szkło. '.repeat(9).trim();
      const task = { title, description, priority: 'LOW', assignedUserId: olga.id };
      const id = await submitTask(product, task, marek);
      await page.goto(`${acme}/tasks`);
      const row = rowOf(page, title);
      const wideFacts = isPhone ? [] : [String(id), 'marek'];
      for (const text of [...wideFacts, description, 'Nowe', 'Niski', 'olga'])
        await expect(row).toContainText(text);
      await expect(row.locator('td time')).toHaveText(isPhone ? [] : [listTime, listTime]);
      const preview = await row.getByText(description).evaluate((element) => ({
        lines: element.clientHeight / Number.parseFloat(getComputedStyle(element).lineHeight),
        isCut: element.scrollHeight > element.clientHeight,
      }));
      expect(preview).toEqual({ lines: isPhone ? 1 : 2, isCut: true });
      if (isPhone) {
        await showFilters(page);
        await expect(page.getByLabel('Sortuj według').getByRole('option')).toHaveText([
          ...columns,
          'Termin',
          'Najbliższy cel',
        ]);
        const assignee = row.locator('td[data-label="Przypisanie"]');
        const head = await assignee.evaluate((element) => getComputedStyle(element, '::before').content);
        expect(head).toBe('"Przypisanie: "');
      } else {
        await expect(page.getByRole('columnheader')).toHaveText(['Zaznaczenie', ...columns]);
      }
      await expectReadable(page);
      await row.getByText('Niski').click();
      await expect(page).toHaveURL(`${acme}/task/${id}`);
      await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible();
    });
  });
}
