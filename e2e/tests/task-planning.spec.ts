import type { Page } from '@playwright/test';
import { expectReadableOnDevices } from '../support/accessibility';
import { addSession } from '../support/people';
import { expect, test } from '../support/product';
import { activity, fact, pressTransition } from '../support/task-page';
import { actAs, runTransition, submitTask } from '../support/tasks';
import { answerFewestQuestions } from '../support/wizard';

const pad = (value: number): string => String(value).padStart(2, '0');
/** For `<input type="datetime-local">`. */
const toLocalInput = (date: Date): string =>
  `${date.getFullYear()}-${pad(date.getMonth() + 1)}-${pad(date.getDate())}T${pad(date.getHours())}:${pad(date.getMinutes())}`;

const openTask = async (page: Page, address: string, id: number, title: string): Promise<void> => {
  await page.goto(`${address}/task/${id}`);
  await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible();
};
const linksCard = (page: Page) => page.getByRole('region', { name: 'Powiązane zadania' });

test.describe('Due dates, links and subtasks', () => {
  test('plan a task, create its subtask, close its duplicate and tell the reporter', async ({
    context,
    page,
    product,
  }) => {
    const acme = product.gatewayUrl('acme');
    const olga = await actAs(product, 'olga@acme.test');
    const title = 'Serwerownia';
    const id = await submitTask(product, { title }, olga);
    const copyTitle = 'Serwerownia drugi raz';
    const copyId = await submitTask(product, { title: copyTitle });
    await runTransition(olga, copyId, 'Rozpocznij');
    await addSession(context, acme, 'olga@acme.test');

    // The due date, overdue in the list and as a filter.
    await openTask(page, acme, id, title);
    await page.getByRole('button', { name: 'Zmień termin', exact: true }).click();
    const dialog = page.getByRole('dialog', { name: 'Zmień termin' });
    await dialog.getByLabel('Termin', { exact: true }).fill(toLocalInput(new Date(Date.now() - 86_400_000)));
    await dialog.getByLabel('Komentarz').fill('Klient czeka.');
    await expectReadableOnDevices(page);
    await dialog.getByRole('button', { name: 'Zapisz termin' }).click();
    await expect(dialog).toBeHidden();
    await expect(fact(page, 'Termin')).toContainText('Po terminie');
    await expect(activity(page).filter({ hasText: 'zmiana terminu' })).toContainText('Klient czeka.');
    await page.goto(`${acme}/tasks?due=overdue&sortBy=dueAt&sortDirection=desc`);
    const row = page.getByRole('row').or(page.getByRole('listitem')).filter({ hasText: title }).first();
    await expect(row).toContainText('Po terminie');
    await expectReadableOnDevices(page);

    // A subtask through the wizard.
    await openTask(page, acme, id, title);
    await linksCard(page).getByRole('link', { name: 'Utwórz podzadanie' }).click();
    await expect(page.getByText('Nowe zadanie będzie podzadaniem zadania:')).toContainText(title);
    await answerFewestQuestions(page);
    await page.getByLabel('Tytuł').fill('Wentylator');
    await page.getByRole('button', { name: 'Utwórz zadanie' }).click();
    await page.getByRole('link', { name: 'Przejdź do zadania' }).click();
    await expect(linksCard(page).getByRole('link', { name: title, exact: true })).toBeVisible();

    // A link by search, seen from the other side, and removed.
    await openTask(page, acme, copyId, copyTitle);
    await linksCard(page).getByRole('button', { name: 'Połącz z zadaniem' }).click();
    const linking = page.getByRole('dialog', { name: 'Połącz z zadaniem' });
    await linking.getByLabel('To zadanie').selectOption('DUPLICATES');
    await linking.getByLabel('Drugie zadanie').fill(String(id));
    await page.getByRole('option', { name: title }).click();
    await expectReadableOnDevices(page);
    await linking.getByRole('button', { name: 'Połącz', exact: true }).click();
    await expect(linksCard(page).getByRole('heading', { name: 'Jest duplikatem' })).toBeVisible();

    // Closing the duplicate offers a comment for its reporter.
    await pressTransition(page, 'Zakończ');
    const telling = page.getByRole('dialog', { name: 'Powiadomić zgłaszającego?' });
    await expect(telling.getByText('gosc@example.com')).toBeVisible();
    await expectReadableOnDevices(page);
    await telling.getByRole('button', { name: 'Wyślij komentarz' }).click();
    await expect(telling).toBeHidden();
    await expect(activity(page).filter({ hasText: 'Tą sprawą zajmujemy się już' })).toContainText(
      'Widoczny dla autora',
    );

    await openTask(page, acme, id, title);
    const card = linksCard(page);
    await expect(card.getByRole('heading', { name: 'Podzadania zakończone: 0 z 1' })).toBeVisible();
    await expect(card.getByRole('heading', { name: 'Ma duplikaty' })).toBeVisible();
    await card.scrollIntoViewIfNeeded();
    await expectReadableOnDevices(page);
    await card.getByRole('button', { name: `Usuń powiązanie: ${copyTitle}` }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Usuń powiązanie', exact: true }).click();
    await expect(card.getByRole('heading', { name: 'Ma duplikaty' })).toHaveCount(0);
  });

  test('set working hours and default due dates', async ({ context, page, product }) => {
    const acme = product.gatewayUrl('acme');
    await addSession(context, acme, 'wiktor@acme.test');
    await page.goto(`${acme}/workflow-statuses`);
    await page.getByRole('link', { name: 'Due dates', exact: true }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'Due dates' })).toBeVisible();
    const lowest = page.getByLabel(/^Working hours: Najniższy/);
    const hours = '39';
    await lowest.fill(hours);
    await page.getByRole('button', { name: 'Save due dates' }).click();
    await expect(page.getByText('The due dates are saved.')).toBeVisible();
    await expectReadableOnDevices(page);
    await page.reload();
    await expect(lowest).toHaveValue(hours);
    const marek = await actAs(product, 'marek@acme.test');
    const id = await submitTask(product, { title: 'Ma termin', priority: 'LOWEST' }, marek);
    await openTask(page, acme, id, 'Ma termin');
    await expect(fact(page, 'Termin')).toContainText(/\d\d\.\d\d\.\d{4}/);
  });
});
