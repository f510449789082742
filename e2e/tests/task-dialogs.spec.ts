import type { Page } from '@playwright/test';
import { expectReadable } from '../support/accessibility';
import { fakeNextResponses } from '../support/api-responses';
import { devices } from '../support/devices';
import { addSession, fetchSession } from '../support/people';
import { expect, test } from '../support/product';
import { activity, commentField, fact, pressTransition } from '../support/task-page';
import { actAs, runTransition, showDetails, submitTask } from '../support/tasks';

const helpText = 'Jeśli nie wybierzesz nikogo, będzie widoczne dla wszystkich w organizacji.';
const mailAnswers = { '1': 'Oprogramowanie', '6': 'Poczta' };
const serverError = { status: 500, body: { message: 'Baza danych odpoczywa.' } };

const dialogOf = async (page: Page, name: string) => {
  const dialog = page.getByRole('dialog', { name });
  await expect(dialog).toBeVisible();
  return dialog;
};
const openDialog = async (page: Page, button: string) => {
  await page.getByRole('button', { name: button, exact: true }).click();
  return dialogOf(page, button);
};
const openTransition = async (page: Page, name: string) => {
  await pressTransition(page, name);
  return dialogOf(page, name);
};

for (const { name, viewport, colorScheme } of devices) {
  test.describe(`Task dialogs, ${name}`, () => {
    test.use({ viewport, colorScheme });

    test('assign the task to me, a user, a group', async ({ context, page, product }) => {
      const acme = product.gatewayUrl('acme');
      const id = await submitTask(product, { title: 'Kto to weźmie', workflowParameters: mailAnswers });
      await addSession(context, acme, 'olga@acme.test');
      await page.goto(`${acme}/task/${id}`);
      await expect(page.getByRole('heading', { level: 1, name: 'Kto to weźmie' })).toBeVisible();
      await showDetails(page);
      let dialog = await openDialog(page, 'Zmień przypisanie');
      await expect(dialog.getByText('Zadanie nie jest do nikogo przypisane.')).toBeVisible();
      const type = dialog.getByLabel('Sposób przypisania');
      await expect(type.getByRole('option')).toHaveText([
        'Przypisz do mnie',
        'Przypisz do użytkownika',
        'Przypisz do grupy',
      ]);
      const assign = dialog.getByRole('button', { name: 'Przypisz', exact: true });
      await type.selectOption('ASSIGN_TO_USER');
      await assign.click();
      await expect(dialog.getByText('Wybór użytkownika jest wymagany')).toBeVisible();
      await expectReadable(page);
      await type.selectOption('ASSIGN_TO_GROUP');
      await expect(dialog.getByText('Wybór użytkownika jest wymagany')).toHaveCount(0);
      await assign.click();
      await expect(dialog.getByText('Wybór grupy jest wymagany')).toBeVisible();
      await expectReadable(page);
      await dialog.getByLabel('Grupa').selectOption({ label: 'Kadry' });
      // Changing the type clears the selection.
      await type.selectOption('ASSIGN_TO_USER');
      await type.selectOption('ASSIGN_TO_GROUP');
      await expect(dialog.getByLabel('Grupa')).toHaveValue('');
      await type.selectOption('ASSIGN_TO_ME');
      await dialog.getByLabel('Komentarz').fill('Biorę.');
      await fakeNextResponses(page, `tasks/${id}/assign`, serverError);
      await assign.click();
      await expect(dialog.getByText('Failed to assign task')).toBeVisible();
      await expect(dialog.getByText('Baza danych odpoczywa.')).toBeVisible();
      await expectReadable(page);
      await assign.click();
      await expect(dialog).toBeHidden();
      await expect(fact(page, 'Przypisanie')).toContainText('olga@acme.test');
      await expect(activity(page).filter({ hasText: 'Biorę.' })).toContainText('przypisanie → olga');

      dialog = await openDialog(page, 'Zmień przypisanie');
      await expect(dialog.getByRole('definition')).toContainText('olga@acme.test');
      await expect(dialog.getByRole('option', { name: 'Przypisz do mnie' })).toBeDisabled();
      await dialog.getByLabel('Sposób przypisania').selectOption('ASSIGN_TO_GROUP');
      await dialog.getByLabel('Grupa').selectOption({ label: 'Kadry' });
      await dialog.getByRole('button', { name: 'Przypisz', exact: true }).click();
      await expect(fact(page, 'Przypisanie')).toContainText('Kadry');
      dialog = await openDialog(page, 'Zmień przypisanie');
      await expect(dialog.getByRole('definition')).toContainText('Kadry');
    });

    test('offer a member only what needs no operator permission', async ({ context, page, product }) => {
      const acme = product.gatewayUrl('acme');
      const id = await submitTask(product, { title: 'Dla chętnych', workflowParameters: mailAnswers });
      await addSession(context, acme, 'marek@acme.test');
      await page.goto(`${acme}/task/${id}`);
      await expect(page.getByRole('heading', { level: 1, name: 'Dla chętnych' })).toBeVisible();
      await expect(page.getByRole('button', { name: 'Edytuj', exact: true })).toHaveCount(0);
      await showDetails(page);
      const priority = page.getByRole('button', { name: 'Zmień priorytet' });
      await expect(priority).toHaveAttribute('aria-disabled', 'true');
      await expect(priority).toHaveAccessibleDescription(
        'Nie masz uprawnień do zmiany priorytetu. Wymagane uprawnienie: OPERATOR',
      );
      await expectReadable(page);
      const dialog = await openDialog(page, 'Zmień przypisanie');
      await expect(
        dialog.getByText('Aby przypisywać zadania innym osobom, potrzebujesz uprawnień operatora.'),
      ).toBeVisible();
      await expect(dialog.getByLabel('Sposób przypisania').getByRole('option')).toHaveText([
        'Przypisz do mnie',
      ]);
      await expectReadable(page);
      await dialog.getByRole('button', { name: 'Przypisz', exact: true }).click();
      await expect(fact(page, 'Przypisanie')).toContainText('marek@acme.test');
    });

    test('change the priority; edit the task and its visibility', async ({ context, page, product }) => {
      const acme = product.gatewayUrl('acme');
      const olga = await fetchSession(acme, 'olga@acme.test');
      const visibility = { visibleUserIds: [olga.id], visibleGroupIds: [] };
      const marek = await actAs(product, 'marek@acme.test');
      const id = await submitTask(product, { title: 'Poufne', ...visibility }, marek);
      await addSession(context, acme, 'olga@acme.test');
      await page.goto(`${acme}/task/${id}`);
      await expect(page.getByRole('heading', { level: 1, name: 'Poufne' })).toBeVisible();
      await showDetails(page);
      const dialog = await openDialog(page, 'Zmień priorytet');
      await expect(dialog.getByRole('definition')).toHaveText('Normalny');
      const priority = dialog.getByLabel('Nowy priorytet');
      await expect(priority).toBeFocused();
      await expect(priority.getByRole('option')).toHaveText([
        'Najwyższy',
        'Wysoki',
        'Normalny',
        'Niski',
        'Najniższy',
      ]);
      await priority.selectOption({ label: 'Najniższy' });
      await dialog.getByLabel('Komentarz').fill('Może poczekać.');
      await expectReadable(page);
      // Escape does not discard typed text.
      await page.keyboard.press('Escape');
      const question = await dialogOf(page, 'Odrzucić zmiany?');
      await expectReadable(page);
      await question.getByRole('button', { name: 'Edytuj dalej' }).click();
      await expect(question).toBeHidden();
      await expect(dialog.getByLabel('Komentarz')).toHaveValue('Może poczekać.');
      await dialog.getByRole('button', { name: 'Zmień priorytet' }).click();
      await expect(dialog).toBeHidden();
      await expect(fact(page, 'Priorytet')).toContainText('Najniższy');
      await expect(activity(page).filter({ hasText: 'Może poczekać.' })).toContainText('zmiana priorytetu');

      await page.getByRole('button', { name: 'Edytuj', exact: true }).click();
      const form = page.getByRole('form', { name: 'Edycja zadania' });
      await expect(form.getByText(helpText)).toBeVisible();
      await expect(form.getByRole('group', { name: 'Widoczne dla grup' })).toBeVisible();
      // Visibility does not extend to reporters, so the picker does not offer them.
      const readers = form.getByRole('combobox', { name: 'Widoczne dla użytkowników' });
      await readers.fill('acme.test');
      await expect(form.getByRole('option', { name: /marek/ })).toBeVisible();
      await expect(form.getByRole('option', { name: /rita/ })).toHaveCount(0);
      await readers.fill('');
      await form.getByLabel('Tytuł').fill(' ');
      await form.getByRole('button', { name: 'Zapisz zmiany' }).click();
      await expect(form.getByText('Tytuł jest wymagany')).toBeVisible();
      await expectReadable(page);
      await form.getByLabel('Tytuł').fill('Już jawne');
      await form.getByLabel('Komentarz do zmiany').fill('Nie ma co ukrywać.');
      await form.getByRole('button', { name: 'Usuń: olga' }).click();
      const saved = page.waitForRequest((request) => request.method() === 'PUT');
      await form.getByRole('button', { name: 'Zapisz zmiany' }).click();
      expect((await saved).postDataJSON()).toMatchObject({ visibleUserIds: [-1] });
      await expect(page.getByRole('heading', { level: 1, name: 'Już jawne' })).toBeVisible();
      await expect(fact(page, 'Widoczne dla użytkowników')).toHaveCount(0);
      await expect(activity(page).filter({ hasText: 'Nie ma co ukrywać.' })).toBeVisible();
    });

    test('ask who reads a comment, and for text and number parameters of a transition', async ({
      context,
      page,
      product,
    }) => {
      const acme = product.gatewayUrl('acme');
      const anna = await actAs(product, 'anna@acme.test');
      const id = await submitTask(product, { title: 'Drukarka dymi' });
      await runTransition(anna, id, 'Rozpocznij');
      await addSession(context, acme, 'olga@acme.test');
      await page.goto(`${acme}/task/${id}`);
      // A late activity list would move the field while its options are open.
      await expect(page.getByRole('list', { name: 'Aktywność' })).toBeVisible();
      await commentField(page).fill('Tylko dla nas.');
      await page.getByRole('checkbox', { name: 'Widoczny dla autora zadania' }).check();
      await page.getByText('Kto zobaczy ten komentarz?').click();
      await expect(page.getByText(helpText)).toBeVisible();
      await page.getByLabel('Widoczne dla użytkowników', { exact: true }).fill('marek');
      await page.getByRole('option', { name: /marek/ }).click();
      await page.getByRole('checkbox', { name: /^Helpdesk/ }).check();
      await expectReadable(page);
      await page.getByRole('button', { name: 'Dodaj komentarz' }).click();
      const comment = activity(page).filter({ hasText: 'Tylko dla nas.' });
      await expect(comment).toContainText('marek, Helpdesk');
      await expect(comment).toContainText('Widoczny dla autora');

      const text = await openTransition(page, 'Poproś o uzupełnienie');
      await text.getByRole('button', { name: 'Wykonaj przejście' }).click();
      await expect(text.getByText('Odpowiedź jest wymagana')).toBeVisible();
      await expectReadable(page);
      await text.getByRole('button', { name: 'Anuluj' }).click();
      await expect(text).toBeHidden();
      const number = await openTransition(page, 'Oddaj do serwisu');
      await number.getByLabel('Numer naprawy w serwisie').fill('siedem');
      await number.getByRole('button', { name: 'Wykonaj przejście' }).click();
      await expect(number.getByText('Podaj liczbę')).toBeVisible();
      await number.getByLabel('Numer naprawy w serwisie').fill('2026118');
      await fakeNextResponses(page, `tasks/${id}/transition`, serverError);
      await number.getByRole('button', { name: 'Wykonaj przejście' }).click();
      await expect(number.getByText('Failed to execute transition: Baza danych odpoczywa.')).toBeVisible();
      await expectReadable(page);
      await number.getByRole('button', { name: 'Wykonaj przejście' }).click();
      await expect(number).toBeHidden();
      await showDetails(page);
      await expect(fact(page, 'Status')).toContainText('W serwisie');
      await expect(fact(page, 'Numer naprawy w serwisie')).toContainText(/2\s026\s118/);
    });

    test('ask for a dictionary parameter of a transition', async ({ context, page, product }) => {
      const acme = product.gatewayUrl('acme');
      const anna = await actAs(product, 'anna@acme.test');
      const id = await submitTask(product, {
        title: 'Kurs spawania',
        workflowParameters: { '1': 'Sprawa kadrowa', '11': 'Szkolenie' },
      });
      await runTransition(anna, id, 'Rozpatrz');
      await addSession(context, acme, 'anna@acme.test');
      await page.goto(`${acme}/task/${id}`);
      const dialog = await openTransition(page, 'Odrzuć wniosek');
      const reason = dialog.getByLabel('Powód odrzucenia');
      await expect(reason).toBeFocused();
      await expect(reason.getByRole('option')).toHaveText([
        'Wybierz',
        'Brak zgody przełożonego',
        'Niepełny wniosek',
        'Termin zajęty',
      ]);
      await dialog.getByRole('button', { name: 'Wykonaj przejście' }).click();
      await expect(dialog.getByText('Odpowiedź jest wymagana')).toBeVisible();
      await expectReadable(page);
      await reason.selectOption('Niepełny wniosek');
      await dialog.getByRole('button', { name: 'Wykonaj przejście' }).click();
      await expect(dialog).toBeHidden();
      await expect(page.getByText('Status zadania: Odrzucone')).toBeVisible();
    });
  });
}
