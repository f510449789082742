import { defaultNotificationSettings } from '@obieg/contracts';
import { requestSite } from '@obieg/local';
import { expectAccessible, expectReadableOnDevices } from '../support/accessibility';
import { addSession, fetchSession } from '../support/people';
import { expect, type Product, test } from '../support/product';
import { activity } from '../support/task-page';
import { actAs, submitTask } from '../support/tasks';

const marek = 'marek@acme.test';

/** Due dates of the demo tasks become news at any moment. */
const { reasons } = defaultNotificationSettings;
const withoutDueDates = {
  ...defaultNotificationSettings,
  reasons: { ...reasons, DUE_SOON: { inbox: false, mail: false }, OVERDUE: { inbox: false, mail: false } },
};

/** Empties the inbox, also of what still arrives from earlier tests. @returns the user's id */
const emptyInbox = async (product: Product): Promise<number> => {
  const acme = product.gatewayUrl('acme');
  const { token, id } = await fetchSession(acme, marek);
  await requestSite('PUT', `${acme}/api/notification-settings`, { token, body: withoutDueDates });
  const read = async () =>
    (await requestSite('POST', `${acme}/api/notifications/read`, { token, body: { all: true } })).body;
  await expect.poll(read).toEqual({ success: true, unreadCount: 0, readAt: null });
  return id;
};

test.describe('News of tasks', () => {
  test('reach the bell at once, and are opened, read and snoozed by keyboard', async ({
    product,
    page,
    context,
  }) => {
    const acme = product.gatewayUrl('acme');
    const userId = await emptyInbox(product);
    const olga = await actAs(product, 'olga@acme.test');
    const title = 'Serwer nie wstaje';
    await addSession(context, acme, marek);
    await page.goto(`${acme}/tasks?assignedToMe=true`);
    await expect(page.getByRole('heading', { level: 1, name: 'Lista Zadań' })).toBeVisible();
    const bell = (unread: string) => page.getByRole('link', { name: `Powiadomienia${unread}`, exact: true });
    await expect(bell('')).toBeVisible();

    const id = await submitTask(product, { title });
    await olga('POST', `/${id}/assign`, { assignmentType: 'ASSIGN_TO_USER', userId });
    await olga('POST', `/${id}/comment`, { content: 'Zajrzyj, proszę, dziś.' });
    // The third one is the assignment to the group of the submission's answers.
    await expect(bell(': 3 nieprzeczytane')).toBeVisible();
    await expect(page.getByRole('row').filter({ hasText: title })).toContainText('Nieprzeczytane');

    await bell(': 3 nieprzeczytane').press('Enter');
    await expect(page.getByRole('heading', { level: 1, name: 'Powiadomienia' })).toBeVisible();
    const group = page.getByRole('listitem').filter({ has: page.getByRole('link', { name: title }) });
    await expect(group).toContainText('olga przypisuje zadanie Tobie');
    await expect(group).toContainText('Zajrzyj, proszę, dziś.');
    await expectReadableOnDevices(page);
    await page.keyboard.press('j');
    await expect(group.getByRole('link')).toBeFocused();
    await page.keyboard.press('Enter');

    await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible();
    await expect(page).toHaveURL(/#comment-\d+$/);
    await expect(activity(page).filter({ hasText: 'Zajrzyj, proszę, dziś.' })).toBeFocused();
    await expect(bell('')).toBeVisible();
    await page.getByRole('button', { name: 'Nie obserwuj zadania' }).press('Enter');
    await expect(page.getByRole('button', { name: 'Obserwuj zadanie', exact: true })).toBeVisible();
    await expectReadableOnDevices(page);

    await page.goBack();
    await expect(page.getByText('Wszystko przeczytane.')).toBeVisible();
    await page.getByText('Wszystkie', { exact: true }).click();
    await expect(group).toBeVisible();
    await page.keyboard.press('j');
    await expect(group.getByRole('link')).toBeFocused();
    await page.keyboard.press('s');
    await expect(page.getByRole('menuitem', { name: 'Za 3 godziny' })).toBeFocused();
    await expectAccessible(page);
    await page.keyboard.press('Enter');
    await expect(group).toHaveCount(0);
    await page.getByText('Odłożone', { exact: true }).click();
    await expect(group).toContainText('Wróci');
    await expectReadableOnDevices(page);
    await page.keyboard.press('j');
    await expect(group.getByRole('link')).toBeFocused();
    await page.keyboard.press('e');
    await expect(group).toHaveCount(0);

    await page.getByRole('link', { name: 'Ustawienia powiadomień' }).press('Enter');
    await expect(page.getByRole('heading', { level: 1, name: 'Ustawienia powiadomień' })).toBeVisible();
    await page.getByRole('checkbox', { name: 'Komentarz w obserwowanym zadaniu: E-mail' }).press('Space');
    await page.getByRole('button', { name: 'Zapisz' }).press('Enter');
    await expect(page.getByText('Zapisano ustawienia powiadomień.')).toBeVisible();
    await expectReadableOnDevices(page);
  });
});
