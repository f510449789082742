import type { Page } from '@playwright/test';
import { expectAccessible } from '../support/accessibility';
import { devices } from '../support/devices';
import { openBrowser } from '../support/page-problems';
import { signIn } from '../support/people';
import { expect, test } from '../support/product';
import { showFilters } from '../support/task-list';

const submit = async (page: Page, { title, email }: { title: string; email: string }): Promise<string> => {
  const toDetails = page.getByRole('button', { name: 'Kontynuuj - Uzupełnij szczegóły zadania' });
  await expect(page.getByRole('button', { name: 'Usterka sprzętu' })).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Usterka sprzętu' }).click();
  await page.getByRole('button', { name: 'Drukarka' }).click();
  await page.getByRole('textbox').fill('HP LaserJet, pokój 204');
  await page.getByRole('button', { name: 'Dalej' }).click();
  await expect(toDetails).toBeVisible();
  await expectAccessible(page);
  await toDetails.click();
  await page.getByLabel('Tytuł').fill(title);
  await page.getByLabel('Opis').fill('Zgłasza zacięcie, choć papieru nie ma. Zażółć gęślą jaźń.');
  await page.getByLabel(/e-mail/i).fill(email);
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Utwórz zadanie' }).click();
  const link = page.locator('a[href^="/task/"]').first();
  await expect(link).toBeVisible();
  await expectAccessible(page);
  const path = (await link.getAttribute('href')) ?? '';
  expect(path).toMatch(/^\/task\/[1-9]\d{11}$/);
  await link.click();
  await expect(page.getByRole('heading', { name: title })).toBeVisible();
  await expectAccessible(page);
  return path;
};

const finish = async (page: Page, title: string): Promise<void> => {
  await showFilters(page);
  await page.getByLabel('Przypisane do mnie').uncheck();
  await page.getByRole('link', { name: title }).first().click();
  await expect(page.getByRole('heading', { name: title })).toBeVisible();
  // On a phone this button replaces the heading of the side column.
  const unfold = page.getByRole('button', { name: 'Szczegóły' });
  const isFolded = await unfold.isVisible();
  if (isFolded) await unfold.click();
  await expect(page.getByRole('heading', { name: 'Szczegóły' })).toBeVisible({ visible: !isFolded });
  await expect(page.getByText('HP LaserJet, pokój 204')).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Rozpocznij' }).click();
  await expect(page.getByText('W toku').first()).toBeVisible();
  await page.getByRole('textbox', { name: /komentarz/i }).fill('Jadę na miejsce.');
  await page.getByRole('button', { name: 'Dodaj komentarz' }).click();
  await expect(page.getByText('Jadę na miejsce.')).toBeVisible();
  await page.getByRole('button', { name: 'Zakończ' }).click();
  await expect(page.getByText('Zakończone').first()).toBeVisible();
};

for (const { name, viewport, colorScheme } of devices) {
  test(`a visitor submits a task, an operator completes it, another organization does not see it, ${name}`, async ({
    browser,
    product,
  }) => {
    const acme = product.gatewayUrl('acme');
    const globex = product.gatewayUrl('globex');
    const title = `Nie działa drukarka na piętrze ${viewport.width}`;

    const options = { viewport, colorScheme, reducedMotion: 'no-preference' } as const;

    const visitor = await openBrowser(browser, options);
    await visitor.page.goto(`${acme}/submit-task`);
    const path = await submit(visitor.page, { title, email: `gosc${viewport.width}@example.com` });

    const operator = await openBrowser(browser, options);
    await signIn(operator.page, acme, 'olga@acme.test');
    await expectAccessible(operator.page);
    await operator.page.goto(`${acme}/tasks`);
    await finish(operator.page, title);

    const otherTenant = await openBrowser(browser, options);
    await signIn(otherTenant.page, globex, 'greta@globex.test');
    await otherTenant.page.goto(`${globex}${path}`);
    await expect(otherTenant.page.getByText(/Nie znaleziono zadania/)).toBeVisible();
    await expect(otherTenant.page.getByText(title)).toHaveCount(0);
    await expectAccessible(otherTenant.page);
    await otherTenant.page.goto(`${globex}/tasks`);
    await showFilters(otherTenant.page);
    await otherTenant.page.getByLabel('Przypisane do mnie').uncheck();
    await expect(otherTenant.page.getByText('Lodówka głośno buczy').first()).toBeVisible();
    await expect(otherTenant.page.getByText(title)).toHaveCount(0);

    for (const { close } of [visitor, operator, otherTenant]) await close();
  });
}
