import { requestSite } from '@obieg/local';
import { expectAccessible } from '../support/accessibility';
import { readMail } from '../support/mails';
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

test('a system works as an integration until an administrator deletes it', async ({ product, page }) => {
  const acme = product.gatewayUrl('acme');
  await addSession(page.context(), acme, 'anna@acme.test');
  await page.goto(`${acme}/connections`);
  await page.getByRole('button', { name: 'New integration' }).click();
  const form = page.getByRole('dialog', { name: 'New integration' });
  await form.getByLabel('Name').fill('Bramka czujników');
  await form.getByLabel('Operator', { exact: true }).check();
  await expectAccessible(page);
  await form.getByRole('button', { name: 'Create Integration' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Bramka czujników' })).toBeVisible();
  await page.getByRole('button', { name: 'New token' }).click();
  const dialog = page.getByRole('dialog', { name: 'New token' });
  await dialog.getByLabel('Name').fill('Serwerownia');
  await dialog.getByLabel('Tasks: read').check();
  await dialog.getByLabel('People and groups: read').check();
  await dialog.getByRole('button', { name: 'Create token' }).click();
  const token = (await page.getByText(/^obg_\w{36}$/).textContent()) ?? '';
  await expectAccessible(page);
  const mail = await readMail(product, 'anna@acme.test', /Bramka czujników/);
  expect(mail.text).toContain(new URL(page.url()).pathname);
  expect(mail.text).not.toContain(token);

  const call = (method: string, path: string) => requestSite(method, `${acme}/api${path}`, { token });
  // A service refuses the token until svc-identity's events have arrived.
  await expect.poll(async () => (await call('GET', '/tasks?limit=1')).status).toBe(200);
  expect((await call('GET', '/users')).status).toBe(403);
  expect((await call('GET', '/integrations')).status).toBe(403);
  const globex = product.gatewayUrl('globex');
  expect((await requestSite('GET', `${globex}/api/tasks`, { token })).status).toBe(401);

  await page.getByRole('button', { name: 'Delete', exact: true }).click();
  const question = page.getByRole('dialog', { name: 'Delete Bramka czujników?' });
  await expect(question.getByText('1 token stops working at once')).toBeVisible();
  await question.getByRole('button', { name: 'Delete Integration' }).click();
  await expect(page).toHaveURL(`${acme}/connections`);
  await expect(page.getByRole('link', { name: 'Bramka czujników' })).toHaveCount(0);
  await expect(page.getByRole('link', { name: 'Monitoring' })).toBeVisible();
  await expect.poll(async () => (await call('GET', '/tasks?limit=1')).status).toBe(401);
});
