import { randomUUID } from 'node:crypto';
import { languages, storageKeys, type TaskListResponse } from '@obieg/contracts';
import type { Locator, Page } from '@playwright/test';
import { expectReadable } from '../support/accessibility';
import { delayNextCall, fakeNextResponses } from '../support/api-responses';
import { devices } from '../support/devices';
import { addSession, fetchSession } from '../support/people';
import { expect, test } from '../support/product';
import { filtersButton, showFilters } from '../support/task-list';
import { actAs, runTransition, submitTask } from '../support/tasks';

// The tests abort connections.
test.use({ expectedProblems: /net::ERR_FAILED/ });

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
const listCalls = 'tasks?**';
/** The exact time and the relative one. */
const bothTimes = /^\d\d\.\d\d\.\d{4} \d\d:\d\d (teraz|.+ temu)$/;

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
const storedFilters = (page: Page) =>
  page.evaluate((key) => JSON.parse(localStorage.getItem(key) ?? 'null'), storageKeys.taskListFilters);

for (const { name, viewport, colorScheme } of devices) {
  test.describe(`Task list ${name}`, () => {
    const isPhone = viewport.width < 640;
    test.use({ viewport, colorScheme });
    test.beforeEach(({ context, product }) =>
      addSession(context, product.gatewayUrl('acme'), 'olga@acme.test'),
    );

    test('starts with my open tasks and remembers the chosen filters', async ({ page, product }) => {
      const queries: URLSearchParams[] = [];
      const code = randomUUID().slice(0, 8);
      const olga = await actAs(product, 'olga@acme.test');
      const ids: number[] = [];
      for (const title of ['Moje', 'Nowe', 'Gotowe'])
        ids.push(await submitTask(product, { title: `${title} ${code}` }));
      await olga('POST', `/${ids[0]}/assign`, { assignmentType: 'ASSIGN_TO_ME' });
      for (const name of ['Rozpocznij', 'Zakończ']) await runTransition(olga, ids[2] ?? 0, name);
      page.on('request', (request) => {
        const { pathname, searchParams } = new URL(request.url());
        if (pathname === '/api/tasks') queries.push(searchParams);
      });
      const firstCall = page.waitForRequest(/\/api\/tasks\?/);
      await page.goto(`${product.gatewayUrl('acme')}/tasks?search=${code}`);
      expect((await firstCall).headers()['authorization']).toMatch(/^Bearer ./);
      await expect(page.getByRole('heading', { level: 1, name: 'Lista Zadań' })).toBeVisible();
      await expect(page).toHaveTitle(/Lista Zadań/);
      await showFilters(page);
      for (const name of ['Przypisane do mnie', 'Początkowy', 'Pośredni'])
        await expect(box(page, name)).toBeChecked();
      await expect(box(page, 'Końcowy')).not.toBeChecked();
      await expect(page.locator('tbody tr')).toHaveText([/Moje/]);
      expect(queries.at(-1)?.get('assignedToMe')).toBe('true');
      expect(queries.at(-1)?.get('statusTypes')).toBe('INITIAL,INTERMEDIATE');

      await box(page, 'Przypisane do mnie').uncheck();
      await expect(page.locator('tbody tr')).toHaveText([/Nowe/, /Moje/]);
      expect(queries.at(-1)?.has('assignedToMe')).toBe(false);
      await box(page, 'Początkowy').uncheck();
      await box(page, 'Pośredni').uncheck();
      await box(page, 'Końcowy').check();
      await expect(page.locator('tbody tr')).toHaveText([/Gotowe/]);
      expect(queries.at(-1)?.get('statusTypes')).toBe('FINAL');
      expect(await storedFilters(page)).toEqual({ assignedToMe: false, statusTypes: ['FINAL'] });
      const before = queries.length;
      await page.getByRole('button', { name: 'Odśwież' }).click();
      await expect.poll(() => queries.length).toBe(before + 1);
      await page.reload();
      await showFilters(page);
      await expect(box(page, 'Końcowy')).toBeChecked();
      await expect(box(page, 'Przypisane do mnie')).not.toBeChecked();
      await expect(page.locator('tbody tr')).toHaveText([/Gotowe/]);
    });

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

    test('filters by priority and remembers it', async ({ page, product }) => {
      const code = randomUUID().slice(0, 8);
      for (const priority of ['HIGHEST', 'LOW', 'NORMAL'])
        await submitTask(product, { title: `${priority} ${code}`, priority });
      await page.goto(`${product.gatewayUrl('acme')}/tasks?search=${code}`);
      const rows = page.locator('tbody tr');
      const menu = page.locator('[aria-expanded]').filter({ hasText: 'Priorytet' });
      await showFilters(page);
      await box(page, 'Przypisane do mnie').uncheck();
      await expect(rows).toHaveText([/NORMAL/, /LOW/, /HIGHEST/]);
      await menu.click();
      await expect(box(page, 'Najwyższy')).toBeFocused();
      await box(page, 'Niski').check();
      await box(page, 'Najwyższy').check();
      await expect(rows).toHaveText([/LOW/, /HIGHEST/]);
      await expect(page.getByRole('status').filter({ hasText: '2 zadania' })).toBeVisible();
      await expectReadable(page);
      await page.keyboard.press('Escape');
      await expect(menu).toBeFocused();
      await expect(menu).toHaveAccessibleName('Priorytet wybrane: 2');
      await expect(box(page, 'Niski')).toBeHidden();
      await page.reload();
      await expect(rows).toHaveText([/LOW/, /HIGHEST/]);
      const expectedFilters = {
        assignedToMe: false,
        statusTypes: ['INITIAL', 'INTERMEDIATE'],
        priorities: ['HIGHEST', 'LOW'],
      };
      expect(await storedFilters(page)).toEqual(expectedFilters);
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
      const wideFacts = isPhone ? [] : [String(id), 'marek@acme.test'];
      for (const text of [...wideFacts, description, 'Nowe', 'Niski', 'olga'])
        await expect(row).toContainText(text);
      await expect(row.locator('td time')).toHaveText(isPhone ? [] : [bothTimes, bothTimes]);
      const preview = await row.getByText(description).evaluate((element) => ({
        lines: element.clientHeight / Number.parseFloat(getComputedStyle(element).lineHeight),
        isCut: element.scrollHeight > element.clientHeight,
      }));
      expect(preview).toEqual({ lines: isPhone ? 1 : 2, isCut: true });
      if (isPhone) {
        await showFilters(page);
        await expect(page.getByLabel('Sortuj według').getByRole('option')).toHaveText([...columns, 'Termin']);
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

    test('shows unassigned tasks, unknown authors and each priority', async ({ page, product }) => {
      const priorities = ['Najwyższy', 'Wysoki', 'Normalny', 'Niski', 'Najniższy'];
      // One task per priority, with unknown authors.
      const olga = await actAs(product, 'olga@acme.test');
      const response = await olga<TaskListResponse>('GET', '?limit=1');
      const tasks = ['HIGHEST', 'HIGH', 'NORMAL', 'LOW', 'LOWEST'].map((priority, place) => ({
        ...response.tasks[0],
        publicTaskId: 200_000_000_000 + place,
        priority,
        createdBy: null,
        assignedUserName: null,
        assignedGroupName: null,
      }));
      await fakeNextResponses(page, listCalls, { body: { ...response, tasks, nextCursor: null } });
      await page.goto(`${product.gatewayUrl('acme')}/tasks`);
      const rows = page.locator('tbody tr');
      await expect(rows).toHaveCount(priorities.length);
      for (const [place, priority] of priorities.entries())
        for (const text of [priority, 'Nieprzypisane', ...(isPhone ? [] : ['Nieznany'])])
          await expect(rows.nth(place)).toContainText(text);
      await expectReadable(page);
    });

    test('shows loading, failure with retry, and the empty state', async ({ page, product }) => {
      const acme = product.gatewayUrl('acme');
      const release = await delayNextCall(page, listCalls);
      await page.goto(`${acme}/tasks`);
      await expect(page.getByText('Wczytywanie…')).toBeAttached();
      await expectReadable(page);
      release();
      await expect(page.getByRole('link', { name: 'Skaner na linii 2' })).toBeVisible();

      const failure = 'Błąd podczas ładowania zadań: Baza danych odpoczywa.';
      const problem = { status: 500, body: { message: 'Baza danych odpoczywa.', requestId: 'abc-1' } };
      await fakeNextResponses(page, listCalls, problem);
      await page.getByRole('button', { name: 'Odśwież' }).click();
      await expect(page.getByText('Nie udało się pobrać listy zadań.')).toBeVisible();
      await expect(page.getByText(failure)).toBeVisible();
      await expect(page.getByRole('link', { name: 'Skaner na linii 2' })).toBeVisible();
      await expectReadable(page);

      await fakeNextResponses(page, listCalls, problem, 'offline', 'offline', 'offline');
      await page.reload();
      await expect(page.getByText('Nie udało się pobrać listy zadań.')).toBeVisible();
      await expect(page.getByRole('alert')).toContainText(failure);
      await expect(page.getByRole('alert')).toContainText('abc-1');
      await expectReadable(page);
      await page.getByRole('button', { name: 'Spróbuj ponownie' }).click();
      await expect(page.getByText('Błąd podczas ładowania zadań: brak połączenia z serwerem.')).toBeVisible();
      await page.getByRole('button', { name: 'Spróbuj ponownie' }).click();
      await expect(page.getByRole('link', { name: 'Skaner na linii 2' })).toBeVisible();

      await page.getByRole('searchbox', { name: 'Szukaj zadań' }).fill('nic takiego');
      await expect(page.getByText('Brak zadań')).toBeVisible();
      await expectReadable(page);
      await page.getByRole('button', { name: 'Szukaj we wszystkich zadaniach' }).click();
      await expect(page.getByText('Żadne zadanie nie zawiera „nic takiego”.')).toBeVisible();
      await expect(page.getByText('Brak zadań')).toBeVisible();
    });
  });
}
