import { requestSite } from '@obieg/local';
import type { Page } from '@playwright/test';
import { expectReadableOnDevices } from '../support/accessibility';
import { superAdministrator } from '../support/organizations';
import { openBrowser } from '../support/page-problems';
import { addSession, fetchSession, signIn } from '../support/people';
import { expect, test } from '../support/product';

const rowOf = (page: Page, name: string) =>
  page.getByRole('row').filter({ has: page.getByText(name, { exact: true }) });

test('an organization is created, renamed, moved and deleted, which ends its sessions and keeps its address', async ({
  product,
  browser,
  context,
  page,
}) => {
  const main = product.gatewayUrl();
  const formerCodeName = 'biuro';
  const codeName = 'biuro2';
  await addSession(context, main, superAdministrator);
  await page.goto(main);
  const name = page.getByLabel('Organization name').first();
  const code = page.getByLabel('Code name').first();
  const create = page.getByRole('button', { name: 'Create Organization' });
  await name.fill('Acme jeszcze raz');
  await code.fill('acme');
  await create.click();
  await expect(code).toBeFocused();
  await expect(page.getByText('An organization with this code name already exists.')).toBeVisible();
  await expectReadableOnDevices(page);
  await name.fill('Biuro Żółte');
  await code.fill(formerCodeName);
  await create.click();
  await expect(
    rowOf(page, 'Biuro Żółte').getByRole('link', { name: formerCodeName, exact: true }),
  ).toBeVisible();

  await rowOf(page, 'Biuro Żółte').getByRole('button', { name: 'Edit' }).click();
  const form = page.getByRole('row').filter({ has: page.getByRole('button', { name: 'Save', exact: true }) });
  await expect(form.getByLabel('Organization name')).toBeFocused();
  await form.getByLabel('Organization name').fill('Biuro Zielone');
  await form.getByLabel('Code name').fill(codeName);
  await form.getByRole('button', { name: 'Save', exact: true }).click();
  const move = page.getByRole('dialog', { name: 'Change the address of Biuro Żółte?' });
  await expect(move.getByText(product.gatewayUrl(formerCodeName), { exact: true })).toBeVisible();
  await expect(move.getByText(product.gatewayUrl(codeName), { exact: true })).toBeVisible();
  await expectReadableOnDevices(page);
  await move.getByRole('button', { name: 'Change address' }).click();
  await expect(rowOf(page, 'Biuro Zielone')).toBeVisible();

  const member = await openBrowser(browser, {});
  await member.page.goto(`${product.gatewayUrl(formerCodeName)}/login?from=mail`);
  await expect(member.page).toHaveURL(`${product.gatewayUrl(codeName)}/login?from=mail`);
  const moved = await requestSite('GET', `${product.gatewayUrl(formerCodeName)}/api/permissions/check`, {});
  expect(moved).toMatchObject({ status: 308, body: { address: product.gatewayUrl(codeName) } });
  await signIn(member.page, product.gatewayUrl(codeName), superAdministrator);
  await page.getByRole('textbox', { name: 'Search organizations' }).fill('zielone');
  await expect(page).toHaveURL(/search=zielone/);
  await rowOf(page, 'Biuro Zielone').getByRole('button', { name: 'Delete' }).click();
  const confirmation = page.getByRole('dialog', { name: 'Delete Biuro Zielone?' });
  const typedCode = confirmation.getByLabel(`Type the code name ${codeName} to confirm`);
  await expect(typedCode).toBeFocused();
  await expect(confirmation.getByText(/, with comments and files$/)).toBeVisible();
  await typedCode.fill(codeName);
  await confirmation.getByRole('button', { name: 'Delete Organization' }).click();
  await expect(page.getByText('Organization deleted successfully!')).toBeInViewport();

  const login = member.page.getByLabel('Email or Username');
  // A call of the dashboard can end the session before the click.
  await member.page.getByRole('link', { name: 'Manage Users' }).or(login).first().click();
  await expect(login).toBeVisible();
  await expect.poll(() => member.page.evaluate(() => localStorage.getItem('auth_token'))).toBeNull();
  await member.close();
  const { token } = await fetchSession(main, superAdministrator);
  const body = { name: 'Biuro Zielone', codeName };
  expect((await requestSite('POST', `${main}/api/organizations`, { token, body })).status).toBe(409);
});
