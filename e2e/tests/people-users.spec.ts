import { requestSite } from '@obieg/local';
import type { Page } from '@playwright/test';
import { browserOptions } from '../support/browser';
import { readCode, readInvitation } from '../support/mails';
import { addSession, fetchSession } from '../support/people';
import { expect, test } from '../support/product';

const title = (page: Page, name: string) => page.getByRole('heading', { level: 1, name });

test('an invited user signs in, gains and loses roles, and is removed', async ({
  product,
  browser,
  page,
}) => {
  const acme = product.gatewayUrl('acme');
  const plain = 'zaneta@poczta.example';
  const { token } = await fetchSession(acme, 'anna@acme.test');
  const invitation = { token, body: { email: plain, roles: ['MEMBER'] } };
  expect((await requestSite('POST', `${acme}/api/admin/invite-user`, invitation)).status).toBe(200);

  const link = await readInvitation(product, plain);
  expect(link.startsWith(`${acme}/set-password?token=`)).toBe(true);
  const context = await browser.newContext(browserOptions);
  await addSession(context, acme, 'anna@acme.test');
  const administrator = await context.newPage();
  await administrator.goto(`${acme}/users?search=${plain}`);
  await expect(administrator.getByText('Invited, not accepted')).toBeVisible();
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
  await dialog.getByRole('checkbox', { name: 'Organization administrator' }).check();
  await dialog.getByRole('button', { name: 'Save roles' }).click();
  await expect(dialog).toBeHidden();
  await page.reload();
  await page.getByRole('link', { name: 'Manage Users' }).click();
  await expect(title(page, 'Users')).toBeVisible();

  await administrator.getByRole('button', { name: 'Remove', exact: true }).click();
  const confirmation = administrator.getByRole('dialog', { name: /^Remove zaneta/ });
  await confirmation.getByRole('button', { name: 'Remove User' }).click();
  await expect(title(administrator, 'Users')).toBeVisible();
  const login = page.getByLabel('Email or Username');
  // The live stream can end the session before the click.
  await page.getByRole('button', { name: 'Refresh' }).or(login).first().click();
  await expect(login).toBeVisible();
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
