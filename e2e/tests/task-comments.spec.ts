import { randomUUID } from 'node:crypto';
import { expectReadableOnDevices } from '../support/accessibility';
import { attachmentRows, attachmentsCard, chooseFiles, textFile } from '../support/attachments';
import { openBrowser } from '../support/page-problems';
import { addSession } from '../support/people';
import { expect, test } from '../support/product';
import { activity, commentField } from '../support/task-page';
import { actAs, submitTask } from '../support/tasks';

test('a comment starts from a canned reply, is corrected and deleted, as is a file', async ({
  browser,
  context,
  page,
  product,
}) => {
  const acme = product.gatewayUrl('acme');
  const title = `Skaner ${randomUUID().slice(0, 8)}`;
  const reply = `Odbiór ${title}`;
  const id = await submitTask(product, { title });
  const administrator = await openBrowser(browser, {});
  await addSession(administrator.page.context(), acme, 'anna@acme.test');
  await administrator.page.goto(`${acme}/canned-replies`);
  await administrator.page.getByRole('button', { name: 'Dodaj szablon' }).click();
  const editor = administrator.page.getByRole('dialog', { name: 'Nowy szablon odpowiedzi' });
  await editor.getByLabel('Nazwa').fill(reply);
  await editor.getByLabel('Treść').fill('Odbierz: ');
  await editor.getByRole('button', { name: 'Tytuł zadania' }).click();
  // The button gives the focus back.
  await expect(editor.getByLabel('Treść')).toBeFocused();
  await administrator.page.keyboard.type(' w ');
  await editor.getByRole('button', { name: 'Organizacja' }).click();
  await expect(editor.getByLabel('Treść')).toHaveValue('Odbierz: {{task.title}} w {{organization.name}}');
  await expectReadableOnDevices(administrator.page);
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
  await expectReadableOnDevices(page);
  await chooser.getByRole('button', { name: reply }).click();
  await expect(chooser).toBeHidden();
  await expect(commentField(page)).toHaveValue(text);
  await page.getByRole('button', { name: 'Dodaj komentarz' }).click();
  await expect(activity(page).filter({ hasText: text })).toContainText('olga@acme.test');

  // The operator corrects the comment, its earlier text stays readable, and deletes it and a file.
  const entry = activity(page).filter({ hasText: 'Odbierz' });
  await entry.getByRole('button', { name: 'Edytuj komentarz' }).click();
  await page.getByRole('textbox', { name: 'Treść komentarza' }).fill('Odbierz jutro.');
  await page.getByRole('button', { name: 'Zapisz komentarz' }).click();
  await expect(entry).toContainText('Odbierz jutro.');
  await entry.getByRole('button', { name: /^zmieniony/ }).click();
  const versions = page.getByRole('dialog', { name: 'Wcześniejsze wersje komentarza' });
  await expect(versions.getByText(text)).toBeVisible();
  await expectReadableOnDevices(page);
  await page.keyboard.press('Escape');
  await entry.getByRole('button', { name: 'Usuń komentarz' }).click();
  const question = page.getByRole('dialog', { name: 'Usunąć komentarz?' });
  await question.getByRole('button', { name: 'Usuń komentarz' }).click();
  await expect(activity(page).filter({ hasText: 'Komentarz usunięty' })).toHaveCount(1);
  await chooseFiles(page, [textFile('notatka.txt')]);
  await page.getByRole('button', { name: 'Usuń notatka.txt' }).click();
  const fileQuestion = page.getByRole('dialog', { name: 'Usunąć plik?' });
  await expectReadableOnDevices(page);
  await fileQuestion.getByRole('button', { name: 'Usuń plik' }).click();
  await expect(attachmentsCard(page).getByText('Brak załączników')).toBeVisible();
  await expect(activity(page).filter({ hasText: 'usunięcie pliku notatka.txt' })).toHaveCount(1);
});

test.describe('The task page at 1440x900', () => {
  test('shows the activity below many files and a link without scrolling', async ({
    context,
    page,
    product,
  }) => {
    const acme = product.gatewayUrl('acme');
    const id = await submitTask(product, { title: 'Wiele plików', description: 'Opis w jednym zdaniu.' });
    const olga = await actAs(product, 'olga@acme.test');
    const otherTaskId = await submitTask(product, { title: 'Podobne zgłoszenie' });
    await olga('POST', `/${id}/links`, { type: 'RELATES', otherTaskId });
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
    await expect(page.getByText('Adres e-mail zgłaszającego nie został jeszcze potwierdzony.')).toBeVisible();
    await expect(activity(page).first()).toBeInViewport();
    await expect(commentField(page)).toBeVisible();
  });
});
