import { readFile } from 'node:fs/promises';
import type { Locator } from '@playwright/test';
import { expectReadableOnDevices } from '../support/accessibility';
import {
  attachmentRows,
  attachmentsCard,
  chooseFiles,
  fetchAttachments,
  findTaskNumber,
  openDemoTask,
  openNewTask,
  picture,
  textFile,
  uploadRows,
} from '../support/attachments';
import { expect, test } from '../support/product';
import { activity } from '../support/task-page';

/** Drops or pastes a file into an element. */
const dropOrPaste = (
  target: Locator,
  how: 'drop' | 'paste',
  file: { name: string; mimeType: string; buffer: Buffer },
) =>
  target.evaluate(
    (element, [type, name, mimeType, base64]) => {
      const data = new DataTransfer();
      const bytes = Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
      data.items.add(new File([bytes], name, { type: mimeType }));
      if (type === 'paste') {
        element.dispatchEvent(
          new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true }),
        );
        return;
      }
      for (const step of ['dragenter', 'dragover', 'drop'])
        element.dispatchEvent(new DragEvent(step, { dataTransfer: data, bubbles: true, cancelable: true }));
    },
    [how, file.name, file.mimeType, file.buffer.toString('base64')] as const,
  );

// Chromium logs the lost connection.
test.use({ expectedProblems: /net::ERR_INTERNET_DISCONNECTED/ });

test('uploads several files, lists size, date and sender, and downloads them by name', async ({
  product,
  context,
  page,
}) => {
  const id = await openNewTask(product, page);
  await expect(attachmentsCard(page)).toContainText('Brak załączników');
  await expect(attachmentsCard(page)).toContainText('JPG, PNG, PDF, DOC, TXT, max 10MB');
  await chooseFiles(page, [
    picture,
    textFile('Notatka „ważna".txt'),
    textFile('duży.txt', Buffer.alloc(1536, 'a')),
  ]);
  await expect(attachmentRows(page)).toHaveCount(3);
  await expect(uploadRows(page)).toHaveCount(0);
  await expect(attachmentRows(page).filter({ hasText: 'duży.txt' })).toContainText(
    /1\.5 KB\d\d\.\d\d\.\d{4} \d\d:\d\dolga olga@acme\.test/,
  );
  const added = activity(page).filter({ hasText: 'olga (olga@acme.test): 3 nowe pliki' });
  for (const name of ['plan.png', 'Notatka „ważna".txt', 'duży.txt']) await expect(added).toContainText(name);
  const download = page.waitForEvent('download');
  await attachmentRows(page)
    .getByRole('button', { name: /^Pobierz Notatka/ })
    .click();
  expect((await download).suggestedFilename()).toMatch(/^Notatka „ważna.\.txt$/);
  expect(await readFile(await (await download).path(), 'utf8')).toBe('Zażółć gęślą jaźń');
  expect(
    (await fetchAttachments(product, id)).map(({ originalFilename }) => originalFilename).sort(),
  ).toEqual(['Notatka „ważna".txt', 'duży.txt', 'plan.png']);
  // An upload that lost the connection continues with a click.
  await context.setOffline(true);
  await chooseFiles(page, [textFile('list.txt')]);
  await expect(uploadRows(page)).toHaveText([/Błąd podczas przesyłania pliku(?!:)/]);
  await expectReadableOnDevices(page);
  await context.setOffline(false);
  await uploadRows(page).getByRole('button', { name: 'Spróbuj ponownie: list.txt' }).click();
  await expect(attachmentRows(page)).toContainText(['list.txt']);
});

test('shows a visitor the files without e-mail addresses or upload', async ({ product, page }) => {
  const id = await findTaskNumber(product, 'Przeciek w dachu nad regałem C14');
  await page.goto(`${product.gatewayUrl('acme')}/task/${id}`);
  await expect(attachmentRows(page)).toContainText(['m***@acme.test']);
  await expect(attachmentsCard(page).getByRole('button', { name: 'Wybierz pliki' })).toHaveCount(0);
  const download = page.waitForEvent('download');
  await attachmentRows(page).getByRole('button', { name: 'Pobierz przeciek-c14.png' }).click();
  expect((await download).suggestedFilename()).toBe('przeciek-c14.png');
});

test('uploads dropped and pasted files', async ({ product, page }) => {
  await openDemoTask(product, page, 'Nowe identyfikatory dla gości');
  await dropOrPaste(
    attachmentsCard(page).getByText('Przeciągnij pliki tutaj'),
    'drop',
    textFile('upuszczony.txt'),
  );
  await expect(attachmentRows(page)).toContainText(['upuszczony.txt']);
  await dropOrPaste(page.getByLabel('Komentarz', { exact: true }), 'paste', {
    ...picture,
    name: 'image.png',
  });
  await expect(attachmentRows(page)).toHaveCount(2);
  await expect(attachmentRows(page).nth(1)).toContainText(/\d{4}-\d\d-\d\d_\d\d-\d\d-\d\d\.png/);
});

test('shows upload progress and cancels an upload halfway', async ({ product, context, page }) => {
  const id = await openDemoTask(product, page, 'Raport dobowy przychodzi pusty');
  const devtools = await context.newCDPSession(page);
  await devtools.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: 0,
    downloadThroughput: -1,
    // More than a minute for the file, also for a machine that notices the first progress late.
    uploadThroughput: 100 * 1024,
  });
  await chooseFiles(page, [textFile('dlugi.txt', Buffer.alloc(8 * 1024 * 1024, 'a'))]);
  const progress = uploadRows(page).getByRole('progressbar', { name: 'Przesyłanie pliku dlugi.txt' });
  await expect
    .poll(() => progress.evaluate((bar) => (bar as HTMLProgressElement).value))
    .toBeGreaterThan(0.01);
  expect(await progress.evaluate((bar) => (bar as HTMLProgressElement).value)).toBeLessThan(1);
  await uploadRows(page).getByRole('button', { name: 'Anuluj przesyłanie: dlugi.txt' }).click();
  await expect(uploadRows(page)).toHaveCount(0);
  await devtools.detach();
  await chooseFiles(page, [textFile('krotki.txt')]);
  await expect(attachmentRows(page)).toContainText(['krotki.txt']);
  expect((await fetchAttachments(product, id)).map(({ originalFilename }) => originalFilename)).toEqual([
    'krotki.txt',
  ]);
});

test('previews images and PDF files by keyboard, in both themes and on a phone', async ({
  product,
  page,
}) => {
  // Safari 17 lacks both functions.
  await page.addInitScript(() => {
    Reflect.deleteProperty(URL, 'parse');
    Reflect.deleteProperty(Promise, 'withResolvers');
  });
  await openDemoTask(product, page, 'Waga paletowa pokazuje o 12 kg za dużo');
  await chooseFiles(page, [picture]);
  await expect(attachmentRows(page)).toHaveCount(2);
  const opener = attachmentRows(page).getByRole('button', {
    name: 'protokol-naprawy-2026118.pdf',
    exact: true,
  });
  await opener.focus();
  await page.keyboard.press('Enter');
  const pdf = page.getByRole('dialog', { name: 'protokol-naprawy-2026118.pdf' });
  const pdfPage = pdf.getByRole('img', { name: 'Strona 1 z 1' });
  /** Whether the canvas has any pixel that is not white. */
  const hasInk = () =>
    pdfPage.evaluate((canvas) => {
      const { width, height } = canvas as HTMLCanvasElement;
      const pixels =
        (canvas as HTMLCanvasElement).getContext('2d')?.getImageData(0, 0, width, height).data ?? [];
      return pixels.some((value, index) => index % 4 === 0 && value < 100 && (pixels[index + 3] ?? 0) > 0);
    });
  await expect.poll(hasInk).toBe(true);
  await expectReadableOnDevices(page);
  await page.keyboard.press('ArrowRight');
  await expect(
    page.getByRole('dialog', { name: 'plan.png' }).getByRole('img', { name: 'plan.png' }),
  ).toBeVisible();
  await expect(page.getByRole('dialog')).toContainText('2 z 2');
  await page.keyboard.press('ArrowLeft');
  await expect(pdfPage).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toBeHidden();
  await expect(opener).toBeFocused();
});
