import { expectReadableOnDevices } from '../support/accessibility';
import { addSession } from '../support/people';
import { expect, test } from '../support/product';
import { activity, commentField } from '../support/task-page';
import { submitTask } from '../support/tasks';

test('a stopped service is reported, keeps what was typed, and recovers without a new sign-in', async ({
  context,
  page,
  product,
}) => {
  const acme = product.gatewayUrl('acme');
  const title = 'Wózek bez kół';
  const id = await submitTask(product, { title });
  await addSession(context, acme, 'olga@acme.test');
  await page.goto(`${acme}/task/${id}`);
  await commentField(page).fill('Koła są w drodze.');
  const retry = page
    .getByRole('region', { name: 'Wyniki' })
    .getByRole('button', { name: 'Spróbuj ponownie' });

  await product.processes.stop('svc-tasks');
  try {
    await page.getByRole('button', { name: 'Dodaj komentarz' }).click();
    await expect(page.getByText(/^Failed to add comment: /)).toBeVisible();
    await expect(commentField(page)).toHaveValue('Koła są w drodze.');
    await expectReadableOnDevices(page);
    await page.reload();
    await expect(
      page.getByRole('heading', { level: 1, name: /^Błąd podczas ładowania zadania/ }),
    ).toBeVisible();
    await expectReadableOnDevices(page);
    await page.goto(`${acme}/tasks`);
    await expect(page.getByText('Nie udało się pobrać listy zadań.')).toBeVisible();
    await expect(retry).toBeVisible();
    await expectReadableOnDevices(page);
    // The other services still answer.
    await page.goto(`${acme}/groups`);
    await expect(page.getByRole('link', { name: 'Helpdesk' })).toBeVisible();
  } finally {
    await product.processes.restart('svc-tasks');
  }
  await page.goto(`${acme}/task/${id}`);
  await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible();
  await expect(commentField(page)).toHaveValue('Koła są w drodze.');
  await page.getByRole('button', { name: 'Dodaj komentarz' }).click();
  await expect(activity(page).filter({ hasText: 'Koła są w drodze.' })).toBeVisible();
});
