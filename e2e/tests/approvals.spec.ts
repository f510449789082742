import { requestSite } from '@obieg/local';
import { expectReadableOnDevices } from '../support/accessibility';
import { addSession, fetchSession, removeSessions } from '../support/people';
import { expect, test } from '../support/product';
import { actAs, runTransition, submitTask } from '../support/tasks';

test.describe('An approval', () => {
  test('is decided by keyboard by one approver, on the task page by another', async ({
    product,
    page,
    context,
  }) => {
    const acme = product.gatewayUrl('acme');
    const title = 'Zakup drugiego skanera';
    const olga = await actAs(product, 'olga@acme.test');
    const id = await submitTask(product, { title });
    await runTransition(olga, id, 'Rozpocznij');
    await runTransition(olga, id, 'Poproś o akceptację');

    await addSession(context, acme, 'anna@acme.test');
    await page.goto(`${acme}/approvals`);
    await expect(page.getByRole('heading', { level: 1, name: 'Akceptacje' })).toBeVisible();
    const link = page.getByRole('link', { name: title });
    await expect(link).toBeVisible();
    await expectReadableOnDevices(page);
    await link.focus();
    await page.keyboard.press('a');
    const dialog = page.getByRole('dialog', { name: `Akceptuj: ${title}` });
    await dialog.getByLabel('Komentarz do decyzji').fill('Zgoda');
    await dialog.getByRole('button', { name: 'Akceptuj' }).click();
    await expect(link).toHaveCount(0);

    await removeSessions(context);
    await page.evaluate(() => localStorage.clear());
    await addSession(context, acme, 'wiktor@acme.test');
    await page.goto(`${acme}/task/${id}?approval`);
    const approvers = page.getByRole('list', { name: 'Osoby akceptujące' });
    await expect(approvers.getByRole('listitem').filter({ hasText: 'anna' })).toContainText('Zgoda');
    await expectReadableOnDevices(page);
    await page.getByRole('button', { name: 'Akceptuj' }).click();
    await expect(approvers).toHaveCount(0);
    await expect(page.getByText('wiktor (wiktor@acme.test): akceptacja')).toBeVisible();

    const { token } = await fetchSession(acme, 'olga@acme.test');
    const { body } = await requestSite('GET', `${acme}/api/tasks/${id}`, { token });
    expect((body as { task: { statusName: string } }).task.statusName).toBe('W toku');
  });
});
