import { type Browser, expect, test } from '@playwright/test';
import { expectAccessible } from '../support/accessibility';
import { signIn } from '../support/journeys';
import { organizationAddress } from '../support/product';

const newPage = async (browser: Browser, width: number) =>
  (await browser.newContext({ viewport: { width, height: 900 } })).newPage();

for (const width of [1440, 390]) {
  test(`a visitor submits, an operator brings the task to its end, another organization sees nothing (${width} px)`, async ({
    browser,
  }) => {
    const acme = organizationAddress('acme');
    const globex = organizationAddress('globex');
    const title = `Nie działa drukarka na piętrze ${width}`;

    const visitor = await newPage(browser, width);
    await visitor.goto(`${acme}/submit-task`);
    await expectAccessible(visitor);
    const details = visitor.getByRole('button', { name: 'Kontynuuj - Uzupełnij szczegóły zadania' });
    await visitor.getByRole('button', { name: 'Usterka sprzętu' }).click();
    await visitor.getByRole('button', { name: 'Drukarka' }).click();
    await visitor.getByRole('textbox').fill('HP LaserJet, pokój 204');
    await visitor.getByRole('button', { name: 'Dalej' }).click();
    await expect(details).toBeVisible();
    await expectAccessible(visitor);
    await details.click();
    await visitor.getByLabel('Tytuł').fill(title);
    await visitor
      .getByLabel('Opis')
      .fill('Zgłasza zacięcie papieru, choć papieru nie ma. Zażółć gęślą jaźń.');
    await visitor.getByLabel(/e-mail/i).fill(`gosc${width}@example.com`);
    await expectAccessible(visitor);
    await visitor.getByRole('button', { name: 'Utwórz zadanie' }).click();
    const link = visitor.locator('a[href^="/task/"]');
    await expect(link).toBeVisible();
    const path = (await link.getAttribute('href')) ?? '';
    expect(path).toMatch(/^\/task\/[1-9]\d{11}$/);
    await expectAccessible(visitor);
    await link.click();
    await expect(visitor.getByRole('heading', { name: title })).toBeVisible();
    await expectAccessible(visitor);

    const operator = await newPage(browser, width);
    await signIn(operator, acme, 'olga@acme.test');
    await expectAccessible(operator);
    await operator.goto(`${acme}/tasks`);
    await operator.getByLabel('Przypisane do mnie').uncheck();
    await operator.getByRole('link', { name: title }).first().click();
    await expect(operator.getByText('HP LaserJet, pokój 204')).toBeVisible();
    await expectAccessible(operator);
    await operator.getByRole('button', { name: 'Rozpocznij' }).click();
    await expect(operator.getByText('W toku').first()).toBeVisible();
    await operator.getByRole('textbox', { name: /komentarz/i }).fill('Jadę na miejsce.');
    await operator.getByRole('button', { name: 'Dodaj komentarz' }).click();
    await expect(operator.getByText('Jadę na miejsce.')).toBeVisible();
    await operator.getByRole('button', { name: 'Zakończ' }).click();
    await expect(operator.getByText('Zakończone').first()).toBeVisible();

    const stranger = await newPage(browser, width);
    await signIn(stranger, globex, 'greta@globex.test');
    await stranger.goto(`${globex}${path}`);
    await expect(stranger.getByText(/Nie znaleziono zadania/)).toBeVisible();
    await expect(stranger.getByText(title)).toHaveCount(0);
    await stranger.goto(`${globex}/tasks`);
    await stranger.getByLabel('Przypisane do mnie').uncheck();
    await expect(stranger.getByRole('heading', { name: 'Lista Zadań' })).toBeVisible();
    await expect(stranger.getByText(title)).toHaveCount(0);
  });
}
