import { type LocalIdentityProvider, startIdentityProvider } from '@obieg/local';
import type { Page } from '@playwright/test';
import { expectAccessible } from '../support/accessibility';
import { createOrganization, superAdministrator } from '../support/organizations';
import { addSession, removeSessions } from '../support/people';
import { expect, test } from '../support/product';

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const field = (page: Page, name: string) => page.getByLabel(name, { exact: true });

/** Chooses an account on the page of the provider. */
const chooseAccount = async (page: Page, email: string): Promise<void> => {
  await expect(page.getByRole('heading', { name: 'Demo identity provider' })).toBeVisible();
  await page.getByLabel('Account').selectOption(email);
  await button(page, 'Sign in').click();
};

test.describe('single sign-on', () => {
  let provider: LocalIdentityProvider | undefined;
  test.afterEach(() => provider?.stop());

  test('an administrator connects a provider, tests it, and a new person signs in and out by it', async ({
    page,
    product,
  }) => {
    const { address } = await createOrganization(product, 'jednolita');
    provider = await startIdentityProvider({
      people: [{ email: 'nowa@firma.example', name: 'Nowa Osoba', groups: ['agenci'] }],
      redirectUris: [`${address}/login/callback`],
      signedOutUris: [`${address}/login`],
    });

    await addSession(page.context(), address, superAdministrator);
    await page.goto(`${address}/connections/sign-in`);
    await page.getByRole('link', { name: 'New provider' }).first().click();
    await field(page, 'Name').fill('Firma');
    await field(page, 'Issuer').fill(provider.issuer);
    await field(page, 'Client ID').fill(provider.clientId);
    await field(page, 'Client secret').fill(provider.clientSecret);
    await field(page, 'Domains').fill('firma.example');
    await button(page, 'Add a mapping').click();
    await field(page, 'Value').fill('agenci');
    await field(page, 'Gives').selectOption('role:OPERATOR');
    await expectAccessible(page);
    await button(page, 'Save').click();

    await expect(page.getByText('_obieg.firma.example')).toBeVisible();
    await button(page, 'Confirm without a record').click();
    await expect(page.getByText('Verified', { exact: true })).toBeVisible();

    await button(page, 'Start the test').click();
    await chooseAccount(page, 'nowa@firma.example');
    await expect(page.getByText('nowa@firma.example would join the organization.')).toBeVisible();
    await expect(
      page.getByRole('list', { name: 'Steps of the test' }).getByText('Done', { exact: true }),
    ).toHaveCount(6);
    await expectAccessible(page);

    await removeSessions(page.context());
    await page.goto(`${address}/login`);
    await expect(button(page, 'Sign in with Firma')).toBeVisible();
    await field(page, 'Email or Username').fill('nowa@firma.example');
    await button(page, 'Continue').click();
    await expect(page.getByText('nowa@firma.example')).toBeVisible();
    await expectAccessible(page);
    // The provider still knows the person of the test.
    await button(page, 'Sign in with Firma').click();
    await expect(page.getByRole('heading', { name: 'Dashboard Overview' })).toBeVisible();
    expect(new URL(page.url()).search).toBe('');

    await page.getByRole('button', { name: 'Wyloguj' }).first().click();
    await button(page, 'Sign out').click();
    await expect(field(page, 'Email or Username')).toBeVisible();
    await button(page, 'Sign in with Firma').click();
    await expect(page.getByRole('heading', { name: 'Demo identity provider' })).toBeVisible();
  });
});
