import type { Page } from '@playwright/test';
import { devices } from '../support/devices';
import { addSession } from '../support/people';
import { expect, test } from '../support/product';
import { submitTask } from '../support/tasks';
import { answerFewestQuestions } from '../support/wizard';

/** Distinct heights and text sizes of the fields and their buttons in a part of the page. */
const measure = (page: Page, part: string) =>
  page.locator(part).evaluate((root) => {
    const isField = (element: Element): element is HTMLElement =>
      element instanceof HTMLElement &&
      element.offsetParent !== null &&
      // Checkboxes have their own size, and a hidden user name helps password managers.
      !element.matches('[type="checkbox"], [type="radio"], [type="file"], [tabindex="-1"]');
    const fields = [
      ...root.querySelectorAll('input, select, textarea, [data-size] > button[type="submit"]'),
    ].filter(isField);
    const sizes = fields.map((field) => getComputedStyle(field).fontSize);
    const heights = fields
      // A text area grows with its text.
      .filter((field) => field.tagName !== 'TEXTAREA')
      .map((field) => Math.round(field.getBoundingClientRect().height));
    return { count: fields.length, sizes: [...new Set(sizes)], heights: [...new Set(heights)] };
  });

const expectOneSize = async (page: Page, part: string, fieldsMin: number): Promise<void> => {
  for (const { viewport } of devices.toReversed()) {
    await page.setViewportSize(viewport);
    await expect
      .poll(async () => (await measure(page, part)).count, { message: part })
      .toBeGreaterThanOrEqual(fieldsMin);
    const { sizes, heights } = await measure(page, part);
    expect({ sizes, heights }, part).toEqual({ sizes: [expect.any(String)], heights: [expect.any(Number)] });
  }
};

test.describe('Fields of one form', () => {
  test('have one height and one text size on the screens of tasks', async ({ context, page, product }) => {
    const acme = product.gatewayUrl('acme');
    const id = await submitTask(product, { title: 'Wymiary' });
    await addSession(context, acme, 'anna@acme.test');
    await page.goto(`${acme}/task/${id}`);
    await expect(page.getByRole('heading', { level: 1, name: 'Wymiary' })).toBeVisible();
    await page.getByRole('button', { name: 'Zmień przypisanie' }).click();
    const type = page.getByRole('dialog').getByLabel('Sposób przypisania');
    await type.selectOption('ASSIGN_TO_USER');
    await expectOneSize(page, '[role="dialog"] form', 3);
    await type.selectOption('ASSIGN_TO_GROUP');
    await expectOneSize(page, '[role="dialog"] form', 3);
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Zmień priorytet' }).click();
    await expectOneSize(page, '[role="dialog"] form', 2);
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Edytuj', exact: true }).click();
    await expectOneSize(page, 'form[aria-label="Edycja zadania"]', 6);
    await page.goto(`${acme}/submit-task`);
    await answerFewestQuestions(page);
    await expectOneSize(page, 'main form', 6);
  });

  test('have one height and one text size for visitors and in the administration', async ({
    context,
    page,
    product,
  }) => {
    const acme = product.gatewayUrl('acme');
    await page.goto(`${acme}/submit-task`);
    await answerFewestQuestions(page);
    await expectOneSize(page, 'main form', 4);
    await page.goto(`${acme}/login`);
    await expectOneSize(page, 'main form', 1);
    await page.getByLabel('Email or Username').fill('olga@acme.test');
    await page.getByRole('button', { name: 'Continue' }).click();
    await page.getByLabel('Password', { exact: true }).waitFor();
    await expectOneSize(page, 'main form', 1);
    await addSession(context, acme, 'anna@acme.test');
    const forms: [path: string, fieldsMin: number][] = [
      ['/groups/new', 3],
      ['/workflow-parameters/new', 6],
      ['/workflow-statuses/new', 2],
      ['/status-transitions/new', 5],
    ];
    for (const [path, fieldsMin] of forms) {
      await page.goto(acme + path);
      await expectOneSize(page, 'main form', fieldsMin);
    }
  });
});
