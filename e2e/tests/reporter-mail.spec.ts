import { expectReadable } from '../support/accessibility';
import { fetchAttachments, picture } from '../support/attachments';
import { devices } from '../support/devices';
import { readCode, readTaskLink } from '../support/mails';
import { expect, test } from '../support/product';
import { actAs, submitTask } from '../support/tasks';

const [, phone] = devices;
// The browser logs the calls with a revoked link.
test.use({
  isCold: true,
  viewport: phone.viewport,
  colorScheme: phone.colorScheme,
  expectedProblems: /status of 404/,
});

test.describe('A visitor on a phone', () => {
  test('verifies the address by a mail, follows the link of the next one, sees the answer and replies', async ({
    product,
    page,
  }) => {
    const email = 'telefon@poczta.example';
    const olga = await actAs(product, 'olga@acme.test');
    const task = await submitTask(product, { title: 'Zepsuta brama', createdByEmail: email });
    await olga('PUT', `/${task}`, { title: 'Zepsuta brama', visibleUserIds: [], visibleGroupIds: [] });
    await page.goto(await readTaskLink(product, email, `${task}: potwierdź`, '/confirm-address'));
    await expect(page.getByText(`Zgłoszenie ${task} podano z adresem ${email}.`)).toBeVisible();
    await expectReadable(page);
    await page.getByRole('button', { name: 'Wyślij kod' }).click();
    await page.getByLabel('Kod weryfikacyjny').fill(await readCode(product, email));
    await page.getByRole('button', { name: 'Zweryfikuj' }).click();
    await expect(page.getByRole('heading', { name: 'Ustaw hasło' })).toBeVisible();
    // The reporter sets no password and comes back later.
    await page.evaluate(() => localStorage.clear());

    await olga('POST', `/${task}/comment`, { content: 'Proszę o zdjęcie bramy.', visibleToAuthor: true });
    const link = await readTaskLink(product, email, `${task}: Zepsuta brama`, `/task/${task}`);
    await page.goto('about:blank');
    await page.goto(link);
    await expect(page.getByRole('heading', { level: 1, name: 'Zepsuta brama' })).toBeVisible();
    await expect(page.getByText('Proszę o zdjęcie bramy.')).toBeVisible();
    await expect(page).toHaveURL(link.split('#')[0] ?? '');
    await expectReadable(page);

    await page.getByLabel(/^Komentarz/).fill('Zdjęcie w załączniku.');
    await page.getByRole('button', { name: 'Dodaj komentarz' }).click();
    await expect(page.getByText('Zdjęcie w załączniku.')).toBeVisible();
    const chooser = page.waitForEvent('filechooser');
    await page.getByRole('button', { name: 'Wybierz pliki' }).click();
    await (await chooser).setFiles([picture]);
    // The row of an upload has buttons with the name of the file, too.
    await expect(page.getByRole('button', { name: `Pobierz ${picture.name}` })).toBeVisible();
    const { comments } = await olga<{ comments: { content: string; authorEmail: string }[] }>(
      'GET',
      `/${task}/comments`,
    );
    expect(comments.at(-1)).toMatchObject({ content: 'Zdjęcie w załączniku.', authorEmail: email });
    expect(await fetchAttachments(product, task)).toHaveLength(1);

    await page.reload();
    await expect(page.getByRole('button', { name: 'Dodaj komentarz' })).toBeVisible();
    await page.getByRole('button', { name: 'Unieważnij odnośniki' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Unieważnij odnośniki' }).click();
    await expect(page.getByRole('button', { name: 'Dodaj komentarz' })).toBeHidden();
    await page.goto('about:blank');
    await page.goto(link);
    await expect(page.getByText(/Odnośnik z wiadomości jest nieprawidłowy/)).toBeVisible();

    await page.goto(await readTaskLink(product, email, `${task}: Zepsuta brama`, '/mail-settings'));
    await page.getByRole('button', { name: /^Zatrzymaj Wszystkie wiadomości/ }).click();
    await expect(page.getByText('Wiadomości zostały zatrzymane.')).toBeVisible();
    await expectReadable(page);
  });
});
