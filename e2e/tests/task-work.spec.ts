import { randomUUID } from 'node:crypto';
import type { Page } from '@playwright/test';
import { expectReadable, expectReadableOnDevices } from '../support/accessibility';
import { devices } from '../support/devices';
import { addSession } from '../support/people';
import { expect, test } from '../support/product';
import { showFilters } from '../support/task-list';
import { pressTransition } from '../support/task-page';
import { actAs, runTransition, submitTask, waitUntilFound } from '../support/tasks';

const description = 'Od rana nie drukuje.';

const startEditing = async (page: Page) => {
  await page.getByRole('button', { name: 'Edytuj', exact: true }).click();
  const form = page.getByRole('form', { name: 'Edycja zadania' });
  await expect(form.getByLabel('Tytuł')).toBeFocused();
  return form;
};

const chooseInDialog = async (page: Page, button: string, choose: (page: Page) => Promise<void>) => {
  await page.getByRole('button', { name: button }).click();
  const dialog = page.getByRole('dialog', { name: button });
  await expect(dialog).toBeVisible();
  await choose(page);
  await expectReadableOnDevices(page);
  await dialog.getByRole('button', { name: button === 'Zmień priorytet' ? button : 'Przypisz' }).click();
  await expect(dialog).toBeHidden();
};

for (const { name, viewport, colorScheme } of devices) {
  const { width } = viewport;
  test.describe(`Operator's day, ${name}`, () => {
    test.use({ viewport, colorScheme });
    test.beforeEach(({ context, product }) =>
      addSession(context, product.gatewayUrl('acme'), 'olga@acme.test'),
    );

    test('finds a task by filter, order and search, and returns to the same place', async ({
      page,
      product,
    }) => {
      const code = randomUUID().slice(0, 8);
      const title = `Żaluzja ${code} się zacięła`;
      const link = page.getByRole('link', { name: title });
      const id = await submitTask(product, { title, description });
      await waitUntilFound(await actAs(product, 'olga@acme.test'), code, 1);
      await page.goto(`${product.gatewayUrl('acme')}/tasks`);
      await expect(page.getByRole('status').filter({ hasText: /zada/ })).toBeVisible();
      await showFilters(page);
      await page.getByLabel('Przypisane do mnie').uncheck();
      await expect(link).toBeVisible();
      if (width > 640) {
        const head = page.getByRole('columnheader', { name: 'Priorytet' });
        await head.getByRole('button').click();
        await expect(head).toHaveAttribute('aria-sort', 'descending');
      } else {
        await page.getByLabel('Sortuj według').selectOption({ label: 'Priorytet' });
      }
      await expect(page.locator('tbody tr').nth(0)).toContainText('Najwyższy');
      await expectReadable(page);
      const search = page.getByRole('searchbox', { name: 'Szukaj zadań' });
      await search.fill(`zaluzja ${code}`);
      await expect(page.getByRole('status').filter({ hasText: '1 zadanie' })).toBeVisible();
      await expect(page).toHaveURL(/search=zaluzja/);
      await link.click();
      await expect(page).toHaveURL(new RegExp(`/task/${id}$`));
      await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible();
      await page.goBack();
      await expect(search).toHaveValue(`zaluzja ${code}`);
      await expect(link).toBeFocused();
      await search.press('Escape');
      await expect(page.getByRole('status').filter({ hasText: /zada/ }).first()).not.toHaveText('1 zadanie');
      await expect(page.locator('tbody tr').nth(0)).toContainText('Najwyższy');
    });
  });
}

test.describe("Operator's day", () => {
  test.beforeEach(({ context, product }) =>
    addSession(context, product.gatewayUrl('acme'), 'olga@acme.test'),
  );

  test('edits while a colleague edits and moves the task, without losing anything', async ({
    page,
    product,
  }) => {
    const id = await submitTask(product, { title: 'Skaner', description });
    const anna = await actAs(product, 'anna@acme.test');
    await page.goto(`${product.gatewayUrl('acme')}/task/${id}`);
    const form = await startEditing(page);
    await form.getByLabel('Tytuł').fill('Skaner na linii 2');
    await expectReadableOnDevices(page);

    // Reload during the edit.
    await page.reload();
    await expect(page.getByText('Przywrócono niezapisany szkic')).toBeVisible();
    await expect(form.getByLabel('Tytuł')).toHaveValue('Skaner na linii 2');

    // The colleague only moved the task: both changes apply.
    await runTransition(anna, id, 'Rozpocznij');
    await form.getByRole('button', { name: 'Zapisz zmiany' }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'Skaner na linii 2' })).toBeVisible();
    await expect(page.getByText('W toku').first()).toBeVisible();

    // Both edited: the second editor sees the conflict before overwriting.
    await startEditing(page);
    await form.getByLabel('Tytuł').fill('Skaner, mój tytuł');
    await anna('PUT', `/${id}`, { title: 'Skaner, cudzy tytuł', description: 'Cudzy opis' });
    await form.getByRole('button', { name: 'Zapisz zmiany' }).click();
    await expect(page.getByText('Ktoś inny zapisał to zadanie w międzyczasie.')).toBeVisible();
    await expect(page.getByRole('radio', { name: 'Zapisana wartość Skaner, cudzy tytuł' })).toBeVisible();
    await expectReadableOnDevices(page);
    await page.getByRole('radio', { name: 'Twoja wartość Skaner, mój tytuł' }).check();
    await page.getByRole('button', { name: 'Zastosuj wybór' }).click();
    await expect(form.getByLabel('Opis')).toHaveValue('Cudzy opis');
    await form.getByRole('button', { name: 'Zapisz zmiany' }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'Skaner, mój tytuł' })).toBeVisible();
    await expect(page.getByText('Cudzy opis').first()).toBeVisible();
  });

  test('assigns, raises the priority, comments across a reload, and runs a transition with parameters', async ({
    page,
    product,
  }) => {
    const id = await submitTask(product, { title: 'Drukarka w recepcji', description });
    await page.goto(`${product.gatewayUrl('acme')}/task/${id}`);
    await expect(page.getByRole('heading', { level: 1, name: /Drukarka w recepcji/ })).toBeVisible();
    await chooseInDialog(page, 'Zmień przypisanie', async () => {
      await page.getByLabel('Sposób przypisania').selectOption('ASSIGN_TO_USER');
      // Reporters cannot be assigned, so none is offered.
      await page.getByLabel('Użytkownik', { exact: true }).fill('rita');
      await expect(page.getByText('Brak wyników')).toBeVisible();
      await page.getByLabel('Użytkownik', { exact: true }).fill('marek');
      await page.getByRole('option', { name: /marek/ }).click();
    });
    await expect(page.getByText('marek@acme.test').first()).toBeVisible();
    await chooseInDialog(page, 'Zmień priorytet', async () => {
      await page.getByLabel('Nowy priorytet').selectOption('HIGHEST');
    });
    await expect(page.getByText('Najwyższy').first()).toBeVisible();

    const comment = page.getByRole('textbox', { name: 'Komentarz' });
    await comment.fill('Jadę na miejsce <b>zaraz</b>.');
    await page.reload();
    await expect(page.getByText('Przywrócono niezapisany szkic')).toBeVisible();
    await expect(comment).toHaveValue('Jadę na miejsce <b>zaraz</b>.');
    await page.getByRole('button', { name: 'Dodaj komentarz' }).click();
    await expect(page.getByText('Jadę na miejsce <b>zaraz</b>.')).toBeVisible();
    await expect(comment).toHaveValue('');

    await page.getByRole('button', { name: 'Rozpocznij' }).click();
    await pressTransition(page, 'Poproś o uzupełnienie');
    const dialog = page.getByRole('dialog', { name: 'Poproś o uzupełnienie' });
    await dialog.getByRole('button', { name: 'Wykonaj przejście' }).click();
    await expect(dialog.getByText('Odpowiedź jest wymagana')).toBeVisible();
    await expectReadableOnDevices(page);
    await dialog.getByLabel('Czego brakuje w zgłoszeniu?').fill('Numeru pokoju');
    await dialog.getByRole('button', { name: 'Wykonaj przejście' }).click();
    await expect(page.getByText('Czeka na zgłaszającego').first()).toBeVisible();
    await expect(dialog).toBeHidden();

    const stream = page.getByRole('list', { name: 'Aktywność' }).getByRole('listitem');
    for (const [index, text] of [
      /Zgłoszenie do Helpdesku.*Nowe/,
      /gosc@example\.com: przypisanie.*Helpdesk/,
      /olga \(olga@acme\.test\): przypisanie.*marek/,
      /zmiana priorytetu.*Normalny.*Najwyższy/,
      /Jadę na miejsce/,
      /Rozpocznij.*W toku/,
      /Poproś o uzupełnienie.*Czeka na zgłaszającego/,
    ].entries())
      await expect(stream.filter({ hasText: /\d{4} \d\d:\d\d/ }).nth(index)).toContainText(text);
    await expectReadableOnDevices(page);
  });
});
