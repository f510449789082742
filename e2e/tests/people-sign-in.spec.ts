import { storageKeys } from '@obieg/contracts';
import { requestSite } from '@obieg/local';
import type { Page } from '@playwright/test';
import { readCode } from '../support/mails';
import { signIn } from '../support/people';
import { expect, test } from '../support/product';
import { commentField } from '../support/task-page';
import { submitTask } from '../support/tasks';

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

test('sign-in by keyboard returns to the page that asked for it', async ({ product, page }) => {
  const acme = product.gatewayUrl('acme');
  await page.goto(`${acme}/users?search=ola`);
  await expect(nameField(page)).toBeFocused();
  await page.keyboard.type('anna@acme.test');
  await page.keyboard.press('Enter');
  await expect(passwordField(page)).toBeFocused();
  await page.keyboard.type('obieg-demo');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { level: 1, name: 'Users' })).toBeVisible();
  await expect(page).toHaveURL(`${acme}/users?search=ola`);
  await expect(page.getByRole('main')).toBeFocused();
  await page.keyboard.press('Tab');
  await expect(page.getByRole('main')).not.toBeFocused();
  const { token, user } = await stored(page);
  expect(token?.split('.')).toHaveLength(3);
  expect(JSON.parse(user ?? '')).toEqual({
    id: expect.any(Number),
    username: 'anna',
    email: 'anna@acme.test',
  });
});

test('signed-out pages keep the chosen language', async ({ product, page }) => {
  const acme = product.gatewayUrl('acme');
  await page.goto(`${acme}/login`);
  await page.getByRole('combobox', { name: 'Język' }).selectOption('pl');
  await expect(page.getByLabel('E-mail lub nazwa użytkownika')).toBeVisible();
  for (const path of ['/set-password', '/submit-task']) {
    await page.goto(acme + path);
    await expect(page.locator('html')).toHaveAttribute('lang', 'pl');
    await page.getByRole('combobox', { name: 'Język' }).selectOption('en');
    await expect(page.locator('html')).toHaveAttribute('lang', 'en');
    await page.getByRole('combobox', { name: 'Language' }).selectOption('pl');
    await expect(page.locator('html')).toHaveAttribute('lang', 'pl');
  }
  await page.goto(`${acme}/task/100000000000`);
  await page.getByRole('combobox', { name: 'Język' }).selectOption('mul');
  await page.goto(`${acme}/login`);
  await expect(nameField(page)).toBeVisible();
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
  await expect.poll(() => stored(page)).toEqual({ token: null, user: null });
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
  // The live stream can end the session before the click.
  await page.getByRole('button', { name: 'Odśwież' }).or(nameField(page)).first().click();
  await expect(nameField(page)).toBeVisible();
  await expect.poll(() => stored(page)).toEqual({ token: null, user: null });
  await enterName(page, 'olga');
  await enterPassword(page, 'obieg-demo');
  await expect(page.getByRole('heading', { name: 'Lista Zadań' })).toBeVisible();

  await page.getByRole('button', { name: 'Wyloguj' }).first().click();
  await expect(nameField(page)).toBeVisible();
  await expect.poll(() => stored(page)).toEqual({ token: null, user: null });
});

test('a forgotten password is replaced with a code from a mail, once', async ({ product, page }) => {
  const globex = product.gatewayUrl('globex');
  const email = 'gustaw@globex.test';
  await page.goto(`${globex}/login`);
  await enterName(page, email);
  await button(page, 'Zapomniałem hasła').click();
  const field = page.getByLabel('Kod weryfikacyjny');
  await expect(field).toBeFocused();
  await expect(page.getByText('g***@globex.test')).toBeVisible();
  const token = new URL(page.url()).searchParams.get('token') ?? '';
  await field.fill(await readCode(product, email));
  await field.press('Enter');
  await expect(page.getByRole('heading', { name: 'Ustaw hasło' })).toBeVisible();
  await expect(page).toHaveURL(`${globex}/set-password?token=${token}&canSkip=true`);
  await expect(page.getByLabel('Hasło', { exact: true })).toBeFocused();
  await page.getByLabel('Hasło', { exact: true }).fill('nowe-hasło');
  await page.getByLabel('Potwierdź hasło').fill('nowe-hasło');
  await button(page, 'Ustaw hasło').click();
  await expect(page.getByRole('heading', { name: 'Dashboard Overview' })).toBeVisible();

  await page.goto(`${globex}/set-password?token=${token}`);
  await expect(page.getByRole('heading', { name: 'Nieprawidłowy lub wygasły token' })).toBeFocused();
  await page.getByRole('link', { name: 'Przejdź do logowania' }).click();
  await enterName(page, email);
  await enterPassword(page, 'obieg-demo');
  await expect(page.getByText('Invalid email or password')).toBeVisible();
  await enterPassword(page, 'nowe-hasło');
  await expect(page.getByRole('heading', { name: 'Dashboard Overview' })).toBeVisible();
});

test('signing out asks about unsent text, and another tab keeps its own for the same person', async ({
  product,
  page,
  openPage,
}) => {
  const acme = product.gatewayUrl('acme');
  const [task, other] = [
    await submitTask(product, { title: 'Winda' }),
    await submitTask(product, { title: 'Brama' }),
  ];
  await signIn(page, acme, 'olga@acme.test');
  await page.goto(`${acme}/task/${task}`);
  await commentField(page).fill('Zaraz jadę');
  const tab = await openPage();
  await tab.goto(`${acme}/task/${other}`);
  await commentField(tab).fill('Brama jest zacięta');

  await page.getByRole('button', { name: 'Wyloguj' }).first().click();
  await page.getByRole('button', { name: 'Zostań' }).click();
  await expect(commentField(page)).toHaveValue('Zaraz jadę');
  await page.getByRole('button', { name: 'Wyloguj' }).first().click();
  await page.getByRole('button', { name: 'Wyloguj i usuń' }).click();
  await expect(page.getByLabel('Email or Username')).toBeVisible();
  await expect(commentField(tab)).toBeHidden();

  await signIn(page, acme, 'olga@acme.test');
  await expect(commentField(tab)).toHaveValue('Brama jest zacięta');
  await page.goto(`${acme}/task/${task}`);
  await expect(commentField(page)).toHaveValue('');
});
