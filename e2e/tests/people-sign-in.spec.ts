import { storageKeys } from '@obieg/contracts';
import { requestSite } from '@obieg/local';
import type { Page } from '@playwright/test';
import { expectAccessible } from '../support/accessibility';
import { delayNextCall, fakeNextResponses } from '../support/api-responses';
import { readCode } from '../support/mails';
import { addSession, signIn } from '../support/people';
import { expect, type Product, test } from '../support/product';

// The tests abort connections.
test.use({ expectedProblems: /net::ERR_FAILED/ });

const phone = { width: 390, height: 844 };

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const nameField = (page: Page) => page.getByLabel('Email or Username');
const passwordField = (page: Page) => page.getByLabel('Password', { exact: true });

const enterName = async (page: Page, name: string): Promise<void> => {
  await nameField(page).fill(name);
  await button(page, 'Continue').click();
};
const enterPassword = async (page: Page, password: string): Promise<void> => {
  await passwordField(page).fill(password);
  await button(page, 'Login').click();
};
const stored = (page: Page) =>
  page.evaluate(
    ({ token, user }) => ({ token: localStorage.getItem(token), user: localStorage.getItem(user) }),
    storageKeys,
  );
const storeReturnUrl = (page: Page, address: string) =>
  page.evaluate(([key, value]) => sessionStorage.setItem(key, value), [
    storageKeys.returnUrl,
    address,
  ] as const);

for (const viewport of [{ width: 1440, height: 900 }, phone]) {
  test(`the login page shows every text of the specification, at ${viewport.width} pixels`, async ({
    product,
    page,
  }) => {
    await page.setViewportSize(viewport);
    await page.goto(`${product.gatewayUrl('acme')}/login`);
    await expect(page).toHaveTitle('Obieg - Login');
    await expect(page.getByText('Acme Logistyka')).toBeVisible();

    await expect(nameField(page)).toBeFocused();
    await expect(button(page, 'Continue')).toBeDisabled();
    await nameField(page).fill(' ');
    await nameField(page).blur();
    await expect(page.getByText('Email or username is required')).toBeVisible();
    await expect(button(page, 'Continue')).toBeDisabled();
    await expectAccessible(page);

    await enterName(page, `nobody${viewport.width}`);
    await expect(page.getByText('User not found. Please check your email or register.')).toBeVisible();
    await expect(nameField(page)).toBeFocused();
    await fakeNextResponses(page, 'auth/check-login-methods', 'offline', 500);
    for (const name of ['olga', 'olga@acme.test']) {
      await enterName(page, name);
      await expect(page.getByText('Error checking login methods. Please try again.')).toBeVisible();
    }

    const releaseCheck = await delayNextCall(page, 'auth/check-login-methods');
    await enterName(page, 'olga@acme.test');
    await expect(button(page, 'Checking...')).toBeDisabled();
    await expectAccessible(page);
    releaseCheck();
    await expect(page.getByText('Logging in as olga@acme.test')).toBeVisible();
    await expect(passwordField(page)).toBeFocused();
    await button(page, 'Change email').click();
    await expect(nameField(page)).toHaveValue('');
    await expect(nameField(page)).toBeFocused();

    await enterName(page, 'olga');
    await expect(page.getByText('Logging in as olga')).toBeVisible();
    await button(page, 'Login').click();
    await expect(page.getByText('Password is required')).toBeVisible();
    await expect(passwordField(page)).toBeFocused();
    await expectAccessible(page);
    await enterPassword(page, 'not-this');
    await expect(page.getByText('Invalid email or password')).toBeVisible();
    await fakeNextResponses(page, 'auth/signin', 'offline');
    await enterPassword(page, 'obieg-demo');
    await expect(page.getByText('There is no connection to the server.')).toBeVisible();
    await expect(page.getByText('Invalid email or password')).toBeHidden();

    await fakeNextResponses(
      page,
      'email-verification/send-code',
      { body: { success: false, token: '', message: '' } },
      { body: { success: false, token: '', message: 'Słowa serwera.' } },
      'offline',
    );
    for (const text of [
      'Błąd podczas wysyłania kodu weryfikacyjnego',
      'Słowa serwera.',
      'Wystąpił błąd podczas wysyłania kodu weryfikacyjnego',
    ]) {
      await button(page, 'Zapomniałem hasła').click();
      await expect(page.getByText(text, { exact: true })).toBeVisible();
    }

    const releaseSignIn = await delayNextCall(page, 'auth/signin');
    await enterPassword(page, 'obieg-demo');
    await expect(button(page, 'Logging in...')).toBeDisabled();
    releaseSignIn();
    await expect(page.getByRole('heading', { name: 'Dashboard Overview' })).toBeVisible();
    await expect(page.getByRole('heading', { name: 'Current Organization' })).toBeVisible();
    const { token, user } = await stored(page);
    expect(token?.split('.')).toHaveLength(3);
    expect(JSON.parse(user ?? '')).toEqual({
      id: expect.any(Number),
      username: 'olga',
      email: 'olga@acme.test',
    });
  });
}

test('sign-in works by keyboard and with password managers', async ({ product, page }) => {
  await page.goto(`${product.gatewayUrl('acme')}/login`);
  await expect(nameField(page)).toHaveAttribute('autocomplete', 'username');
  await page.keyboard.type('olga@acme.test');
  await page.keyboard.press('Enter');
  await expect(passwordField(page)).toHaveAttribute('autocomplete', 'current-password');
  await expect(page.locator('input[autocomplete=username]')).toHaveValue('olga@acme.test');
  await expect(passwordField(page)).toBeFocused();
  await page.keyboard.type('obieg-demo');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: 'Dashboard Overview' })).toBeVisible();
  await expect(page.getByRole('main')).toBeFocused();
  await page.keyboard.press('Tab');
  await expect(page.getByRole('main')).not.toBeFocused();
});

test('signed-out pages keep the chosen language', async ({ product, page }) => {
  const acme = product.gatewayUrl('acme');
  await page.goto(`${acme}/login`);
  await page.getByRole('combobox', { name: 'Język' }).selectOption('pl');
  await expect(page.getByLabel('E-mail lub nazwa użytkownika')).toBeVisible();
  await expect(page.locator('html')).toHaveAttribute('lang', 'pl');
  for (const path of ['/set-password', '/verify-email?token=aaaaaaaaaaaaaaaaaaaaaaaa', '/submit-task']) {
    await page.goto(acme + path);
    await page.getByRole('combobox', { name: 'Język' }).selectOption('en');
    await expect(page.locator('html')).toHaveAttribute('lang', 'en');
    await expect(page.getByRole('combobox', { name: 'Language' })).toHaveValue('en');
    await expectAccessible(page);
    await page.getByRole('combobox', { name: 'Language' }).selectOption('pl');
    await expect(page.locator('html')).toHaveAttribute('lang', 'pl');
  }
  await page.goto(`${acme}/task/100000000000`);
  await page.getByRole('combobox', { name: 'Język' }).selectOption('mul');
  await page.goto(`${acme}/login`);
  await expect(nameField(page)).toBeVisible();
});

test('sign-in returns to the previous page of the product only', async ({ product, page }) => {
  const acme = product.gatewayUrl('acme');
  await page.goto(`${acme}/users?search=ola`);
  await expect(nameField(page)).toBeVisible();
  await page.goto(`${acme}/groups`);
  await enterName(page, 'anna@acme.test');
  await enterPassword(page, 'obieg-demo');
  await expect(page.getByRole('heading', { level: 1, name: 'Users' })).toBeVisible();
  expect(page.url()).toBe(`${acme}/users?search=ola`);
  expect(await page.evaluate((key) => sessionStorage.getItem(key), storageKeys.returnUrl)).toBeNull();

  for (const address of [
    'https://evil.example/',
    '//evil.example/x',
    '/\\evil.example',
    '/.//evil.example',
  ]) {
    await page.goto(`${acme}/login`);
    await storeReturnUrl(page, address);
    await enterName(page, 'anna');
    await enterPassword(page, 'obieg-demo');
    await expect(page.getByRole('heading', { name: 'Dashboard Overview' })).toBeVisible();
    expect(page.url()).toBe(`${acme}/dashboard`);
  }
});

test('the login page ends the session, and a 401 leads to the login page', async ({ product, page }) => {
  const acme = product.gatewayUrl('acme');
  const fetchStatus = async (token: string | null): Promise<number> =>
    (await requestSite('GET', `${acme}/api/auth/me`, { token: token ?? '' })).status;
  await signIn(page, acme, 'olga@acme.test');
  const { token: first } = await stored(page);
  expect(await fetchStatus(first)).toBe(200);
  await page.goto(`${acme}/login`);
  await expect(nameField(page)).toBeFocused();
  expect(await stored(page)).toEqual({ token: null, user: null });
  await expect.poll(() => fetchStatus(first)).toBe(401);

  await signIn(page, acme, 'olga@acme.test');
  const { token: second } = await stored(page);
  // Waits for the page's own calls and aborts the dashboard's, so that the next 401 belongs to the button.
  await page.goto(`${acme}/tasks`);
  await expect(page.getByRole('heading', { name: 'Lista Zadań' })).toBeVisible();
  await expect(page.getByRole('status').filter({ hasText: /zada/ })).toBeVisible();
  await expect(page.getByRole('link', { name: 'Lista Zadań' }).first()).toBeVisible();
  await requestSite('POST', `${acme}/api/auth/sign-out`, { token: second ?? '' });
  await expect.poll(() => fetchStatus(second)).toBe(401);
  await page.getByRole('button', { name: 'Odśwież' }).click();
  await expect(nameField(page)).toBeVisible();
  expect(await stored(page)).toEqual({ token: null, user: null });
  await enterName(page, 'olga');
  await enterPassword(page, 'obieg-demo');
  await expect(page.getByRole('heading', { name: 'Lista Zadań' })).toBeVisible();

  await page.getByRole('button', { name: 'Wyloguj' }).first().click();
  await expect(nameField(page)).toBeVisible();
  expect(await stored(page)).toEqual({ token: null, user: null });
});

/** Requests a verification code on the login page. */
const requestCode = async (page: Page, product: Product, email: string): Promise<void> => {
  await page.goto(`${product.gatewayUrl('globex')}/login`);
  await enterName(page, email);
  await button(page, 'Zapomniałem hasła').click();
  await expect(page.getByLabel('Kod weryfikacyjny')).toBeFocused();
};

test('a forgotten password: code, every message on the way, new password', async ({ product, page }) => {
  await page.setViewportSize(phone);
  const globex = product.gatewayUrl('globex');
  const email = 'gustaw@globex.test';
  await requestCode(page, product, email);
  const token = new URL(page.url()).searchParams.get('token') ?? '';
  const code = await readCode(product, email);
  const field = page.getByLabel('Kod weryfikacyjny');
  await expect(page.getByText('g***@globex.test')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Wyślij kod ponownie' })).toBeHidden();
  await expect(field).toHaveAttribute('autocomplete', 'one-time-code');
  await expect(field).toHaveAttribute('maxlength', '6');

  const verify = button(page, 'Zweryfikuj');
  await verify.click();
  await expect(page.getByText('Kod weryfikacyjny jest wymagany')).toBeVisible();
  await field.fill('12');
  await expect(page.getByText('Kod musi składać się z 6 cyfr')).toBeVisible();
  await expectAccessible(page);
  await field.fill(code === '000000' ? '111111' : '000000');
  await verify.click();
  await expect(page.getByText('Nieprawidłowy kod weryfikacyjny')).toBeVisible();
  await fakeNextResponses(page, 'email-verification/verify-with-token', 'offline');
  await field.fill(code);
  await verify.click();
  await expect(page.getByText('Wystąpił błąd podczas weryfikacji kodu')).toBeVisible();
  await expectAccessible(page);

  await field.fill('');
  await field.evaluate(
    (input, text) => {
      const clipboardData = new DataTransfer();
      clipboardData.setData('text', text);
      input.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }));
    },
    `Kod: ${code.slice(0, 3)} ${code.slice(3)}`,
  );
  await expect(field).toHaveValue(code);
  const verifiedAt = Date.now();
  await field.press('Enter');
  await expect(page.getByText('Email został pomyślnie zweryfikowany!')).toBeVisible();
  await expectAccessible(page);
  await expect(page.getByRole('heading', { name: 'Ustaw hasło' })).toBeVisible();
  expect(Date.now() - verifiedAt).toBeGreaterThanOrEqual(1_500);
  expect(page.url()).toBe(`${globex}/set-password?token=${token}&canSkip=true`);
  expect(JSON.parse((await stored(page)).user ?? '')).toEqual({ id: 0, username: email, email });

  const password = page.getByLabel('Hasło', { exact: true });
  const confirmation = page.getByLabel('Potwierdź hasło');
  await expect(page.getByText(email)).toBeVisible();
  await expect(password).toBeFocused();
  for (const input of [password, confirmation])
    await expect(input).toHaveAttribute('autocomplete', 'new-password');
  await password.fill('krótk');
  await confirmation.fill('inne');
  await button(page, 'Ustaw hasło').click();
  await expect(page.getByText('Hasło jest wymagane i musi mieć co najmniej 6 znaków')).toBeVisible();
  await expect(page.getByText('Hasła nie są identyczne')).toBeVisible();
  await expectAccessible(page);
  await password.fill('nowe-hasło');
  await confirmation.fill('nowe-hasło');
  await fakeNextResponses(page, 'auth/set-password', 500);
  await button(page, 'Ustaw hasło').click();
  await expect(page.getByText('Nie udało się ustawić hasła. Spróbuj ponownie.')).toBeVisible();
  await button(page, 'Ustaw hasło').click();
  await expect(page.getByRole('heading', { name: 'Dashboard Overview' })).toBeVisible();

  await page.goto(`${globex}/set-password?token=${token}`);
  await expect(page.getByRole('heading', { name: 'Nieprawidłowy lub wygasły token' })).toBeFocused();
  await expect(
    page.getByText('Link jest nieprawidłowy lub wygasł. Proszę skontaktować się z administratorem.'),
  ).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('link', { name: 'Przejdź do logowania' }).click();
  await enterName(page, email);
  await enterPassword(page, 'obieg-demo');
  await expect(page.getByText('Invalid email or password')).toBeVisible();
  await enterPassword(page, 'nowe-hasło');
  await expect(page.getByRole('heading', { name: 'Dashboard Overview' })).toBeVisible();
});

test('skipping the password leads to the requested page', async ({ product, context, page }) => {
  const acme = product.gatewayUrl('acme');
  await addSession(context, acme, 'marek@acme.test');
  await page.goto(`${acme}/set-password?token=${'a'.repeat(43)}&canSkip=true`);
  await storeReturnUrl(page, '/tasks');
  await button(page, 'Pomiń').click();
  await expect(page.getByRole('heading', { name: 'Lista Zadań' })).toBeVisible();
});
