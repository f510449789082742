import { chromium, type Page } from '@playwright/test';
import { expectReadableOnDevices } from '../support/accessibility';
import { attachmentRows, attachmentsCard, fetchAttachments, openNewTask } from '../support/attachments';
import { launchOptions } from '../support/browser';
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

test.describe('Camera', () => {
  test('takes, retakes and uploads a photo named by its timestamp', async ({ product, page }) => {
    const id = await openNewTask(product, page);
    await attachmentsCard(page).getByRole('button', { name: 'Zrób zdjęcie' }).click();
    const dialog = page.getByRole('dialog', { name: 'Zrób zdjęcie' });
    await dialog.getByRole('button', { name: 'Zrób zdjęcie' }).click();
    await expect(dialog.getByRole('img', { name: 'Zrobione zdjęcie' })).toBeVisible();
    await expectReadableOnDevices(page);
    await dialog.getByRole('button', { name: 'Powtórz' }).click();
    await dialog.getByRole('button', { name: 'Zrób zdjęcie' }).click();
    await dialog.getByRole('button', { name: 'Użyj zdjęcia' }).click();
    await expect(dialog).toBeHidden();
    await expect(attachmentRows(page)).toContainText([/\d{4}-\d\d-\d\d_\d\d-\d\d-\d\d\.jpg/]);
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
    await expect(attachmentsCard(page)).toContainText(
      'Dostęp do aparatu został zablokowany. Sprawdź ustawienia przeglądarki.',
    );
    await expectReadableOnDevices(page);
  });
});
