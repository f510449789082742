import { requestSite } from '@obieg/local';
import type { Page } from '@playwright/test';
import { expectAccessible, expectNoOverflow } from '../support/accessibility';
import { delayNextCall, fakeNextResponses } from '../support/api-responses';
import { addSession, fetchSession, signIn } from '../support/people';
import { expect, test } from '../support/product';

test.use({ expectedProblems: /net::ERR_FAILED/ });

const title = (page: Page, name: string) => page.getByRole('heading', { level: 1, name });
const rowOf = (page: Page, name: string) =>
  page.getByRole('row').filter({ has: page.getByText(name, { exact: true }) });
const heading = (page: Page) => page.getByRole('heading', { name: /^Organizations \(\d+\)$/ });
const countOf = async (page: Page): Promise<number> =>
  Number(/\((\d+)\)/.exec((await heading(page).textContent()) ?? '')?.[1]);

for (const { width, height, site, codeName } of [
  { width: 1440, height: 900, site: undefined, codeName: 'biuro' },
  { width: 390, height: 844, site: 'acme', codeName: 'filia' },
]) {
  test(`organizations: create, edit, delete, on ${site ?? 'the main domain'} at ${width} pixels`, async ({
    product,
    context,
    page,
  }) => {
    await page.setViewportSize({ width, height });
    const address = product.gatewayUrl(site);
    await addSession(context, address, 'super@obieg.test');
    const release = await delayNextCall(page, 'organizations?*');
    await page.goto(`${address}${site ? '/organizations' : '/'}`);
    await expect(page.getByRole('main')).toBeVisible();
    await expectAccessible(page);
    release();
    await expect(title(page, 'Organization Management')).toBeVisible();
    const count = await countOf(page);

    const name = page.getByLabel('Organization name').first();
    const code = page.getByLabel('Code name').first();
    const create = page.getByRole('button', { name: 'Create Organization' });
    await expect(create).toBeDisabled();
    await name.fill(' ');
    await expect(page.getByText('Organization name is required')).toBeVisible();
    for (const [typed, text] of [
      ['1biuro', 'Code name must start with a lowercase letter (a-z)'],
      ['Biuro', 'Code name must start with a lowercase letter (a-z)'],
      ['biuro-a', 'Code name can only contain lowercase letters (a-z) and numbers (0-9)'],
      ['biuroŁ', 'Code name can only contain lowercase letters (a-z) and numbers (0-9)'],
    ] as const) {
      await code.fill(typed);
      await expect(page.getByText(text)).toBeVisible();
      await expect(create).toBeDisabled();
    }
    await expect(code).toHaveAttribute('maxlength', '20');
    await expect(name).toHaveAttribute('maxlength', '100');
    await expectAccessible(page);
    await expectNoOverflow(page);

    await name.fill('Acme jeszcze raz');
    await code.fill('acme');
    await create.click();
    await expect(code).toHaveAttribute('aria-invalid', 'true');
    await expect(code).toBeFocused();
    await expect(page.getByText('An organization with this code name already exists.')).toBeVisible();
    await expectAccessible(page);
    const failed = page.getByText('Failed to create organization. Please try again.');
    await name.fill('Biuro Żółte');
    await code.fill(codeName);
    await fakeNextResponses(page, 'organizations', 'offline');
    await create.click();
    await expect(failed).toBeVisible();
    await create.click();
    const created = page.getByText('Organization "Biuro Żółte" created successfully!');
    await expect(created).toBeVisible();
    await expect(heading(page)).toHaveText(`Organizations (${count + 1})`);
    await expect(name).toHaveValue('');
    await expect(created).toBeHidden();

    const biuro = rowOf(page, 'Biuro Żółte');
    await expect(biuro.getByRole('link', { name: codeName, exact: true })).toBeVisible();
    await biuro.getByRole('button', { name: 'Edit' }).click();
    const form = page
      .getByRole('row')
      .filter({ has: page.getByRole('button', { name: 'Save', exact: true }) });
    await expect(form.getByLabel('Organization name')).toBeFocused();
    await form.getByLabel('Organization name').fill('Coś innego');
    await form.getByRole('button', { name: 'Cancel' }).click();
    await expect(biuro.getByRole('button', { name: 'Edit' })).toBeFocused();
    await page.keyboard.press('Enter');
    await form.getByLabel('Organization name').fill('Biuro Zielone');
    await fakeNextResponses(page, 'organizations/*', 500);
    await form.getByRole('button', { name: 'Save', exact: true }).click();
    await expect(page.getByText('Failed to update organization. Please try again.')).toBeVisible();
    await expectAccessible(page);
    await form.getByRole('button', { name: 'Save', exact: true }).click();
    await expect(page.getByText('Organization "Biuro Zielone" updated successfully!')).toBeVisible();
    await expectNoOverflow(page);

    await page.getByRole('textbox', { name: 'Search organizations' }).fill('zielone');
    await expect(page).toHaveURL(/search=zielone/);
    const deleteButton = rowOf(page, 'Biuro Zielone').getByRole('button', { name: 'Delete' });
    const confirmation = page.getByRole('dialog', { name: 'Delete Biuro Zielone?' });
    await deleteButton.click();
    await expect(
      confirmation.getByText(
        'Are you sure you want to delete this organization? This action cannot be undone.',
      ),
    ).toBeVisible();
    const typedCode = confirmation.getByLabel(`Type the code name ${codeName} to confirm`);
    const confirm = confirmation.getByRole('button', { name: 'Delete Organization' });
    await expect(typedCode).toBeFocused();
    await expect(confirmation.getByText(/^none$|, with comments and files$/)).toBeVisible();
    await expectAccessible(page);
    await page.keyboard.press('Enter');
    await expect(confirmation).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(confirmation).toBeHidden();
    await deleteButton.click();
    await typedCode.fill('acme');
    await expect(confirm).toBeDisabled();
    await typedCode.fill(codeName);
    await fakeNextResponses(page, 'organizations/*?codeName=*', 500);
    await confirm.click();
    await expect(page.getByText('Failed to delete organization. Please try again.')).toBeVisible();
    await expectAccessible(page);
    await confirm.click();
    await expect(page.getByText('Organization deleted successfully!')).toBeInViewport();
    await expect(heading(page)).toHaveText(`Organizations (${count})`);
  });
}

test('a user without MANAGE_ORGANIZATIONS chooses an organization and reaches its address', async ({
  product,
  context,
  page,
}) => {
  const acme = product.gatewayUrl('acme');
  await addSession(context, acme, 'olga@acme.test');
  await fakeNextResponses(page, 'organizations?*', 500);
  await page.goto(`${acme}/organizations`);
  await expect(page.getByText('Failed to load organizations. Please try again.')).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Spróbuj ponownie' }).click();
  await expect(title(page, 'Wybierz Organizację')).toBeVisible();
  const link = page.getByRole('link', { name: /Acme Logistyka/ });
  await expect(link).toHaveText('Acme Logistykaacme');
  expect(new URL((await link.getAttribute('href')) ?? '').origin).toBe(acme);
  await expect(page.getByRole('link', { name: 'Globex Serwis' })).toBeHidden();
  await fakeNextResponses(page, 'organizations?*', { body: [] });
  await page.reload();
  await expect(page.getByText('Nie należysz jeszcze do żadnej organizacji')).toBeVisible();
  await expectAccessible(page);
});

test('screens of an organization ask the user to choose one on the main domain', async ({
  product,
  context,
  page,
}) => {
  const main = product.gatewayUrl();
  await addSession(context, main, 'super@obieg.test');
  for (const path of ['/tasks', '/task/123456789012']) {
    await page.goto(main + path);
    await expect(title(page, 'Ta strona należy do organizacji')).toBeVisible();
    await expectAccessible(page);
  }
  for (const path of ['/users', '/groups', '/createUser']) {
    await page.goto(main + path);
    await expect(title(page, 'Wybierz Organizację')).toBeVisible();
  }
  await page.goto(`${main}/dashboard`);
  await page.getByRole('link', { name: 'Wybierz organizację' }).click();
  await expect(title(page, 'Organization Management')).toBeVisible();
});

test('deleting an organization ends its sessions and its address', async ({ product, page }) => {
  const main = product.gatewayUrl();
  const { token } = await fetchSession(main, 'super@obieg.test');
  const { body } = await requestSite('POST', `${main}/api/organizations`, {
    token,
    body: { name: 'Na chwilę', codeName: 'nachwile' },
  });
  const { id } = body as { id: number };
  const address = product.gatewayUrl('nachwile');
  await signIn(page, address, 'super@obieg.test');
  await requestSite('DELETE', `${main}/api/organizations/${id}`, { token });
  const login = page.getByLabel('Email or Username');
  // A call of the dashboard can end the session before the click.
  await page.getByRole('link', { name: 'Manage Users' }).or(login).first().click();
  await expect(login).toBeVisible();
  expect(await page.evaluate(() => localStorage.getItem('auth_token'))).toBeNull();
  const again = await requestSite('POST', `${main}/api/organizations`, {
    token,
    body: { name: 'Na chwilę', codeName: 'nachwile' },
  });
  expect(again.status).toBe(409);
});
