import { chromium, type Page } from '@playwright/test';
import { expectReadable } from '../support/accessibility';
import { attachmentRows, attachmentsCard, fetchAttachments, openNewTask } from '../support/attachments';
import { launchOptions } from '../support/browser';
import { devices } from '../support/devices';
import { openBrowser } from '../support/page-problems';
import { expect, test as productTest } from '../support/product';

const test = productTest.extend<{ pageWithoutCamera: Page }>({
  /** A page of a browser that denies access to the camera. */
  pageWithoutCamera: async ({ viewport, colorScheme }, use) => {
    const args = [...launchOptions.args, '--use-fake-ui-for-media-stream=deny'];
    const browser = await chromium.launch({ ...launchOptions, args });
    const { page, close } = await openBrowser(browser, { viewport, colorScheme });
    await use(page);
    await close();
    await browser.close();
  },
});

const failures = {
  NotAllowedError: 'Dostęp do aparatu został zablokowany. Sprawdź ustawienia przeglądarki.',
  NotFoundError: 'Nie znaleziono aparatu w urządzeniu.',
  NotSupportedError: 'Aparat nie jest obsługiwany w tej przeglądarce.',
  SecurityError: 'Aparat wymaga bezpiecznego połączenia (HTTPS). Spróbuj przesłać plik z dysku.',
  NotReadableError: 'Nie można uzyskać dostępu do aparatu',
};

for (const { name, viewport, colorScheme } of devices) {
  test.describe(`Camera, ${name}`, () => {
    test.use({ viewport, colorScheme });

    test('takes, retakes and uploads a photo named by its timestamp', async ({ product, page }) => {
      const id = await openNewTask(product, page);
      await page.evaluate(() => {
        const { mediaDevices } = navigator;
        const open = mediaDevices.getUserMedia.bind(mediaDevices);
        mediaDevices.getUserMedia = (wanted) => {
          document.documentElement.dataset['wanted'] = JSON.stringify(wanted);
          return open(wanted);
        };
      });
      await attachmentsCard(page).getByRole('button', { name: 'Zrób zdjęcie' }).click();
      const dialog = page.getByRole('dialog', { name: 'Zrób zdjęcie' });
      await dialog.getByRole('button', { name: 'Zrób zdjęcie' }).click();
      await expect(dialog.getByRole('img', { name: 'Zrobione zdjęcie' })).toBeVisible();
      await expectReadable(page);
      await dialog.getByRole('button', { name: 'Powtórz' }).click();
      await dialog.getByRole('button', { name: 'Zrób zdjęcie' }).click();
      await dialog.getByRole('button', { name: 'Użyj zdjęcia' }).click();
      await expect(dialog).toBeHidden();
      await expect(attachmentRows(page)).toContainText([/\d{4}-\d\d-\d\d_\d\d-\d\d-\d\d\.jpg/]);
      expect(await page.evaluate(() => document.documentElement.dataset['wanted'])).toContain(
        '"facingMode":"environment"',
      );
      const [photo] = await fetchAttachments(product, id);
      expect(photo?.mimeType).toBe('image/jpeg');
      await attachmentRows(page)
        .getByRole('button', { name: /\.jpg$/ })
        .first()
        .click();
      const shown = page.getByRole('dialog').getByRole('img', { name: /\.jpg$/ });
      await expect
        .poll(() => shown.evaluate((img) => (img as HTMLImageElement).naturalWidth))
        .toBeGreaterThan(100);
    });

    test('explains why the camera cannot be used', async ({ product, pageWithoutCamera: page }) => {
      await openNewTask(product, page);
      const open = attachmentsCard(page).getByRole('button', { name: 'Zrób zdjęcie' });
      await open.click();
      await expect(attachmentsCard(page)).toContainText(failures.NotAllowedError);
      await expectReadable(page);
      for (const [error, message] of Object.entries(failures)) {
        await page.evaluate((failure) => {
          navigator.mediaDevices.getUserMedia = () => Promise.reject(new DOMException('', failure));
        }, error);
        await open.click();
        await expect(attachmentsCard(page)).toContainText(message);
      }
    });

    test('replaces the camera button by an explanation if the browser has no camera interface', async ({
      product,
      page,
    }) => {
      await page.addInitScript(() => {
        Object.defineProperty(Navigator.prototype, 'mediaDevices', { get: () => undefined });
      });
      await openNewTask(product, page);
      await expect(attachmentsCard(page)).toContainText('Aparat niedostępny (wymagane HTTPS)');
      await expect(attachmentsCard(page).getByRole('button', { name: 'Zrób zdjęcie' })).toHaveCount(0);
    });
  });
}
