import type { Locator, Page } from '@playwright/test';
import { devices } from '../support/devices';
import { openBrowser } from '../support/page-problems';
import { expect, test } from '../support/product';
import { activity, fact } from '../support/task-page';

const maxTabPresses = 90;

/** Presses Tab until the target has the focus. A target that Tab does not reach is unusable by keyboard. */
const tabTo = async (page: Page, target: Locator): Promise<void> => {
  await expect(target).toBeVisible();
  for (let presses = 0; presses < maxTabPresses; presses++) {
    if (await target.evaluate((element) => element === document.activeElement)) return;
    await page.keyboard.press('Tab');
  }
  await expect(target, `reached within ${maxTabPresses} presses of Tab`).toBeFocused();
};
const press = async (page: Page, target: Locator): Promise<void> => {
  await tabTo(page, target);
  await page.keyboard.press('Enter');
};
const type = async (page: Page, target: Locator, text: string): Promise<void> => {
  await tabTo(page, target);
  await page.keyboard.type(text);
};
const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name });

const submit = async (page: Page, title: string): Promise<void> => {
  await expect(page.getByRole('heading', { name: 'Czego dotyczy zgłoszenie?' })).toBeFocused();
  await page.keyboard.press('1');
  await expect(page.getByRole('heading', { name: 'Jaki to sprzęt?' })).toBeFocused();
  await press(page, button(page, 'Drukarka'));
  await expect(page.getByRole('textbox', { name: 'Jaki to model i gdzie stoi?' })).toBeFocused();
  await page.keyboard.type('HP, pokój 7');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: 'Podsumowanie odpowiedzi' })).toBeFocused();
  await press(page, button(page, /^Kontynuuj/));
  await expect(page.getByLabel('Tytuł')).toBeFocused();
  await page.keyboard.type(title);
  await type(page, page.getByLabel('Adres e-mail zgłaszającego'), 'klawisz@example.com');
  await press(page, button(page, 'Utwórz zadanie'));
  await expect(page.getByRole('heading', { name: 'Zadanie zostało utworzone' })).toBeFocused();
};

const signInByKeyboard = async (page: Page): Promise<void> => {
  await expect(page.getByLabel('Email or Username')).toBeFocused();
  await page.keyboard.type('olga@acme.test');
  await page.keyboard.press('Enter');
  await expect(page.getByLabel('Password', { exact: true })).toBeFocused();
  await page.keyboard.type('obieg-demo');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: 'Dashboard Overview' })).toBeVisible();
};

for (const { name, viewport, colorScheme } of devices) {
  const isPhone = viewport.width < 768;
  test(`a task goes from submission to completion without a mouse, ${name}`, async ({ browser, product }) => {
    const acme = product.gatewayUrl('acme');
    const title = `Drukarka bez myszy ${viewport.width}`;
    const visitor = await openBrowser(browser, { viewport, colorScheme });
    await visitor.page.goto(`${acme}/submit-task`);
    await submit(visitor.page, title);
    await press(visitor.page, visitor.page.getByRole('link', { name: 'Przejdź do zadania' }));
    await expect(visitor.page.getByRole('heading', { level: 1, name: title })).toBeVisible();

    const operator = await openBrowser(browser, { viewport, colorScheme });
    const { page } = operator;
    await page.goto(`${acme}/login`);
    await signInByKeyboard(page);
    if (isPhone) await press(page, button(page, 'Otwórz menu'));
    await press(page, page.getByRole('navigation').getByRole('link', { name: 'Lista Zadań' }));
    await tabTo(page, page.getByRole('checkbox', { name: 'Przypisane do mnie' }));
    await page.keyboard.press('Space');
    await press(page, page.getByRole('link', { name: title }));
    await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible();

    if (isPhone) await press(page, button(page, 'Szczegóły'));
    await press(page, button(page, 'Zmień przypisanie'));
    const dialog = page.getByRole('dialog', { name: 'Zmień przypisanie' });
    await expect(dialog.getByLabel('Sposób przypisania')).toBeFocused();
    await page.keyboard.press('ArrowDown');
    await type(page, dialog.getByLabel('Użytkownik', { exact: true }), 'marek');
    await expect(page.getByRole('option', { name: /marek/ })).toBeVisible();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await press(page, dialog.getByRole('button', { name: 'Przypisz', exact: true }));
    await expect(dialog).toBeHidden();
    await expect(fact(page, 'Przypisanie')).toContainText('marek@acme.test');
    await expect(button(page, 'Zmień przypisanie')).toBeFocused();

    await press(page, button(page, 'Zmień priorytet'));
    const priority = page.getByRole('dialog', { name: 'Zmień priorytet' });
    await expect(priority.getByLabel('Nowy priorytet')).toBeFocused();
    await page.keyboard.press('ArrowUp');
    await press(page, priority.getByRole('button', { name: 'Zmień priorytet' }));
    await expect(priority).toBeHidden();
    await expect(fact(page, 'Priorytet')).toContainText('Wysoki');

    await press(page, button(page, 'Rozpocznij'));
    await expect(fact(page, 'Status')).toContainText('W toku');
    await type(page, page.getByRole('textbox', { name: 'Komentarz' }), 'Jadę bez myszy.');
    await press(page, button(page, 'Dodaj komentarz'));
    await expect(activity(page).filter({ hasText: 'Jadę bez myszy.' })).toContainText('olga@acme.test');

    await press(page, button(page, 'Edytuj'));
    await expect(page.getByRole('form', { name: 'Edycja zadania' }).getByLabel('Tytuł')).toBeFocused();
    await page.keyboard.press('End');
    await page.keyboard.type(', naprawiona');
    await page.keyboard.press('Enter');
    await expect(page.getByRole('heading', { level: 1, name: `${title}, naprawiona` })).toBeVisible();
    await expect(button(page, 'Edytuj')).toBeFocused();
    await press(page, button(page, 'Zakończ'));
    await expect(fact(page, 'Status')).toContainText('Zakończone');
    for (const { close } of [visitor, operator]) await close();
  });
}
