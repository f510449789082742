import type { Locator, Page } from '@playwright/test';
import { expectAccessible } from '../support/accessibility';
import { devices } from '../support/devices';
import { openBrowser } from '../support/page-problems';
import { addSession } from '../support/people';
import { expect, test } from '../support/product';
import { filtersButton } from '../support/task-list';
import { activity, fact } from '../support/task-page';
import { actAs, submitTask, waitUntilFound } from '../support/tasks';
import { createTranslate } from '../support/translate';

type Translate = ReturnType<typeof createTranslate>;

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

const signInByKeyboard = async (page: Page, say: Translate): Promise<void> => {
  await expect(page.getByLabel(say('Email or Username'))).toBeFocused();
  await page.keyboard.type('olga@acme.test');
  await page.keyboard.press('Enter');
  await expect(page.getByLabel(say('Password'), { exact: true })).toBeFocused();
  await page.keyboard.type('obieg-demo');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: say('Dashboard Overview') })).toBeVisible();
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
    await signInByKeyboard(page, createTranslate('mul'));
    if (isPhone) await press(page, button(page, 'Otwórz menu'));
    await press(page, page.getByRole('navigation').getByRole('link', { name: 'Lista Zadań' }));
    if (isPhone) await press(page, filtersButton(page));
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

    await press(page, page.getByRole('button', { name: 'Edytuj', exact: true }));
    await expect(page.getByRole('form', { name: 'Edycja zadania' }).getByLabel('Tytuł')).toBeFocused();
    await page.keyboard.press('End');
    await page.keyboard.type(', naprawiona');
    await page.keyboard.press('Enter');
    await expect(page.getByRole('heading', { level: 1, name: `${title}, naprawiona` })).toBeVisible();
    await expect(page.getByRole('button', { name: 'Edytuj', exact: true })).toBeFocused();
    await press(page, button(page, 'Zakończ'));
    await expect(fact(page, 'Status')).toContainText('Zakończone');
    for (const { close } of [visitor, operator]) await close();
  });
}

const fold = (text: string): string => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();

/** Opens the palette, types a name without case and diacritics, and chooses the first result. */
const choose = async (page: Page, say: Translate, name: string): Promise<void> => {
  await page.keyboard.press('Control+k');
  const palette = page.getByRole('dialog', { name: say('Szukaj i wykonaj polecenie') });
  await expect(palette.getByRole('combobox')).toBeFocused();
  await page.keyboard.type(fold(name));
  await expect(palette.getByRole('option', { selected: true })).toContainText(name);
  await page.keyboard.press('Enter');
  await expect(palette).toBeHidden();
};
const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name, exact: true });

const [desktop, phone] = devices;
const days = [
  { ...desktop, language: 'pl' as const },
  { ...phone, language: 'en' as const },
];
for (const { name, viewport, colorScheme, language } of days) {
  const isPhone = viewport.width < 768;
  test(`an operator spends a day with palette and shortcuts, ${name}, ${language}`, async ({
    browser,
    product,
  }) => {
    const say = createTranslate(language);
    const acme = product.gatewayUrl('acme');
    const titles = ['pierwsze', 'drugie', 'trzecie'].map(
      (word) => `Skróty${language}${viewport.width} ${word}`,
    );
    for (const title of titles) await submitTask(product, { title });
    await waitUntilFound(
      await actAs(product, 'olga@acme.test'),
      `skróty${language}${viewport.width}`,
      titles.length,
    );
    const operator = await openBrowser(browser, { viewport, colorScheme });
    const { page } = operator;
    await page.addInitScript((chosen) => localStorage.setItem('obieg_language', chosen), language);
    await page.goto(`${acme}/login`);
    await signInByKeyboard(page, say);

    // A page by its name, then the search of the list.
    await choose(page, say, say('Lista Zadań'));
    await expect(heading(page, say('Lista Zadań'))).toBeVisible();
    if (isPhone) await press(page, filtersButton(page, say('Filtry')));
    await tabTo(page, page.getByRole('checkbox', { name: say('Przypisane do mnie') }));
    await page.keyboard.press('Space');
    await page.keyboard.press('/');
    await expect(page.getByRole('searchbox', { name: say('Szukaj zadań') })).toBeFocused();
    await page.keyboard.type(`skróty${language}${viewport.width}`);
    const links = titles.map((title) => page.getByRole('link', { name: title }));
    for (const link of links) await expect(link).toBeVisible();
    // Keys are off while typing: the letters went into the field.
    await expect(page.getByRole('searchbox', { name: say('Szukaj zadań') })).toHaveValue(
      `skróty${language}${viewport.width}`,
    );
    await page.getByRole('searchbox', { name: say('Szukaj zadań') }).blur();
    const rows = page.getByRole('table').locator('tbody a');
    await expect(rows).toHaveCount(titles.length);
    await page.keyboard.press('j');
    await expect(rows.nth(0)).toBeFocused();
    await page.keyboard.press('j');
    await expect(rows.nth(1)).toBeFocused();
    await page.keyboard.press('k');
    await expect(rows.nth(0)).toBeFocused();
    const order = await rows.allTextContents();
    const titleAt = (position: number) => titles.find((title) => order[position]?.includes(title)) as string;
    await page.keyboard.press('Enter');

    // The task: transition, assignment, priority, due date, comment, watching.
    await expect(heading(page, titleAt(0))).toBeVisible();
    const neighbors = page.getByRole('navigation', { name: say('Zadania z listy') });
    await expect(neighbors).toBeVisible();
    await expectAccessible(page);
    await expect(button(page, 'Rozpocznij')).toBeEnabled();
    await page.keyboard.press('t');
    const transitions = page.getByRole('dialog', { name: say('Dostępne przejścia') });
    await expect(transitions.getByRole('button', { name: 'Rozpocznij' })).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(transitions).toBeHidden();
    await expect(fact(page, say('Status'))).toContainText('W toku');
    for (const [key, dialogName] of [
      ['a', say('Zmień przypisanie')],
      ['p', say('Zmień priorytet')],
      ['d', say('Zmień termin')],
    ] as const) {
      await page.keyboard.press(key);
      const dialog = page.getByRole('dialog', { name: dialogName });
      await expect(dialog).toBeVisible();
      await page.keyboard.press('Escape');
      await expect(dialog).toBeHidden();
    }
    await page.keyboard.press('c');
    await expect(page.getByRole('textbox', { name: say('Komentarz') })).toBeFocused();
    await page.keyboard.type('Skrótem.');
    await press(page, button(page, say('Dodaj komentarz')));
    await expect(activity(page, say('Aktywność')).filter({ hasText: 'Skrótem.' })).toBeVisible();
    await expect(page.getByRole('textbox', { name: say('Komentarz') })).toBeFocused();
    await page.getByRole('textbox', { name: say('Komentarz') }).blur();
    const watching = button(page, say('Nie obserwuj zadania'));
    await expect(watching).toBeVisible();
    await page.keyboard.press('w');
    await expect(button(page, say('Obserwuj zadanie'))).toBeVisible();

    // The next and the previous task of the list.
    await page.keyboard.press('j');
    await expect(heading(page, titleAt(1))).toBeVisible();
    await page.keyboard.press('j');
    await expect(heading(page, titleAt(2))).toBeVisible();
    await expect(neighbors.getByRole('button', { name: say('Następne zadanie') })).toBeDisabled();
    await page.keyboard.press('k');
    await expect(heading(page, titleAt(1))).toBeVisible();
    await page.keyboard.press('e');
    await expect(
      page.getByRole('form', { name: say('Edycja zadania') }).getByLabel(say('Tytuł')),
    ).toBeFocused();

    // A task by its text, recent ones first, a command of the page, and the pages by letters.
    await page.goto(`${acme}/dashboard`);
    await expect(heading(page, say('Dashboard Overview'))).toBeVisible();
    await choose(page, say, titleAt(2));
    await expect(heading(page, titleAt(2))).toBeVisible();
    await expect(button(page, say('Edytuj'))).toBeVisible();
    await choose(page, say, say('Zmień priorytet'));
    await expect(page.getByRole('dialog', { name: say('Zmień priorytet') })).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(page.getByRole('dialog', { name: say('Zmień priorytet') })).toBeHidden();
    await page.keyboard.press('g');
    await page.keyboard.press('d');
    await expect(heading(page, say('Dashboard Overview'))).toBeVisible();
    await page.keyboard.press('Control+k');
    await expect(
      page
        .getByRole('group', { name: say('Ostatnie') })
        .getByRole('option')
        .first(),
    ).toContainText(titleAt(2));
    await expectAccessible(page);
    const { width, height } = (await page.getByRole('dialog').boundingBox()) ?? { width: 0, height: 0 };
    if (viewport.width < 640) expect({ width, height }).toEqual(viewport);
    await page.keyboard.press('Escape');
    await expect(page.getByRole('dialog')).toBeHidden();

    // The list of shortcuts has their switch.
    await page.keyboard.press('?');
    const help = page.getByRole('dialog', { name: say('Skróty klawiszowe') });
    await expect(help.getByText(say('Lista Zadań'))).toBeVisible();
    await expectAccessible(page);
    await tabTo(page, help.getByRole('checkbox', { name: say('Skróty jednoklawiszowe') }));
    await page.keyboard.press('Space');
    await page.keyboard.press('Escape');
    await expect(help).toBeHidden();
    await page.keyboard.press('?');
    await page.keyboard.press('Control+k');
    await expect(page.getByRole('dialog', { name: say('Szukaj i wykonaj polecenie') })).toBeVisible();
    await expect(help).toBeHidden();
    await operator.close();
  });
}

test('the palette opens for a key pressed as soon as the page is shown', async ({
  context,
  page,
  product,
}) => {
  const acme = product.gatewayUrl('acme');
  await addSession(context, acme, 'olga@acme.test');
  await page.addInitScript(() => {
    const observer = new MutationObserver(() => {
      if (document.querySelector('main h1') === null) return;
      observer.disconnect();
      document.body.dispatchEvent(
        new KeyboardEvent('keydown', { key: 'k', ctrlKey: true, bubbles: true, cancelable: true }),
      );
    });
    observer.observe(document, { childList: true, subtree: true });
  });
  await page.goto(`${acme}/dashboard`);
  await expect(page.getByRole('dialog').getByRole('combobox')).toBeFocused();
});
