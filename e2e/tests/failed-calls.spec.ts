import { expectAccessible } from '../support/accessibility';
import { fakeNextResponses } from '../support/api-responses';
import { devices } from '../support/devices';
import { addSession } from '../support/people';
import { expect, test } from '../support/product';

// The tests abort connections and answer calls with errors.
test.use({ expectedProblems: /net::ERR_FAILED|status of (429|5\d\d)/ });

for (const { name, viewport, colorScheme } of devices) {
  test.describe(`Failures, ${name}`, () => {
    test.use({ viewport, colorScheme });

    test('of the permissions are repeated, and the dashboard stays complete', async ({
      context,
      page,
      product,
    }) => {
      const acme = product.gatewayUrl('acme');
      await addSession(context, acme, 'olga@acme.test');
      await fakeNextResponses(page, 'permissions/check', 503, 'offline');
      await page.goto(`${acme}/dashboard`);
      await expect(page.getByRole('link', { name: 'Nowe zadanie' }).first()).toBeVisible();
      await expect(page.getByText('Moje otwarte zadania')).toBeVisible();
      await expectAccessible(page);
    });

    test('of the organization name take only its card away', async ({ context, page, product }) => {
      const acme = product.gatewayUrl('acme');
      await addSession(context, acme, 'olga@acme.test');
      await page.route('**/api/auth/organization-name*', (route) => route.fulfill({ status: 500, json: {} }));
      await page.goto(`${acme}/dashboard`);
      await expect(page.getByText('Nie udało się pobrać nazwy organizacji.')).toBeVisible();
      await expect(page.getByText('Moje otwarte zadania')).toBeVisible();
      await expect(page.getByRole('link', { name: 'Nowe zadanie' }).first()).toBeVisible();
    });

    test('of a sign-in say what happened', async ({ page, product }) => {
      await page.goto(`${product.gatewayUrl('acme')}/login`);
      await page.getByLabel('Email or Username').fill('olga@acme.test');
      await page.getByRole('button', { name: 'Continue' }).click();
      await page.getByLabel('Password', { exact: true }).fill('wrong password');
      await fakeNextResponses(page, 'auth/signin', 429, 503, 'offline');
      const login = page.getByRole('button', { name: 'Login', exact: true });
      for (const text of [
        'Too many attempts. Please wait a few minutes.',
        'The service is unavailable at the moment.',
        'There is no connection to the server.',
        'Invalid email or password',
      ]) {
        await login.click();
        await expect(page.getByText(text)).toBeVisible();
      }
    });

    test('of an address show a notice and keep the session', async ({ context, page, product }) => {
      const acme = product.gatewayUrl('acme');
      await addSession(context, acme, 'olga@acme.test');
      await page.goto(`${acme}/no-such-page`);
      await expect(page.getByText('Nie ma takiej strony.')).toBeVisible();
      await page.goto(`${acme}/tasks`);
      await expect(page).toHaveURL(/\/tasks/);
    });
  });
}
