import type { Page } from '@playwright/test';
import { expectReadableOnDevices } from '../support/accessibility';
import { fetchAttachments, picture, textFile } from '../support/attachments';
import { readCode, readTaskLink } from '../support/mails';
import { expect, test } from '../support/product';
import { answerFewestQuestions } from '../support/wizard';

const create = (page: Page) => page.getByRole('button', { name: 'Utwórz zadanie' });
const added = (page: Page) => page.getByRole('list', { name: 'Dodane pliki' }).getByRole('listitem');
const chooseFiles = async (page: Page, ...files: (typeof picture)[]): Promise<void> => {
  const chooser = page.waitForEvent('filechooser');
  await page.getByRole('button', { name: 'Wybierz pliki' }).click();
  await (await chooser).setFiles(files);
};

test.describe('Files of a submission', () => {
  test('are hidden until the visitor confirms the task, who then is a reporter and follows it', async ({
    product,
    page,
  }) => {
    const acme = product.gatewayUrl('acme');
    const email = 'pliki@poczta.example';
    await page.goto(`${acme}/submit-task`);
    await answerFewestQuestions(page);
    await expect(page.getByText('Organizacja zobaczy je, gdy potwierdzisz swój adres.')).toBeVisible();
    await chooseFiles(page, picture, textFile('opis.txt'), textFile('zbedny.txt'));
    await expect(added(page)).toHaveCount(3);
    await page.getByRole('button', { name: 'Usuń plik zbedny.txt' }).click();
    await expect(added(page)).toHaveText([/plan\.png/, /opis\.txt/]);
    await expectReadableOnDevices(page);
    await page.reload();
    await expect(added(page)).toHaveCount(2);
    await page.getByLabel('Tytuł').fill('Poczta z plikami');
    await page.getByLabel('Adres e-mail zgłaszającego').fill(email);
    await create(page).click();

    await expect(page.getByText(`Dołączone pliki (2) czekają, aż potwierdzisz adres ${email}`)).toBeVisible();
    await expectReadableOnDevices(page);
    const link = page.getByRole('link', { name: 'Przejdź do zadania' });
    const id = Number((await link.getAttribute('href'))?.slice('/task/'.length));
    expect(await fetchAttachments(product, id)).toEqual([]);
    await page.getByRole('button', { name: 'Zweryfikuj e-mail' }).click();
    const code = page.getByLabel('Kod weryfikacyjny');
    await expect(code).toBeVisible();
    await expect(page.getByRole('listitem')).toHaveText(['plan.png', 'opis.txt']);
    await expectReadableOnDevices(page);
    const sentCode = await readCode(product, email);
    await code.fill(sentCode === '000000' ? '111111' : '000000');
    await page.getByRole('button', { name: 'Zweryfikuj' }).click();
    await expect(page.getByText('Nieprawidłowy kod weryfikacyjny')).toBeVisible();
    await expectReadableOnDevices(page);
    await code.fill(sentCode);
    await page.getByRole('button', { name: 'Zweryfikuj' }).click();
    await expect(page.getByText('Email został pomyślnie zweryfikowany!')).toBeVisible();
    await expect
      .poll(async () => (await fetchAttachments(product, id)).map((one) => one.originalFilename))
      .toEqual(['plan.png', 'opis.txt']);
    await page.getByLabel('Hasło', { exact: true }).fill('tajne-haslo');
    await page.getByLabel('Potwierdź hasło').fill('tajne-haslo');
    await page.getByRole('button', { name: 'Ustaw hasło' }).click();
    await expect(page).toHaveURL(`${acme}/task/${id}`);
    await expect(page.getByRole('region', { name: 'Załączniki' })).toContainText('opis.txt');
    await expectReadableOnDevices(page);
    await page.goto(`${acme}/dashboard`);
    await expect(page.getByRole('link', { name: 'Poczta z plikami' })).toBeVisible();
  });

  test('can be confirmed by the mail after the page was closed', async ({ product, page }) => {
    const acme = product.gatewayUrl('acme');
    const email = 'zamkniete@poczta.example';
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
    await expectReadableOnDevices(page);
    await page.getByRole('button', { name: 'Wyślij kod' }).click();
    await page.getByLabel('Kod weryfikacyjny').fill(await readCode(product, email));
    await page.getByRole('button', { name: 'Zweryfikuj' }).click();
    await page.getByRole('button', { name: 'Pomiń' }).click();
    await expect(page).toHaveURL(`${acme}/task/${id}`);
    await expect(page.getByRole('region', { name: 'Załączniki' })).toContainText(picture.name);
  });
});
