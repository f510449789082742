import { randomUUID } from 'node:crypto';
import type { Page } from '@playwright/test';
import { expectReadable } from '../support/accessibility';
import { fakeNextResponses } from '../support/api-responses';
import { attachmentRows, attachmentsCard, chooseFiles, textFile } from '../support/attachments';
import { devices } from '../support/devices';
import { openBrowser } from '../support/page-problems';
import { addSession } from '../support/people';
import { expect, test } from '../support/product';
import { activity, commentField, pressTransition } from '../support/task-page';
import { actAs, runTransition, submitTask } from '../support/tasks';

// Chromium logs the lost connections that the tests simulate.
test.use({ expectedProblems: /net::ERR_FAILED/ });

const problemOf = (status: number, code: string, detail: string) => ({
  status,
  body: {
    type: 'about:blank',
    title: code,
    status,
    detail,
    code,
    requestId: 'r-1',
    success: false,
    message: detail,
  },
});
const movedOn = problemOf(409, 'STATUS_MOVED_ON', 'Status zadania zmienił się w międzyczasie.');
const editField = (page: Page) => page.getByRole('textbox', { name: 'Treść komentarza' });

for (const { name, viewport, colorScheme } of devices) {
  test.describe(`Changes of comments and files, ${name}`, () => {
    test.use({ viewport, colorScheme });

    test('edit and delete a comment, with its earlier text and after failures', async ({
      context,
      page,
      product,
    }) => {
      const acme = product.gatewayUrl('acme');
      const olga = await actAs(product, 'olga@acme.test');
      const id = await submitTask(product, { title: 'Rozmowa' });
      await olga('POST', `/${id}/comment`, { content: 'Przyjadę w środę.', visibleToAuthor: true });
      await olga('POST', `/${id}/comment`, { content: 'Klient jest trudny.' });
      await addSession(context, acme, 'olga@acme.test');
      await page.goto(`${acme}/task/${id}`);
      const shared = activity(page).filter({ hasText: 'Przyjadę' });
      const internal = activity(page).filter({ hasText: 'Klient jest trudny.' });
      await expect(shared.getByText('Widoczny dla autora')).toBeVisible();
      await expect(internal.getByText('Wewnętrzny')).toBeVisible();
      await expectReadable(page);

      await shared.getByRole('button', { name: 'Edytuj komentarz' }).click();
      await editField(page).fill('Przyjadę w czwartek.');
      const path = `tasks/${id}/comments/*`;
      await fakeNextResponses(
        page,
        path,
        'offline',
        problemOf(412, 'PRECONDITION_FAILED', 'Zmieniono w innym oknie.'),
      );
      await page.getByRole('button', { name: 'Zapisz komentarz' }).click();
      await expect(
        page.getByText('Nie udało się zmienić komentarza: brak połączenia z serwerem.'),
      ).toBeVisible();
      await page.getByRole('button', { name: 'Zapisz komentarz' }).click();
      await expect(
        page.getByText('Nie udało się zmienić komentarza: Zmieniono w innym oknie.'),
      ).toBeVisible();
      await expect(editField(page)).toHaveValue('Przyjadę w czwartek.');
      await expectReadable(page);
      await page.getByRole('button', { name: 'Zapisz komentarz' }).click();
      await expect(editField(page)).toBeHidden();
      await expect(shared).toContainText('Przyjadę w czwartek.');

      await shared.getByRole('button', { name: /^zmieniony/ }).click();
      const versions = page.getByRole('dialog', { name: 'Wcześniejsze wersje komentarza' });
      await expect(versions.getByText('Przyjadę w środę.')).toBeVisible();
      await expectReadable(page);
      await page.keyboard.press('Escape');

      await internal.getByRole('button', { name: 'Usuń komentarz' }).click();
      const question = page.getByRole('dialog', { name: 'Usunąć komentarz?' });
      await question.getByRole('button', { name: 'Usuń komentarz' }).click();
      await expect(question).toBeHidden();
      await expect(activity(page).filter({ hasText: 'Komentarz usunięty' })).toHaveCount(1);
      await expect(page.getByText('Klient jest trudny.')).toHaveCount(0);
    });

    test('start from a canned reply of an administrator', async ({ browser, context, page, product }) => {
      const acme = product.gatewayUrl('acme');
      const title = `Skaner ${randomUUID().slice(0, 8)}`;
      const reply = `Odbiór ${title}`;
      const id = await submitTask(product, { title });
      const administrator = await openBrowser(browser, { viewport, colorScheme });
      await addSession(administrator.page.context(), acme, 'anna@acme.test');
      await administrator.page.goto(`${acme}/canned-replies`);
      await administrator.page.getByRole('button', { name: 'Dodaj szablon' }).click();
      const editor = administrator.page.getByRole('dialog', { name: 'Nowy szablon odpowiedzi' });
      await editor.getByLabel('Nazwa').fill(reply);
      await editor.getByLabel('Treść').fill('Odbierz: ');
      await editor.getByRole('button', { name: 'Tytuł zadania' }).click();
      await administrator.page.keyboard.type(' w ');
      await editor.getByRole('button', { name: 'Organizacja' }).click();
      await expect(editor.getByLabel('Treść')).toHaveValue('Odbierz: {{task.title}} w {{organization.name}}');
      await expectReadable(administrator.page);
      await editor.getByRole('button', { name: 'Zapisz szablon' }).click();
      await expect(editor).toBeHidden();
      await administrator.close();

      await addSession(context, acme, 'olga@acme.test');
      await page.goto(`${acme}/task/${id}`);
      await page.getByRole('button', { name: 'Wstaw szablon' }).click();
      const chooser = page.getByRole('dialog', { name: 'Wstaw szablon odpowiedzi' });
      await chooser.getByLabel('Szukaj szablonu').fill(reply);
      const text = `Odbierz: ${title} w Acme Logistyka`;
      await expect(chooser.getByRole('listitem')).toHaveText([`${reply}${text}`]);
      await expectReadable(page);
      await chooser.getByRole('button', { name: reply }).click();
      await expect(chooser).toBeHidden();
      await expect(commentField(page)).toHaveValue(text);
      await page.getByRole('button', { name: 'Dodaj komentarz' }).click();
      await expect(activity(page).filter({ hasText: text })).toContainText('olga@acme.test');
    });

    test('show the conflict of two windows and keep both texts', async ({ context, page, product }) => {
      const acme = product.gatewayUrl('acme');
      const olga = await actAs(product, 'olga@acme.test');
      const id = await submitTask(product, { title: 'Dwa okna' });
      await olga('POST', `/${id}/comment`, { content: 'Wersja pierwsza' });
      await addSession(context, acme, 'olga@acme.test');
      await page.goto(`${acme}/task/${id}`);
      await page.getByRole('button', { name: 'Edytuj komentarz' }).click();
      await editField(page).fill('Moja wersja');
      const { comments } = await olga<{ comments: { id: number }[] }>('GET', `/${id}/comments`);
      await olga('PUT', `/${id}/comments/${comments[0]?.id}`, { content: 'Wersja z innego okna' });
      await expect(page.getByText(/Ten komentarz zmienił się w międzyczasie/)).toBeVisible();
      await expect(page.getByText('Wersja z innego okna')).toBeVisible();
      await expect(editField(page)).toHaveValue('Moja wersja');
      await expectReadable(page);
      await page.getByRole('button', { name: 'Zapisz moją wersję' }).click();
      await expect(editField(page)).toBeHidden();
      await expect(activity(page).filter({ hasText: 'Moja wersja' })).toHaveCount(1);
    });

    test('delete a file, also after a failure', async ({ context, page, product }) => {
      const acme = product.gatewayUrl('acme');
      const id = await submitTask(product, { title: 'Zły plik' });
      await addSession(context, acme, 'olga@acme.test');
      await page.goto(`${acme}/task/${id}`);
      await chooseFiles(page, [textFile('notatka.txt')]);
      await expect(attachmentRows(page)).toHaveCount(1);
      await page.getByRole('button', { name: 'Usuń notatka.txt' }).click();
      const question = page.getByRole('dialog', { name: 'Usunąć plik?' });
      await expectReadable(page);
      await fakeNextResponses(page, `tasks/${id}/attachments/*`, problemOf(503, 'UNAVAILABLE', 'Przerwa.'));
      await question.getByRole('button', { name: 'Usuń plik' }).click();
      await expect(question.getByText(/Nie udało się usunąć pliku/)).toBeVisible();
      await question.getByRole('button', { name: 'Usuń plik' }).click();
      await expect(question).toBeHidden();
      await expect(attachmentsCard(page).getByText('Brak załączników')).toBeVisible();
      await expect(activity(page).filter({ hasText: 'usunięcie pliku notatka.txt' })).toHaveCount(1);
    });

    test('keep the values of a transition that another user was faster to run', async ({
      context,
      page,
      product,
    }) => {
      const acme = product.gatewayUrl('acme');
      const anna = await actAs(product, 'anna@acme.test');
      const id = await submitTask(product, {
        title: 'Kurs pierwszej pomocy',
        workflowParameters: { '1': 'Sprawa kadrowa', '11': 'Szkolenie' },
      });
      await runTransition(anna, id, 'Rozpatrz');
      await addSession(context, acme, 'anna@acme.test');
      await page.goto(`${acme}/task/${id}`);
      await pressTransition(page, 'Odrzuć wniosek');
      const dialog = page.getByRole('dialog', { name: 'Odrzuć wniosek' });
      await dialog.getByLabel('Powód odrzucenia').selectOption('Niepełny wniosek');
      const run = dialog.getByRole('button', { name: 'Wykonaj przejście' });

      await fakeNextResponses(page, `tasks/${id}/transition`, movedOn);
      await run.click();
      await expect(
        dialog.getByText(/Failed to execute transition: Status zadania zmienił się/),
      ).toBeVisible();
      await expect(dialog.getByLabel('Powód odrzucenia')).toHaveValue('Niepełny wniosek');
      await expectReadable(page);

      await runTransition(anna, id, 'Przyjmij wniosek');
      await expect(run).toHaveAttribute('aria-disabled', 'true');
      await expect(run).toHaveAccessibleDescription(/To przejście nie jest już dostępne/);
      await expect(dialog.getByLabel('Powód odrzucenia')).toHaveValue('Niepełny wniosek');
      await expect(dialog.getByRole('button', { name: 'Kopiuj wpisany tekst' })).toBeVisible();
      await expectReadable(page);
    });
  });
}

test.describe('The task page at 1440x900', () => {
  for (const { name, links } of [
    { name: 'no links', links: 0 },
    { name: 'a link', links: 1 },
  ])
    test(`shows the activity below many files and ${name} without scrolling`, async ({
      context,
      page,
      product,
    }) => {
      const acme = product.gatewayUrl('acme');
      const id = await submitTask(product, { title: 'Wiele plików', description: 'Opis w jednym zdaniu.' });
      const olga = await actAs(product, 'olga@acme.test');
      for (let link = 0; link < links; link += 1) {
        const otherTaskId = await submitTask(product, { title: 'Podobne zgłoszenie' });
        await olga('POST', `/${id}/links`, { type: 'RELATES', otherTaskId });
      }
      await addSession(context, acme, 'olga@acme.test');
      await page.setViewportSize({ width: 1440, height: 900 });
      await page.goto(`${acme}/task/${id}`);
      await chooseFiles(
        page,
        [1, 2, 3, 4, 5, 6].map((number) => textFile(`plik-${number}.txt`)),
      );
      await expect(attachmentRows(page)).toHaveCount(6);
      await page.reload();
      await expect(attachmentRows(page)).toHaveCount(3);
      // The last parts of the page to load.
      await expect(page.getByRole('heading', { name: 'Powiązane zadania' })).toBeVisible();
      await expect(page.getByRole('button', { name: 'Wybierz pliki' })).toBeVisible();
      await expect(
        page.getByText('Adres e-mail zgłaszającego nie został jeszcze potwierdzony.'),
      ).toBeVisible();
      await expect(activity(page).first()).toBeInViewport();
      await expect(commentField(page)).toBeVisible();
    });
});
