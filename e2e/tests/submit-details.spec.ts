import type { TaskResponse } from '@obieg/contracts';
import type { Page } from '@playwright/test';
import { expectReadable } from '../support/accessibility';
import { delayNextCall, fakeNextResponses } from '../support/api-responses';
import { devices } from '../support/devices';
import { addSession } from '../support/people';
import { expect, test } from '../support/product';
import { actAs } from '../support/tasks';
import { answerFewestQuestions, expectQuestion } from '../support/wizard';

// The tests abort connections.
test.use({ expectedProblems: /net::ERR_FAILED/ });

const priorities = ['Najwyższy', 'Wysoki', 'Normalny', 'Niski', 'Najniższy'];
const helpText = 'Jeśli nie wybierzesz nikogo, będzie widoczne dla wszystkich w organizacji.';
const create = (page: Page) => page.getByRole('button', { name: 'Utwórz zadanie' });
const email = (page: Page) => page.getByLabel('Adres e-mail zgłaszającego');

for (const { name, viewport, colorScheme } of devices) {
  test.describe(`Submission details ${name}`, () => {
    test.use({ viewport, colorScheme });

    test('show a visitor missing fields, failures and the result', async ({ page, product }) => {
      await page.goto(`${product.gatewayUrl('acme')}/submit-task`);
      await answerFewestQuestions(page);
      await expect(create(page)).toBeDisabled();
      for (const label of ['Przypisz do użytkownika', 'Przypisz do grupy', 'Widoczne dla użytkowników'])
        await expect(page.getByLabel(label)).toHaveCount(0);
      await expect(page.getByLabel('Priorytet').getByRole('option')).toHaveText(priorities);
      await expect(page.getByLabel('Priorytet')).toHaveValue('NORMAL');
      await page.getByLabel('Tytuł').fill('  ');
      await email(page).fill('gosc@');
      await page.getByLabel('Opis').fill('Nie przychodzi od rana.');
      await expect(page.getByText('Tytuł jest wymagany')).toBeVisible();
      await expect(page.getByText('Podaj prawidłowy adres e-mail')).toBeVisible();
      await expect(create(page)).toBeDisabled();
      await expectReadable(page);

      await page.getByLabel('Tytuł').fill('Poczta milczy');
      await email(page).fill(`poczta${viewport.width}@example.com`);
      await fakeNextResponses(
        page,
        'tasks',
        { status: 503, body: { message: 'Za chwilę wracamy.' } },
        'offline',
      );
      await create(page).click();
      await expectQuestion(page, 'Błąd podczas tworzenia zadania');
      await expect(page.getByText('Failed to create task: Za chwilę wracamy.')).toBeVisible();
      await expectReadable(page);
      await page.getByRole('button', { name: 'Spróbuj ponownie' }).click();
      await expect(page.getByText('Failed to create task: brak połączenia z serwerem.')).toBeVisible();
      await page.getByRole('button', { name: 'Wróć do formularza' }).click();
      await expect(page.getByLabel('Tytuł')).toHaveValue('Poczta milczy');
      const release = await delayNextCall(page, 'tasks');
      await create(page).click();
      await expect(page.getByRole('button', { name: 'Tworzenie zadania...' })).toBeDisabled();
      release();

      await expectQuestion(page, 'Zadanie zostało utworzone');
      const link = page.getByRole('link', { name: 'Przejdź do zadania' });
      const number = /^\/task\/(\d{12})$/.exec((await link.getAttribute('href')) ?? '')?.[1] ?? 'none';
      await expect(page.getByText(number, { exact: true })).toBeVisible();
      await expectReadable(page);
      await fakeNextResponses(page, 'email-verification/send-code', 500);
      await page.getByRole('button', { name: 'Zweryfikuj e-mail' }).click();
      await expect(page.getByText('Wystąpił błąd podczas wysyłania kodu weryfikacyjnego')).toBeVisible();
      await expectReadable(page);

      await page.getByRole('button', { name: 'Rozpocznij nowe zgłoszenie' }).click();
      await expectQuestion(page, 'Czego dotyczy zgłoszenie?');
      await answerFewestQuestions(page);
      for (const name of ['Tytuł', 'Opis', 'Adres e-mail zgłaszającego'])
        await expect(page.getByLabel(name)).toHaveValue('');
      await page.goBack();
      await page.goBack();
      await page.goBack();
      await page.goBack();
      await page.getByRole('button', { name: 'Zweryfikuj e-mail' }).click();
      await expect(page).toHaveURL(/\/verify-email\?token=./);
      await expect(page.getByLabel('Kod weryfikacyjny')).toBeVisible();
      await expectReadable(page);
    });

    test('let a member assign and restrict the task', async ({ context, page, product }) => {
      const acme = product.gatewayUrl('acme');
      await addSession(context, acme, 'marek@acme.test');
      await page.goto(`${acme}/submit-task`);
      await answerFewestQuestions(page);
      await expect(email(page)).toHaveCount(0);
      await expect(page.getByText(helpText)).toBeVisible();
      await page.getByLabel('Tytuł').fill('Poczta na telefonie');
      await page.getByLabel('Priorytet').selectOption({ label: 'Najwyższy' });
      await page.getByLabel('Przypisz do grupy').selectOption({ label: 'Kadry' });
      await page.getByLabel('Przypisz do użytkownika').fill('olga');
      await page.getByRole('option', { name: /olga/ }).click();
      // A task has one assignee.
      await expect(page.getByLabel('Przypisz do grupy')).toHaveValue('');
      await page.getByLabel('Widoczne dla użytkowników').fill('anna');
      await page.getByRole('option', { name: /anna/ }).click();
      await page.getByRole('checkbox', { name: /^Helpdesk/ }).check();
      await expectReadable(page);
      await create(page).click();
      const link = page.getByRole('link', { name: 'Przejdź do zadania' });
      await expect(link).toBeVisible();
      await expect(page.getByRole('button', { name: 'Zweryfikuj e-mail' })).toHaveCount(0);
      await expectReadable(page);
      const marek = await actAs(product, 'marek@acme.test');
      const path = ((await link.getAttribute('href')) ?? '').replace('/task', '');
      expect((await marek<TaskResponse>('GET', path)).task).toMatchObject({
        priority: 'HIGHEST',
        createdBy: 'marek@acme.test',
        assignedUserName: 'olga',
        visibleUsers: [{ userName: 'anna' }],
        visibleGroups: [{ groupName: 'Helpdesk' }],
      });
    });

    test('ask a reporter for neither an e-mail address nor an assignee', async ({
      context,
      page,
      product,
    }) => {
      const acme = product.gatewayUrl('acme');
      await addSession(context, acme, 'rita@acme.test');
      await page.goto(`${acme}/submit-task`);
      await answerFewestQuestions(page);
      await expect(page.getByLabel('Tytuł')).toBeFocused();
      await expect(email(page)).toHaveCount(0);
      await expect(page.getByLabel('Przypisz do użytkownika')).toHaveCount(0);
    });
  });
}
