import { randomUUID } from 'node:crypto';
import { addSession, fetchSession } from '../support/people';
import { expect, test } from '../support/product';
import { activity, commentField } from '../support/task-page';
import { actAs, runTransition, submitTask } from '../support/tasks';

const description = 'Od rana nie drukuje.';

// Each expectation waits for 20 seconds, a third of the polling interval of a page.
test.describe('Live updates', () => {
  test.beforeEach(({ context, product }) =>
    addSession(context, product.gatewayUrl('acme'), 'olga@acme.test'),
  );

  test('add a task to the open list and remove it', async ({ page, product }) => {
    const title = `Ploter ${randomUUID().slice(0, 8)}`;
    const link = page.getByRole('link', { name: title });
    await page.goto(`${product.gatewayUrl('acme')}/tasks`);
    await page.getByLabel('Przypisane do mnie').uncheck();
    await expect(page.locator('tbody tr').first()).toBeVisible();
    const id = await submitTask(product, { title, description });
    await expect(link).toBeVisible();
    const anna = await actAs(product, 'anna@acme.test');
    await anna('PUT', `/${id}`, { title: `${title} w recepcji` });
    await expect(page.getByRole('link', { name: `${title} w recepcji` })).toBeVisible();
    await anna('DELETE', `/${id}`);
    await expect(link).toHaveCount(0);
  });

  test('update the open task without disturbing a comment in progress', async ({ page, product }) => {
    const acme = product.gatewayUrl('acme');
    const id = await submitTask(product, { title: 'Ploter w recepcji', description });
    await page.goto(`${acme}/task/${id}`);
    await commentField(page).fill('Jadę na');
    const anna = await actAs(product, 'anna@acme.test');
    await anna('POST', `/${id}/comment`, { content: 'Już tam jestem.' });
    await expect(activity(page).filter({ hasText: 'Już tam jestem.' })).toBeVisible();
    await runTransition(anna, id, 'Rozpocznij');
    await expect(page.getByText('W toku').first()).toBeVisible();
    await page.keyboard.type(' miejsce');
    await expect(commentField(page)).toHaveValue('Jadę na miejsce');

    const { id: annaId } = await fetchSession(acme, 'anna@acme.test');
    const restricted = { title: 'Ploter w recepcji', visibleUserIds: [annaId], visibleGroupIds: [] };
    await anna('POST', `/${id}/assign`, { assignmentType: 'ASSIGN_TO_ME' });
    await anna('PUT', `/${id}`, restricted);
    await expect(page.getByRole('heading', { name: /Nie znaleziono zadania/ })).toBeVisible();
  });

  test('update the numbers of the dashboard', async ({ page, product }) => {
    const acme = product.gatewayUrl('acme');
    const anna = await actAs(product, 'anna@acme.test');
    const title = `Ploter ${randomUUID().slice(0, 8)}`;
    await page.goto(`${acme}/dashboard`);
    await expect(page.getByRole('heading', { name: 'Ostatnio zmienione' })).toBeVisible();
    await submitTask(product, { title, description }, anna);
    await expect(page.getByRole('link', { name: title }).first()).toBeVisible();
  });
});
