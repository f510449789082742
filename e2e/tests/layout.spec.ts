import { limits } from '@obieg/contracts/limits';
import { expectNoOverflow, expectWholeWords } from '../support/accessibility';
import { addSession } from '../support/people';
import { expect, test } from '../support/product';
import { submitTask } from '../support/tasks';

test('the task list has one vertical scroll bar on a tablet', async ({ page, context, product }) => {
  const acme = product.gatewayUrl('acme');
  const title = 'Ż'.repeat(limits.taskTitleMaxLength);
  await submitTask(product, { title });
  await addSession(context, acme, 'olga@acme.test');
  await page.goto(`${acme}/tasks?statusTypes=INITIAL`);
  for (const width of [640, 768, 1024, 1279]) {
    await page.setViewportSize({ width, height: 900 });
    await expect(page.getByRole('link', { name: title })).toBeVisible();
    const sideways = () =>
      page.evaluate(() =>
        [...document.querySelectorAll('html, main, main *')]
          .filter(({ scrollWidth, clientWidth }) => clientWidth > 0 && scrollWidth > clientWidth)
          .filter((element) => ['auto', 'scroll'].includes(getComputedStyle(element).overflowX))
          .map(({ className }) => className),
      );
    await expect.poll(sideways, `at ${width} pixels`).toEqual([]);
    await expectNoOverflow(page);
    // Table headers stay visible while scrolling. Cards have no headers.
    for (const name of width < 900 ? [] : ['Tytuł', 'Status', 'Priorytet', 'Przypisanie'])
      await expect(page.getByRole('columnheader', { name })).toBeInViewport();
    await expect(page.getByLabel('Sortuj według')).toBeVisible();
  }
});

test('administration lists show all words and buttons on a tablet', async ({ page, context, product }) => {
  const acme = product.gatewayUrl('acme');
  await addSession(context, acme, 'wiktor@acme.test');
  for (const [path, word] of [
    ['/workflow-parameters', 'Registration'],
    ['/workflow-statuses', 'Zakończone'],
    ['/status-transitions', 'Rozpocznij'],
  ] as const) {
    await page.goto(acme + path);
    for (const width of [640, 768, 1024, 1100]) {
      await page.setViewportSize({ width, height: 900 });
      const cell = page.getByRole('cell').getByText(word, { exact: true }).first();
      await expect(cell).toBeVisible();
      const lines = await cell.evaluate((element) => {
        const range = document.createRange();
        range.selectNodeContents(element);
        return new Set([...range.getClientRects()].map(({ top }) => Math.round(top))).size;
      });
      expect(lines, `lines of ${word} at ${width} pixels`).toBe(1);
      await expectNoOverflow(page);
    }
  }
});

test("a click that leaves a field hits its target although the field's error moves the page", async ({
  page,
  product,
}) => {
  await page.goto(`${product.gatewayUrl('acme')}/submit-task`);
  await page.getByRole('button', { name: 'Inna sprawa' }).click();
  await page.getByRole('textbox').fill('Drabina');
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: 'Kontynuuj - Uzupełnij szczegóły zadania' }).click();
  const title = page.getByLabel('Tytuł');
  const back = page.getByRole('button', { name: 'Wróć do podsumowania' });
  await title.focus();
  const position = await back.boundingBox();
  // Near the top edge of the button. One additional line above would move it away from here.
  await page.mouse.move((position?.x ?? 0) + 40, (position?.y ?? 0) + 4);
  await page.mouse.down();
  await expect(title).not.toBeFocused();
  await page.evaluate(
    () => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))),
  );
  await expect(page.getByText('Tytuł jest wymagany')).toBeHidden();
  await page.mouse.up();
  await expect(page.getByRole('heading', { name: 'Podsumowanie odpowiedzi' })).toBeVisible();

  await page.getByRole('button', { name: 'Kontynuuj - Uzupełnij szczegóły zadania' }).click();
  await title.focus();
  await page.getByLabel('Opis').click();
  await expect(page.getByText('Tytuł jest wymagany')).toBeVisible();
  await expect(page.getByLabel('Opis')).toBeFocused();
});

test('the inbox and its settings fit the narrowest phone', async ({ product, context, page }) => {
  const acme = product.gatewayUrl('acme');
  await addSession(context, acme, 'olga@acme.test');
  await page.setViewportSize({ width: 320, height: 640 });
  for (const [path, heading] of [
    ['/inbox', 'Powiadomienia'],
    ['/inbox?show=all', 'Powiadomienia'],
    ['/inbox/settings', 'Ustawienia powiadomień'],
  ] as const) {
    await page.goto(acme + path);
    await expect(page.getByRole('heading', { level: 1, name: heading })).toBeVisible();
    await expect(page.getByRole('main').getByRole('status')).toHaveCount(0);
    await expectNoOverflow(page);
  }
  await expectWholeWords(page.getByRole('table'));
});

test('a condition shows its whole question at each width', async ({ page, context, product }) => {
  const acme = product.gatewayUrl('acme');
  await addSession(context, acme, 'wiktor@acme.test');
  await page.goto(`${acme}/status-transitions`);
  const row = page.getByRole('row').filter({ hasText: 'Zgłoszenie do Helpdesku' });
  await row.getByRole('link', { name: /^Edit/ }).click();
  const question = page
    .getByRole('group', { name: 'Parameter Conditions' })
    .getByRole('combobox', { name: 'Parameter', exact: true });
  await expect(question.locator('option:checked')).toHaveText('Czego dotyczy zgłoszenie?');
  const cutPixels = (): Promise<number> =>
    question.evaluate((select: HTMLSelectElement) => {
      const { fontFamily, fontSize, fontWeight, letterSpacing, paddingLeft, paddingRight } =
        getComputedStyle(select);
      const text = document.createElement('span');
      text.textContent = select.selectedOptions[0]?.textContent ?? '';
      Object.assign(text.style, { fontFamily, fontSize, fontWeight, letterSpacing });
      Object.assign(text.style, { position: 'absolute', whiteSpace: 'nowrap' });
      document.body.append(text);
      const { width } = text.getBoundingClientRect();
      text.remove();
      return width - (select.clientWidth - Number.parseFloat(paddingLeft) - Number.parseFloat(paddingRight));
    });
  for (const width of [1440, 768, 640, 390, 320]) {
    await page.setViewportSize({ width, height: 900 });
    await expect.poll(cutPixels, `at ${width} pixels`).toBeLessThanOrEqual(0);
    await expectNoOverflow(page);
  }
});
