import { requestSite } from '@obieg/local';
import type { Page } from '@playwright/test';
import { expectAccessible, expectNoOverflow } from '../support/accessibility';
import { delayNextCall, fakeNextResponses } from '../support/api-responses';
import { browserOptions } from '../support/browser';
import { readCode, readInvitation } from '../support/mails';
import { addSession, fetchSession } from '../support/people';
import { expect, test } from '../support/product';

test.use({ expectedProblems: /net::ERR_FAILED/ });

const title = (page: Page, name: string) => page.getByRole('heading', { level: 1, name });
const send = (page: Page) => page.getByRole('button', { name: 'Send Invitation' });
const email = (page: Page) => page.getByLabel('Email', { exact: true });
const role = (page: Page, name: string) => page.getByRole('checkbox', { name, exact: true });

for (const viewport of [
  { width: 1440, height: 900 },
  { width: 390, height: 844 },
]) {
  test(`the user list in each state, at ${viewport.width} pixels`, async ({ product, context, page }) => {
    await page.setViewportSize(viewport);
    const acme = product.gatewayUrl('acme');
    await addSession(context, acme, 'anna@acme.test');
    const release = await delayNextCall(page, 'users?*');
    await page.goto(`${acme}/users`);
    await expect(title(page, 'Users')).toBeVisible();
    await expectAccessible(page);
    release();
    await expect(page.getByRole('link', { name: /olga/ })).toBeVisible();
    if (viewport.width > 640)
      for (const name of ['ID', 'Username', 'Email', 'Created At', 'Roles', 'Groups', 'Last Sign-in'])
        await expect(page.getByRole('columnheader', { name, exact: true })).toBeVisible();
    await expect(page.getByText('olga@acme.test')).toBeVisible();
    await expect(page.getByText(/^\d{1,2} \p{L}{3} \d{4}$/u).first()).toBeVisible();
    await expectAccessible(page);
    await expectNoOverflow(page);

    const search = page.getByRole('textbox', { name: 'Search users' });
    await search.fill('zażółć-nikogo');
    await expect(page.getByText('No users found.')).toBeVisible();
    await expectAccessible(page);
    await search.fill('olga');
    await expect(page.getByText('olga@acme.test')).toBeVisible();
    await expect(page.getByRole('link', { name: /marek/ })).toBeHidden();
    await fakeNextResponses(page, 'users?search=olga', 500);
    await page.getByRole('button', { name: 'Refresh' }).click();
    await expect(page.getByText('Failed to load users. Please try again.')).toBeVisible();
    await expect(page.getByText('olga@acme.test')).toBeVisible();

    await fakeNextResponses(page, 'users?*', 500);
    await page.goto(`${acme}/users?search=olga`);
    await expect(page.getByText('Failed to load users. Please try again.')).toBeVisible();
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Spróbuj ponownie' }).click();
    await page.getByText('olga@acme.test').click();
    await expect(title(page, 'User Details')).toBeVisible();
    await expect(page).toHaveURL(/\/user\/\d+$/);
    await expect(page.getByText('olga@acme.test')).toBeVisible();
    await expect(page.getByText('Organization', { exact: true })).toBeHidden();
    await expectAccessible(page);
    await page.getByRole('link', { name: 'Back to Users' }).click();
    await expect(title(page, 'Users')).toBeVisible();
    await page.getByRole('link', { name: 'Add New User' }).click();
    await expect(title(page, 'Invite User')).toBeVisible();
    await expectNoOverflow(page);
  });
}

test('user pages redirect users without permission and report invalid ids, unknown users and failures', async ({
  product,
  context,
  page,
}) => {
  const acme = product.gatewayUrl('acme');
  await addSession(context, acme, 'olga@acme.test');
  for (const path of ['/users', '/createUser', '/user/1']) {
    await page.goto(acme + path);
    await expect(title(page, 'Dashboard Overview')).toBeVisible();
    expect(page.url()).toBe(`${acme}/dashboard`);
  }
  await expect(page.getByRole('link', { name: 'Manage Users' })).toBeHidden();
  await page.evaluate(() => localStorage.clear());

  const administrator = await context.newPage();
  await addSession(context, product.gatewayUrl('globex'), 'greta@globex.test');
  const globex = product.gatewayUrl('globex');
  for (const path of ['/user', '/user/0', '/user/abc', '/user/-1']) {
    await administrator.goto(globex + path);
    await expect(title(administrator, 'Users')).toBeVisible();
    expect(administrator.url()).toBe(`${globex}/users`);
  }
  await administrator.goto(`${globex}/user/987654321`);
  await expect(administrator.getByText('User not found.')).toBeVisible();
  await expectAccessible(administrator);
  await fakeNextResponses(administrator, 'users/*', 500);
  await administrator.goto(`${globex}/user/1`);
  await expect(administrator.getByText('Failed to load user details.')).toBeVisible();
  await expectAccessible(administrator);
});

test('the invitation form reports missing fields, failures and success', async ({
  product,
  context,
  page,
}) => {
  const acme = product.gatewayUrl('acme');
  await addSession(context, acme, 'anna@acme.test');
  await page.goto(`${acme}/createUser`);
  await expect(
    page.getByText('New users will be automatically assigned to your organization.'),
  ).toBeVisible();
  await expect(role(page, 'Organization administrator')).toBeVisible();
  await expect(role(page, 'Super administrator')).toBeHidden();
  await expect(send(page)).toBeDisabled();
  await email(page).focus();
  await email(page).blur();
  await expect(page.getByText('Email is required')).toBeVisible();
  await email(page).fill('ola');
  await expect(page.getByText('Please enter a valid email')).toBeVisible();
  await role(page, 'Member').check();
  await role(page, 'Member').uncheck();
  await role(page, 'Member').blur();
  await expect(page.getByText('Please select at least one role', { exact: true })).toBeVisible();
  await expectAccessible(page);
  await email(page).fill('ola@poczta.example');
  await expect(send(page)).toBeDisabled();
  await email(page).press('Enter');
  await expect(page.getByText('Please select at least one role before sending invitation')).toBeVisible();

  await role(page, 'Member').check();
  await fakeNextResponses(
    page,
    'admin/invite-user',
    { status: 400, body: 'Tak powiedział serwer.' },
    500,
    'offline',
  );
  for (const text of [
    'Tak powiedział serwer.',
    'Failed to send invitation. Please try again.',
    'Failed to send invitation. Please try again.',
  ]) {
    await send(page).click();
    await expect(page.getByText(text)).toBeVisible();
    await expect(send(page)).toBeEnabled();
  }
  await expectAccessible(page);
  const release = await delayNextCall(page, 'admin/invite-user');
  await send(page).click();
  await expect(send(page)).toBeDisabled();
  const sentAt = Date.now();
  release();
  await expect(page.getByText('Invitation sent successfully to ola@poczta.example!')).toBeVisible();
  await expectAccessible(page);
  await expect(title(page, 'Users')).toBeVisible();
  expect(Date.now() - sentAt).toBeGreaterThanOrEqual(3_000);

  await page.goto(`${acme}/createUser`);
  await email(page).fill('ola@poczta.example');
  await role(page, 'Operator').check();
  await send(page).click();
  await expect(
    page.getByText('User already exists. Roles and organization have been updated for ola@poczta.example.'),
  ).toBeVisible();
});

test('a holder of MANAGE_SUSER chooses the organization and sees all users', async ({
  product,
  context,
  page,
}) => {
  const acme = product.gatewayUrl('acme');
  await addSession(context, acme, 'super@obieg.test');
  await fakeNextResponses(page, 'admin/roles', 500);
  await fakeNextResponses(page, 'admin/organizations?*', 500);
  await page.goto(`${acme}/createUser`);
  await expect(page.getByText('Failed to load roles.')).toBeVisible();
  await expect(page.getByText('Failed to load organizations.')).toBeVisible();
  await expectAccessible(page);
  await page.reload();
  await email(page).fill('marek@acme.test');
  await page.getByLabel('Organization', { exact: true }).selectOption('Globex Serwis');
  await role(page, 'Reporter').check();
  await expectAccessible(page);
  await send(page).click();
  await expect(page.getByText(/^User already exists\./)).toBeVisible();
  await expect(title(page, 'Users')).toBeVisible();
  await page.getByRole('textbox', { name: 'Search users' }).fill('marek');
  // The list can change under the pointer until the debounced search has run.
  await expect(page).toHaveURL(/search=marek/);
  await page.getByRole('link', { name: /marek/ }).click();
  await expect(page.getByText('Acme Logistyka').nth(1)).toBeVisible();
  await expect(page.getByText('Globex Serwis')).toBeVisible();
  await expect(page.getByText('Reporter')).toBeVisible();
  await expectAccessible(page);
});

test('an invited user signs in, gains and loses roles, and is removed', async ({
  product,
  browser,
  page,
}) => {
  const acme = product.gatewayUrl('acme');
  const invited = 'żaneta.długie-nazwisko-świętochowska@poczta.example';
  const plain = 'zaneta@poczta.example';
  const { token } = await fetchSession(acme, 'anna@acme.test');
  const invite = (address: string) =>
    requestSite('POST', `${acme}/api/admin/invite-user`, {
      token,
      body: { email: address, roles: ['MEMBER'] },
    });
  expect([200, 422]).toContain((await invite(invited)).status);
  expect((await invite(plain)).status).toBe(200);

  const link = await readInvitation(product, plain);
  expect(link.startsWith(`${acme}/set-password?token=`)).toBe(true);
  const context = await browser.newContext(browserOptions);
  await addSession(context, acme, 'anna@acme.test');
  const administrator = await context.newPage();
  await administrator.goto(`${acme}/users?search=${plain}`);
  await expect(administrator.getByText('Invited, not accepted')).toBeVisible();
  await expectAccessible(administrator);
  await administrator.getByRole('button', { name: `Resend invitation to ${plain}` }).click();
  await administrator.getByRole('button', { name: 'Resend Invitation', exact: true }).click();
  await expect(administrator.getByText(`Invitation sent again to ${plain}.`)).toBeVisible();
  await page.goto(link);
  await expect(title(page, 'Nieprawidłowy lub wygasły token')).toBeVisible();
  // The mail is sent after the response.
  await expect.poll(() => readInvitation(product, plain)).not.toBe(link);
  const newLink = await readInvitation(product, plain);
  await page.goto(newLink);
  await expect(page.getByText(plain)).toBeVisible();
  await expect(page.getByRole('button', { name: 'Pomiń' })).toBeHidden();
  await page.getByLabel('Hasło', { exact: true }).fill('moje-hasło');
  await page.getByLabel('Potwierdź hasło').fill('moje-hasło');
  await page.getByRole('button', { name: 'Ustaw hasło' }).click();
  await expect(title(page, 'Dashboard Overview')).toBeVisible();
  await expect(page.getByRole('link', { name: 'Lista Zadań' })).toBeVisible();
  await expect(page.getByRole('link', { name: 'Manage Users' })).toBeHidden();

  await administrator.goto(`${acme}/users?search=zaneta`);
  await administrator
    .getByRole('link', { name: /^.*zaneta/ })
    .last()
    .click();
  await administrator.getByRole('button', { name: 'Change roles' }).click();
  const dialog = administrator.getByRole('dialog', { name: /^Roles of zaneta/ });
  await dialog.getByRole('checkbox', { name: 'Member', exact: true }).uncheck();
  await expect(dialog.getByText('Please select at least one role')).toBeVisible();
  await expectAccessible(administrator);
  await dialog.getByRole('checkbox', { name: 'Organization administrator' }).check();
  await dialog.getByRole('button', { name: 'Save roles' }).click();
  await expect(dialog).toBeHidden();
  await page.reload();
  await page.getByRole('link', { name: 'Manage Users' }).click();
  await expect(title(page, 'Users')).toBeVisible();

  await administrator.getByRole('button', { name: 'Remove', exact: true }).click();
  const confirmation = administrator.getByRole('dialog', { name: /^Remove zaneta/ });
  await expectAccessible(administrator);
  await expect(confirmation.getByRole('button', { name: 'Cancel' })).toBeFocused();
  await confirmation.getByRole('button', { name: 'Remove User' }).click();
  await expect(title(administrator, 'Users')).toBeVisible();
  await expect(page.getByLabel('Email or Username')).toBeHidden();
  await page.getByRole('button', { name: 'Refresh' }).click();
  await expect(page.getByLabel('Email or Username')).toBeVisible();
  await page.getByLabel('Email or Username').fill(plain);
  await page.getByRole('button', { name: 'Continue' }).click();
  await expect(page.getByText('User not found. Please check your email or register.')).toBeVisible();
  await context.close();
});

test('an invited user without a password signs in by code', async ({ product, page }) => {
  const globex = product.gatewayUrl('globex');
  const { token } = await fetchSession(globex, 'greta@globex.test');
  const invited = 'bez.hasla@poczta.example';
  await requestSite('POST', `${globex}/api/admin/invite-user`, {
    token,
    body: { email: invited, roles: ['MEMBER'] },
  });
  await page.goto(`${globex}/login`);
  await page.getByLabel('Email or Username').fill(invited);
  await page.getByRole('button', { name: 'Continue' }).click();
  await expect(page).toHaveURL(/\/verify-email\?token=/);
  await page.getByLabel('Kod weryfikacyjny').fill(await readCode(product, invited));
  await page.getByRole('button', { name: 'Zweryfikuj' }).click();
  await page.getByRole('button', { name: 'Pomiń' }).click();
  await expect(title(page, 'Dashboard Overview')).toBeVisible();
});

test('the last administrator of an organization keeps the role', async ({ product, context, page }) => {
  const globex = product.gatewayUrl('globex');
  await addSession(context, globex, 'greta@globex.test');
  await page.goto(`${globex}/users?search=greta`);
  await page.getByRole('link', { name: /greta/ }).click();
  await page.getByRole('button', { name: 'Change roles' }).click();
  const dialog = page.getByRole('dialog', { name: 'Roles of greta' });
  await dialog.getByRole('checkbox', { name: 'Organization administrator' }).uncheck();
  await dialog.getByRole('checkbox', { name: 'Member', exact: true }).check();
  await dialog.getByRole('button', { name: 'Save roles' }).click();
  await expect(dialog.getByText(/^Failed to change roles\. The last administrator/)).toBeVisible();
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  await expect(page.getByRole('button', { name: 'Change roles' })).toBeFocused();
});
