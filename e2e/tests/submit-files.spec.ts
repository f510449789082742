import type { Page } from '@playwright/test';
import { expectReadable } from '../support/accessibility';
import { delayNextCall, fakeNextResponses } from '../support/api-responses';
import { fetchAttachments, picture, textFile } from '../support/attachments';
import { devices } from '../support/devices';
import { readCode, readTaskLink } from '../support/mails';
import { expect, test } from '../support/product';
import { answerFewestQuestions } from '../support/wizard';

// The tests abort connections, and Chromium logs refused files.
test.use({ expectedProblems: /net::ERR_FAILED|status of (409|413|415|503)/ });

const uploads = 'tasks/new/attachments';
const create = (page: Page) => page.getByRole('button', { name: 'Utwórz zadanie' });
const added = (page: Page) => page.getByRole('list', { name: 'Dodane pliki' }).getByRole('listitem');
const uploading = (page: Page) => page.getByRole('list', { name: 'Przesyłane pliki' }).getByRole('listitem');
const chooseFiles = async (page: Page, ...files: (typeof picture)[]): Promise<void> => {
  const chooser = page.waitForEvent('filechooser');
  await page.getByRole('button', { name: 'Wybierz pliki' }).click();
  await (await chooser).setFiles(files);
};

for (const { name, viewport, colorScheme } of devices) {
  test.describe(`Files of a submission, ${name},`, () => {
    test.use({ viewport, colorScheme });

    test('are hidden until the visitor confirms the task, then belong to the task', async ({
      product,
      page,
    }) => {
      const acme = product.gatewayUrl('acme');
      const email = `pliki${viewport.width}@poczta.example`;
      await page.goto(`${acme}/submit-task`);
      await answerFewestQuestions(page);
      await expect(page.getByText('Organizacja zobaczy je, gdy potwierdzisz swój adres.')).toBeVisible();
      await chooseFiles(page, picture, textFile('opis.txt'), textFile('zbedny.txt'));
      await expect(added(page)).toHaveCount(3);
      await page.getByRole('button', { name: 'Usuń plik zbedny.txt' }).click();
      await expect(added(page)).toHaveText([/plan\.png/, /opis\.txt/]);
      await expectReadable(page);
      await page.reload();
      await expect(added(page)).toHaveCount(2);
      await page.getByLabel('Tytuł').fill('Poczta z plikami');
      await page.getByLabel('Adres e-mail zgłaszającego').fill(email);
      await create(page).click();

      await expect(
        page.getByText(`Dołączone pliki (2) czekają, aż potwierdzisz adres ${email}`),
      ).toBeVisible();
      await expectReadable(page);
      const link = page.getByRole('link', { name: 'Przejdź do zadania' });
      const id = Number((await link.getAttribute('href'))?.slice('/task/'.length));
      expect(await fetchAttachments(product, id)).toEqual([]);
      await page.getByRole('button', { name: 'Zweryfikuj e-mail' }).click();
      const code = page.getByLabel('Kod weryfikacyjny');
      await expect(code).toBeVisible();
      await expect(page.getByRole('listitem')).toHaveText(['plan.png', 'opis.txt']);
      await expectReadable(page);
      await code.fill(await readCode(product, email));
      await page.getByRole('button', { name: 'Zweryfikuj' }).click();
      await expect(page.getByText('Email został pomyślnie zweryfikowany!')).toBeVisible();
      await expect
        .poll(async () => (await fetchAttachments(product, id)).map((one) => one.originalFilename))
        .toEqual(['plan.png', 'opis.txt']);
      await page.getByRole('button', { name: 'Pomiń' }).click();
      await expect(page).toHaveURL(`${acme}/task/${id}`);
      await expect(page.getByRole('region', { name: 'Załączniki' })).toContainText('opis.txt');
    });

    test('can be confirmed by the mail after the page was closed', async ({ product, page }) => {
      const acme = product.gatewayUrl('acme');
      const email = `zamkniete${viewport.width}@poczta.example`;
      await page.goto(`${acme}/submit-task`);
      await answerFewestQuestions(page);
      await chooseFiles(page, picture);
      await expect(added(page)).toHaveCount(1);
      await page.getByLabel('Tytuł').fill('Zamknięta karta');
      await page.getByLabel('Adres e-mail zgłaszającego').fill(email);
      await create(page).click();
      const link = page.getByRole('link', { name: 'Przejdź do zadania' });
      const id = Number((await link.getAttribute('href'))?.slice('/task/'.length));

      await page.goto('about:blank');
      await page.goto(await readTaskLink(product, email, `${id}: potwierdź`, '/confirm-address'));
      await expect(page.getByRole('listitem')).toHaveText([picture.name]);
      await expectReadable(page);
      await page.getByRole('button', { name: 'Wyślij kod' }).click();
      await page.getByLabel('Kod weryfikacyjny').fill(await readCode(product, email));
      await page.getByRole('button', { name: 'Zweryfikuj' }).click();
      await page.getByRole('button', { name: 'Pomiń' }).click();
      await expect(page).toHaveURL(`${acme}/task/${id}`);
      await expect(page.getByRole('region', { name: 'Załączniki' })).toContainText(picture.name);
    });

    test('show progress, refusals and lost connections', async ({ product, page }) => {
      await page.goto(`${product.gatewayUrl('acme')}/submit-task`);
      await answerFewestQuestions(page);
      await page.getByLabel('Tytuł').fill('Poczta bez plików');
      await page.getByLabel('Adres e-mail zgłaszającego').fill('bez.plikow@poczta.example');
      const release = await delayNextCall(page, uploads);
      await chooseFiles(page, textFile('wolny.txt'));
      await expect(page.getByText('Poczekaj, aż pliki zostaną przesłane.')).toBeVisible();
      await expect(create(page)).toBeDisabled();
      await expectReadable(page);
      release();
      await expect(added(page)).toHaveCount(1);
      await expect(create(page)).toBeEnabled();

      const quota = 'Z tego adresu sieciowego przesłano już zbyt wiele plików bez potwierdzenia.';
      await fakeNextResponses(page, uploads, { status: 409, body: { message: quota } });
      await chooseFiles(page, textFile('nadmiar.txt'));
      await expect(uploading(page)).toContainText([`Błąd podczas przesyłania pliku: ${quota}`]);
      await fakeNextResponses(page, uploads, 'offline');
      await chooseFiles(page, textFile('zerwany.txt'));
      await expect(uploading(page)).toHaveCount(2);
      await chooseFiles(page, { ...picture, name: 'udawany.png', buffer: Buffer.from('<html>') });
      await expect(uploading(page).last()).toContainText(
        'Zawartość pliku nie zgadza się z jego rozszerzeniem.',
      );
      await chooseFiles(page, textFile('program.svg'));
      await expect(uploading(page).last()).toContainText('Ten rodzaj pliku nie jest przyjmowany.');
      await expectReadable(page);
      await page.getByRole('button', { name: 'Spróbuj ponownie: zerwany.txt' }).click();
      await expect(added(page)).toHaveText([/wolny\.txt/, /zerwany\.txt/]);

      await fakeNextResponses(page, `${uploads}/*`, 503);
      await page.getByRole('button', { name: 'Usuń plik wolny.txt' }).click();
      await expect(page.getByText('Nie udało się usunąć pliku.')).toBeVisible();
      await expect(added(page)).toHaveCount(2);

      const expired = 'Dodane pliki wygasły albo zostały już wysłane. Dodaj je ponownie.';
      await page.route(
        '**/api/tasks',
        (route) =>
          route.fulfill({
            status: 422,
            json: {
              code: 'VALIDATION_FAILED',
              message: expired,
              errors: [{ field: 'uploadSecret', message: expired }],
            },
          }),
        { times: 1 },
      );
      await create(page).click();
      await expect(page.getByText(`Failed to create task: ${expired}`)).toBeVisible();
      await expectReadable(page);
      await page.getByRole('button', { name: 'Wróć do formularza' }).click();
      await expect(page.getByText('Wcześniej dodane pliki wygasły. Dodaj je ponownie.')).toBeVisible();
      await expect(added(page)).toHaveCount(0);
    });
  });
}
