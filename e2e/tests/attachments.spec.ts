import { readFile } from 'node:fs/promises';
import type { Locator } from '@playwright/test';
import { expectAccessible } from '../support/accessibility';
import {
  attachmentsOf,
  card,
  choose,
  numberOf,
  openNewTask,
  openTask,
  picture,
  queued,
  rows,
  text,
} from '../support/attachments';
import { devices } from '../support/devices';
import { expect, test } from '../support/product';
import { activity } from '../support/task-page';

/** Drops or pastes files into the page. */
const giveFiles = (
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

// The tests cut the connection, and Chromium logs it.
test.use({ expectedProblems: /net::ERR_(INTERNET_DISCONNECTED|FAILED)/ });

for (const { name, viewport, colorScheme } of devices) {
  test.describe(`Attachments of a task, ${name}`, () => {
    test.use({ viewport, colorScheme });

    test('uploads several files, lists size, date and sender, and downloads them by name', async ({
      product,
      page,
    }) => {
      const id = await openNewTask(product, page);
      await expect(card(page)).toContainText('Brak załączników');
      await expect(card(page)).toContainText('JPG, PNG, PDF, DOC, TXT, max 10MB');
      await expect(card(page).locator('input[type=file]')).toHaveAttribute(
        'accept',
        'image/*,.pdf,.doc,.docx,.txt',
      );
      await choose(page, [picture, text('Notatka „ważna".txt'), text('duży.txt', Buffer.alloc(1536, 'a'))]);
      await expect(rows(page)).toHaveCount(3);
      await expect(queued(page)).toHaveCount(0);
      await expect(rows(page).filter({ hasText: 'duży.txt' })).toContainText(
        /1\.5 KB\d\d\.\d\d\.\d{4} \d\d:\d\dolga@acme\.test/,
      );
      const added = activity(page).filter({ hasText: 'olga@acme.test: 3 nowe pliki' });
      for (const name of ['plan.png', 'Notatka „ważna".txt', 'duży.txt'])
        await expect(added).toContainText(name);
      const download = page.waitForEvent('download');
      await rows(page)
        .getByRole('button', { name: /^Pobierz Notatka/ })
        .click();
      expect((await download).suggestedFilename()).toMatch(/^Notatka „ważna.\.txt$/);
      expect(await readFile(await (await download).path(), 'utf8')).toBe('Zażółć gęślą jaźń');
      expect(
        (await attachmentsOf(product, id)).map(({ originalFilename }) => originalFilename).sort(),
      ).toEqual(['Notatka „ważna".txt', 'duży.txt', 'plan.png']);
      await expectAccessible(page);
    });

    test('explains refused files: before sending, by the server, and without a connection', async ({
      product,
      context,
      page,
    }) => {
      const id = await openNewTask(product, page);
      let calls = 0;
      await page.route('**/attachments', (route) => {
        calls += 1;
        return route.continue();
      });
      await choose(page, [
        text('pusty.txt', ''),
        text('strona.html', '<p>x</p>'),
        text('za-duzy.txt', Buffer.alloc(10 * 1024 * 1024 + 1, 'a')),
      ]);
      await expect(queued(page)).toHaveText([
        /Błąd podczas przesyłania pliku: Plik jest pusty\./,
        /Błąd podczas przesyłania pliku: Ten rodzaj pliku nie jest przyjmowany\./,
        /Błąd podczas przesyłania pliku: Plik jest większy niż 10 MB\./,
      ]);
      expect(calls).toBe(0);
      await expectAccessible(page);
      for (const name of ['pusty.txt', 'strona.html', 'za-duzy.txt'])
        await queued(page)
          .getByRole('button', { name: `Usuń z listy: ${name}` })
          .click();
      await choose(page, [
        { ...text('udaje.png', '<!doctype html><script>alert(1)</script>'), mimeType: 'image/png' },
      ]);
      await expect(queued(page)).toContainText([
        'Błąd podczas przesyłania pliku: Zawartość pliku nie zgadza się z jego rozszerzeniem.',
      ]);
      await expect(queued(page).getByRole('button', { name: /Spróbuj ponownie/ })).toHaveCount(0);
      await queued(page).getByRole('button', { name: 'Usuń z listy: udaje.png' }).click();

      // Simulates a task number lost in transit.
      await page.route(
        '**/attachments',
        (route) => route.continue({ url: `${product.gatewayUrl('acme')}/api/tasks/0/attachments` }),
        { times: 1 },
      );
      await choose(page, [text('bez zadania.txt')]);
      await expect(queued(page)).toContainText(['Błąd podczas przesyłania pliku: ID zadania jest wymagane']);
      await queued(page).getByRole('button', { name: 'Usuń z listy: bez zadania.txt' }).click();

      await context.setOffline(true);
      await choose(page, [text('list.txt')]);
      await expect(queued(page)).toHaveText([/Błąd podczas przesyłania pliku(?!:)/]);
      await context.setOffline(false);
      await queued(page).getByRole('button', { name: 'Spróbuj ponownie: list.txt' }).click();
      await expect(rows(page)).toContainText(['list.txt']);
      expect(await attachmentsOf(product, id)).toHaveLength(1);
    });

    test('shows files but no addresses or upload to a visitor, and reports a lost file', async ({
      product,
      page,
    }) => {
      const id = await numberOf(product, 'Przeciek w dachu nad regałem C14');
      await page.goto(`${product.gatewayUrl('acme')}/task/${id}`);
      await expect(rows(page)).toContainText(['m***@acme.test']);
      await expect(card(page).getByRole('button', { name: 'Wybierz pliki' })).toHaveCount(0);
      const download = page.waitForEvent('download');
      await rows(page).getByRole('button', { name: 'Pobierz przeciek-c14.png' }).click();
      expect((await download).suggestedFilename()).toBe('przeciek-c14.png');
      await page.route('**/download', (route) => route.abort());
      await rows(page).getByRole('button', { name: 'Pobierz przeciek-c14.png' }).click();
      await expect(card(page)).toContainText('Błąd podczas pobierania pliku');
    });
  });
}

test('uploads dropped and pasted files', async ({ product, page }) => {
  await openTask(product, page, 'Nowe identyfikatory dla gości');
  await giveFiles(card(page).getByText('Przeciągnij pliki tutaj'), 'drop', text('upuszczony.txt'));
  await expect(rows(page)).toContainText(['upuszczony.txt']);
  await giveFiles(page.getByLabel('Komentarz', { exact: true }), 'paste', { ...picture, name: 'image.png' });
  await expect(rows(page)).toHaveCount(2);
  await expect(rows(page).nth(1)).toContainText(/\d{4}-\d\d-\d\d_\d\d-\d\d-\d\d\.png/);
});

test('shows upload progress and cancels an upload halfway', async ({ product, context, page }) => {
  const id = await openTask(product, page, 'Raport dobowy przychodzi pusty');
  const devtools = await context.newCDPSession(page);
  await devtools.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: 0,
    downloadThroughput: -1,
    uploadThroughput: 500 * 1024,
  });
  await choose(page, [text('dlugi.txt', Buffer.alloc(8 * 1024 * 1024, 'a'))]);
  const progress = queued(page).getByRole('progressbar', { name: 'Przesyłanie pliku dlugi.txt' });
  await expect
    .poll(() => progress.evaluate((bar) => (bar as HTMLProgressElement).value))
    .toBeGreaterThan(0.1);
  expect(await progress.evaluate((bar) => (bar as HTMLProgressElement).value)).toBeLessThan(1);
  await queued(page).getByRole('button', { name: 'Anuluj przesyłanie: dlugi.txt' }).click();
  await expect(queued(page)).toHaveCount(0);
  await devtools.detach();
  await choose(page, [text('krotki.txt')]);
  await expect(rows(page)).toContainText(['krotki.txt']);
  expect((await attachmentsOf(product, id)).map(({ originalFilename }) => originalFilename)).toEqual([
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
  await openTask(product, page, 'Waga paletowa pokazuje o 12 kg za dużo');
  await choose(page, [picture]);
  await expect(rows(page)).toHaveCount(2);
  const opener = rows(page).getByRole('button', { name: 'protokol-naprawy-2026118.pdf', exact: true });
  await opener.focus();
  await page.keyboard.press('Enter');
  const pdf = page.getByRole('dialog', { name: 'protokol-naprawy-2026118.pdf' });
  const sheet = pdf.getByRole('img', { name: 'Strona 1 z 1' });
  /** Whether the canvas has any pixel that is not white. */
  const hasInk = () =>
    sheet.evaluate((canvas) => {
      const { width, height } = canvas as HTMLCanvasElement;
      const pixels =
        (canvas as HTMLCanvasElement).getContext('2d')?.getImageData(0, 0, width, height).data ?? [];
      return pixels.some((value, index) => index % 4 === 0 && value < 100 && (pixels[index + 3] ?? 0) > 0);
    });
  await expect.poll(hasInk).toBe(true);
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    for (const width of [1440, 390]) {
      await page.setViewportSize({ width, height: 900 });
      await expectAccessible(page);
    }
  }
  await page.keyboard.press('ArrowRight');
  await expect(
    page.getByRole('dialog', { name: 'plan.png' }).getByRole('img', { name: 'plan.png' }),
  ).toBeVisible();
  await expect(page.getByRole('dialog')).toContainText('2 z 2');
  await page.keyboard.press('ArrowLeft');
  await expect(sheet).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toBeHidden();
  await expect(opener).toBeFocused();
});
