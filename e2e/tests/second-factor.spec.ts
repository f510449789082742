import { createHmac } from 'node:crypto';
import { requestSite } from '@obieg/local';
import type { Page } from '@playwright/test';
import { expectAccessible } from '../support/accessibility';
import { readInvitation } from '../support/mails';
import { createOrganization } from '../support/organizations';
import { demoPassword } from '../support/people';
import { expect, type Product, test } from '../support/product';

const stepSeconds = 30;

const readBase32 = (text: string): Buffer => {
  const bits = [...text]
    .map((letter) => 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'.indexOf(letter).toString(2).padStart(5, '0'))
    .join('');
  return Buffer.from(bits.match(/.{8}/g)?.map((byte) => Number.parseInt(byte, 2)) ?? []);
};

/** The code of an authenticator app (RFC 6238), some steps away from now. */
const codeOf = (secret: string, steps = 0): string => {
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(Math.floor(Date.now() / 1_000 / stepSeconds) + steps));
  const digest = createHmac('sha1', readBase32(secret)).update(counter).digest();
  const offset = (digest.at(-1) ?? 0) & 0xf;
  return String((digest.readUInt32BE(offset) & 0x7f_ff_ff_ff) % 1_000_000).padStart(6, '0');
};

/** A device with passkeys that verifies its person. */
const addAuthenticator = async (page: Page) => {
  const device = await page.context().newCDPSession(page);
  await device.send('WebAuthn.enable');
  const { authenticatorId } = await device.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
  return {
    /** Confirms each passkey at once, also one that the login field only offers. */
    confirm: (enabled: boolean) =>
      device.send('WebAuthn.setAutomaticPresenceSimulation', { authenticatorId, enabled }),
    detach: () => device.detach(),
  };
};

type Site = Awaited<ReturnType<typeof createOrganization>>;

/** Invites a member, who sets a password. */
const addPerson = async (product: Product, { address, call }: Site, username: string): Promise<string> => {
  const email = `${username}@factor.test`;
  await call('POST', '/admin/invite-user', { body: { email, username, roles: ['MEMBER'] } });
  const token = new URL(await readInvitation(product, email)).searchParams.get('token');
  await requestSite('POST', `${address}/api/auth/set-password`, { body: { token, password: demoPassword } });
  return email;
};

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });

const passFirstStep = async (page: Page, acme: string, email: string): Promise<void> => {
  await page.goto(`${acme}/login`);
  await page.getByLabel('Email or Username').fill(email);
  await button(page, 'Continue').click();
  await page.getByLabel('Password', { exact: true }).fill(demoPassword);
  await button(page, 'Login').click();
};

const confirmPassword = async (page: Page): Promise<void> => {
  const dialog = page.getByRole('dialog', { name: 'Potwierdź, że to Ty' });
  await dialog.getByLabel('Hasło', { exact: true }).fill(demoPassword);
  await dialog.getByRole('button', { name: 'Potwierdź', exact: true }).click();
};

const expectDashboard = (page: Page) =>
  expect(page.getByRole('heading', { name: 'Dashboard Overview' })).toBeVisible();

test('a person adds an app and a passkey, and signs in with each', async ({ product, page }) => {
  const site = await createOrganization(product, 'factorown');
  const { address } = site;
  const email = await addPerson(product, site, 'dwa-kroki');
  await passFirstStep(page, address, email);
  await expectDashboard(page);

  await page.goto(`${address}/account`);
  await button(page, 'Dodaj aplikację').click();
  await confirmPassword(page);
  const dialog = page.getByRole('dialog', { name: 'Dodaj aplikację' });
  const secret = (await dialog.locator('code').textContent()) ?? '';
  await expectAccessible(page);
  // The code of the present step stays for the sign-in below.
  await dialog.getByLabel('Kod z aplikacji').fill(codeOf(secret, -1));
  await dialog.getByRole('button', { name: 'Dodaj', exact: true }).click();
  const codes = page.getByRole('list', { name: 'Kody zapasowe' }).getByRole('listitem');
  await expect(codes).toHaveCount(10);
  const recoveryCode = (await codes.first().textContent()) ?? '';
  await expectAccessible(page);

  const device = await addAuthenticator(page);
  await button(page, 'Dodaj klucz dostępu').click();
  await button(page, 'Utwórz klucz dostępu').click();
  await expect(page.getByText('To urządzenie')).toBeVisible();
  await device.confirm(false);

  await passFirstStep(page, address, email);
  await expect(page.getByRole('heading', { name: 'Second step' })).toBeVisible();
  await expectAccessible(page);
  await page.getByLabel('Code from your app').fill(codeOf(secret));
  await button(page, 'Continue').click();
  await expectDashboard(page);

  await passFirstStep(page, address, email);
  await button(page, 'Use a recovery code').click();
  await page.getByLabel('Recovery code').fill(recoveryCode);
  await button(page, 'Continue').click();
  await expectDashboard(page);

  await device.confirm(true);
  // A passkey belongs to the base domain, so it signs in wherever the account exists.
  for (const origin of [address, product.gatewayUrl()]) {
    await page.goto(`${origin}/login`);
    await button(page, 'Use a passkey').click();
    await expect(page).not.toHaveURL(/\/login/);
  }
  await page.goto(`${product.gatewayUrl('acme')}/login`);
  await button(page, 'Use a passkey').click();
  await expect(page.getByRole('alert')).toBeVisible();
  await device.detach();
});

test('an organization requires a second factor, and an administrator resets it', async ({
  product,
  page,
}) => {
  const site = await createOrganization(product, 'factorneeded');
  const { address, call } = site;
  const email = await addPerson(product, site, 'wymagany');
  const body = { roles: ['MEMBER'], expectedRoles: [] };
  expect((await call('PUT', '/second-factors/policy', { body })).status).toBe(200);
  await passFirstStep(page, address, email);
  await button(page, 'Aplikacja z kodami').click();
  const secret = (await page.locator('code').textContent()) ?? '';
  await expectAccessible(page);
  await page.getByLabel('Kod z aplikacji').fill(codeOf(secret));
  await button(page, 'Dodaj').click();
  await button(page, 'Kody są zapisane, dalej').click();
  await expectDashboard(page);

  const users = await call<{ id: number }[]>('GET', '/users?search=wymagany');
  const reset = await call('DELETE', `/second-factors/users/${users.body[0]?.id}`);
  expect(reset.status).toBe(204);
  // Without a factor, the person sets one up again.
  await passFirstStep(page, address, email);
  await expect(page.getByRole('heading', { name: 'Dodaj drugi składnik' })).toBeVisible();
});
