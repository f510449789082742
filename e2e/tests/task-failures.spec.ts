import { type TaskResponse, taskPartNames } from '@obieg/contracts';
import type { Page } from '@playwright/test';
import { expectReadable } from '../support/accessibility';
import { delayNextCall, fakeNextResponses } from '../support/api-responses';
import { devices } from '../support/devices';
import { addSession } from '../support/people';
import { expect, test } from '../support/product';
import { activity, commentField, fact, taskPageCall } from '../support/task-page';
import { actAs, showDetails, submitTask } from '../support/tasks';

// Chromium logs the lost connections that the tests simulate.
test.use({ expectedProblems: /net::ERR_(FAILED|INTERNET_DISCONNECTED)/ });

const serverError = { status: 500, body: { message: 'Baza danych odpoczywa.', requestId: 'abc-1' } };
const retry = (page: Page) => page.getByRole('button', { name: 'Spróbuj ponownie' });

for (const { name, viewport, colorScheme } of devices) {
  test.describe(`Task page failures, ${name}`, () => {
    test.use({ viewport, colorScheme });
    test.beforeEach(({ context, product }) =>
      addSession(context, product.gatewayUrl('acme'), 'olga@acme.test'),
    );

    test('report invalid and unknown numbers', async ({ page, product }) => {
      const acme = product.gatewayUrl('acme');
      for (const number of ['abc', '0', '-1']) {
        await page.goto(`${acme}/task/${number}`);
        await expect(page.getByRole('heading', { name: 'Nieprawidłowy parametr zadania.' })).toBeVisible();
      }
      await expectReadable(page);
      await page.goto(`${acme}/task/100000000000`);
      const notFound = page.getByRole('heading', {
        level: 1,
        name: 'Błąd podczas ładowania zadania: Nie znaleziono zadania.',
      });
      await expect(notFound).toBeVisible();
      await expect(retry(page)).toBeVisible();
      await expect(page.getByRole('link', { name: 'Lista Zadań' }).last()).toBeVisible();
      await fakeNextResponses(page, taskPageCall(100000000001), 404);
      await page.goto(`${acme}/task/100000000001`);
      await expect(page.getByRole('heading', { level: 1, name: /^Nie znaleziono zadania\.$/ })).toBeVisible();
      await expectReadable(page);
      await page.goto(`${acme}/task/12345678901234567890`);
      await expect(page.getByRole('heading', { level: 1, name: /^Nie znaleziono zadania\.$/ })).toBeVisible();
    });

    test('report a task that fails to load, and load it again', async ({ page, product }) => {
      const acme = product.gatewayUrl('acme');
      const id = await submitTask(product, { title: 'Taśma klejąca' });
      const release = await delayNextCall(page, taskPageCall(id));
      await page.goto(`${acme}/task/${id}`);
      await expect(page.getByText('Wczytywanie…').first()).toBeAttached();
      await expectReadable(page);
      release();
      await expect(page.getByRole('heading', { level: 1, name: 'Taśma klejąca' })).toBeVisible();
      // Live news may refetch the task at any moment, so all calls fail.
      const taskPage = `**/api/${taskPageCall(id)}`;
      await page.route(taskPage, (route) => route.fulfill({ status: 500, json: serverError.body }));
      const failure = 'Błąd podczas ładowania zadania: Baza danych odpoczywa.';
      // A refetch that began before the calls fail would answer the first click.
      await expect(async () => {
        await page.getByRole('button', { name: 'Odśwież' }).click();
        await expect(page.getByText(failure)).toBeVisible({ timeout: 3_000 });
      }).toPass();
      await expect(page.getByRole('heading', { level: 1, name: 'Taśma klejąca' })).toBeVisible();
      await expectReadable(page);
      await page.reload();
      await expect(page.getByRole('heading', { level: 1, name: failure })).toBeVisible();
      await expect(page.getByText('abc-1')).toBeVisible();
      await expectReadable(page);
      await page.unroute(taskPage);
      await retry(page).click();
      await expect(page.getByRole('heading', { level: 1, name: 'Taśma klejąca' })).toBeVisible();
      await expect(activity(page).first()).toContainText('Nowe');
      await expect(page.getByRole('button', { name: 'Rozpocznij' })).toBeVisible();
      await expect(page.getByText(failure)).toHaveCount(0);
    });

    test('show empty parts, an empty task and a lost connection', async ({ context, page, product }) => {
      const acme = product.gatewayUrl('acme');
      const olga = await actAs(product, 'olga@acme.test');
      const id = await submitTask(product, { title: 'Bez przeszłości' });
      const response = await olga<TaskResponse>('GET', `/${id}`);
      const empty = Object.fromEntries(taskPartNames.map((part) => [part, []]));
      await fakeNextResponses(page, taskPageCall(id), {
        body: { ...response, ...empty, task: { ...response.task, createdBy: null } },
      });
      await page.goto(`${acme}/task/${id}`);
      await expect(page.getByText('Brak aktywności')).toBeVisible();
      await showDetails(page);
      await expect(fact(page, 'Utworzone przez')).toContainText('Nieznany');
      await expectReadable(page);

      await fakeNextResponses(page, taskPageCall(id), { body: { success: true, message: '' } });
      await page.goto(`${acme}/task/${id}`);
      await expect(page.getByText('Brak danych zadania')).toBeVisible();
      await expectReadable(page);

      await page.goto(`${acme}/tasks?search=skaner`);
      await expect(page.getByRole('link', { name: /Skaner na linii 2/ })).toBeVisible();
      await context.setOffline(true);
      await page.getByRole('link', { name: /Skaner na linii 2/ }).click();
      await expect(
        page.getByText('Błąd podczas ładowania zadania: brak połączenia z serwerem.'),
      ).toBeVisible();
      await expectReadable(page);
      await context.setOffline(false);
      await expect(page.getByRole('heading', { level: 1, name: /^Skaner na linii 2/ })).toBeVisible();
    });

    test('keep a comment, a transition and an edit that fail', async ({ page, product }) => {
      const acme = product.gatewayUrl('acme');
      const id = await submitTask(product, { title: 'Wózek bez kół' });
      await page.goto(`${acme}/task/${id}`);
      await page.getByRole('button', { name: 'Dodaj komentarz' }).click();
      await expect(page.getByText('Treść komentarza jest wymagana')).toBeVisible();
      await expectReadable(page);
      await commentField(page).fill('Koła są w drodze.');
      await fakeNextResponses(page, `tasks/${id}/comment`, serverError);
      await page.getByRole('button', { name: 'Dodaj komentarz' }).click();
      await expect(page.getByText('Failed to add comment: Baza danych odpoczywa.')).toBeVisible();
      await expect(commentField(page)).toHaveValue('Koła są w drodze.');
      await expectReadable(page);
      await fakeNextResponses(page, `tasks/${id}/transition`, 'offline');
      await page.getByRole('button', { name: 'Rozpocznij' }).click();
      await expect(page.getByText('Failed to execute transition: brak połączenia z serwerem.')).toBeVisible();
      await page.getByRole('button', { name: 'Edytuj', exact: true }).click();
      const form = page.getByRole('form', { name: 'Edycja zadania' });
      await form.getByLabel('Opis').fill('Trzy koła leżą obok.');
      await fakeNextResponses(page, `tasks/${id}`, serverError);
      await form.getByRole('button', { name: 'Zapisz zmiany' }).click();
      await expect(page.getByText('Failed to update task: Baza danych odpoczywa.')).toBeVisible();
      await expectReadable(page);
      await form.getByRole('button', { name: 'Zapisz zmiany' }).click();
      await expect(form).toBeHidden();
      // Unsaved input is reported until it is sent.
      await expect(page.getByText(/^Failed to/)).toHaveText([
        'Failed to add comment: Baza danych odpoczywa.',
      ]);
      await page.getByRole('button', { name: 'Dodaj komentarz' }).click();
      await expect(activity(page).filter({ hasText: 'Koła są w drodze.' })).toBeVisible();
      await expect(page.getByText(/^Failed to/)).toHaveCount(0);
    });
  });

  test.describe(`A role lost while the page is open, ${name}`, () => {
    test.use({ viewport, colorScheme });
    test('is reported by the server', async ({ context, page, product }) => {
      const acme = product.gatewayUrl('acme');
      await addSession(context, acme, 'marek@acme.test');
      // The page still has the permissions from before the change.
      await page.route('**/api/permissions/check', (route) =>
        route.fulfill({ json: { hasBasePermission: true, hasOperatorPermission: true } }),
      );
      const id = await submitTask(product, { title: 'Cudze sprawy' });
      await page.goto(`${acme}/task/${id}`);
      await page.getByRole('button', { name: 'Edytuj', exact: true }).click();
      const form = page.getByRole('form', { name: 'Edycja zadania' });
      await form.getByLabel('Tytuł').fill('Moje sprawy');
      await form.getByRole('button', { name: 'Zapisz zmiany' }).click();
      await expect(
        page.getByText(
          'Failed to update task: Nie masz uprawnień do edycji zadań. Wymagane uprawnienie: OPERATOR',
        ),
      ).toBeVisible();
      await showDetails(page);
      await page.getByRole('button', { name: 'Zmień priorytet' }).click();
      const dialog = page.getByRole('dialog', { name: 'Zmień priorytet' });
      await dialog.getByLabel('Nowy priorytet').selectOption('HIGHEST');
      await dialog.getByRole('button', { name: 'Zmień priorytet' }).click();
      await expect(dialog.getByText('Nie udało się zmienić priorytetu')).toBeVisible();
      await expect(
        dialog.getByText('Nie masz uprawnień do zmiany priorytetu. Wymagane uprawnienie: OPERATOR'),
      ).toBeVisible();
      await expectReadable(page);
    });
  });
}
