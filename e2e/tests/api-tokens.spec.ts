import { requestSite } from '@obieg/local';
import { expectAccessible } from '../support/accessibility';
import { addSession } from '../support/people';
import { expect, test } from '../support/product';

test('a program works with a token until its owner revokes it', async ({ product, page }) => {
  const acme = product.gatewayUrl('acme');
  await addSession(page.context(), acme, 'olga@acme.test');
  await page.goto(`${acme}/account`);
  await page.getByRole('button', { name: 'Nowy token' }).click();
  const dialog = page.getByRole('dialog', { name: 'Nowy token' });
  await dialog.getByLabel('Nazwa').fill('Raport zmian');
  await dialog.getByLabel('Zadania: odczyt').check();
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Utwórz token' }).click();
  const token = (await page.getByText(/^obg_\w{36}$/).textContent()) ?? '';
  await expectAccessible(page);

  const call = (method: string, path: string, body?: object) =>
    requestSite(method, `${acme}/api${path}`, { token, ...(body ? { body } : {}) });
  expect((await call('GET', '/tasks?limit=1')).status).toBe(200);
  expect((await call('POST', '/tasks', { title: 'Bez uprawnienia' })).status).toBe(403);
  const globex = product.gatewayUrl('globex');
  expect((await requestSite('GET', `${globex}/api/tasks`, { token })).status).toBe(401);

  await page.goto(`${acme}/api/docs`);
  await page.getByLabel('API token').fill(token);
  await page.getByText('/api/auth/me', { exact: true }).click();
  const operation = page.locator('#getSignedInUser');
  await expect(operation.getByText('curl -H "Authorization: Bearer $TOKEN"')).toBeVisible();
  await operation.getByRole('button', { name: 'Send' }).click();
  await expect(operation.getByText('olga@acme.test')).toBeVisible();

  await page.goto(`${acme}/account`);
  await expect(page.getByText(/ostatnio użyty/)).toBeVisible();
  await page.getByRole('button', { name: 'Odwołaj token: Raport zmian' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Odwołaj', exact: true }).click();
  await expect(page.getByText('Token odwołany')).toBeVisible();
  await expect.poll(async () => (await call('GET', '/tasks?limit=1')).status).toBe(401);
});
