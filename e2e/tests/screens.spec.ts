import type { Page } from '@playwright/test';
import { expectAccessible } from '../support/accessibility';
import { enterAs } from '../support/people';
import { expect, test } from '../support/product';

interface Screen {
  /** Undefined: a visitor. */
  as?: string;
  site?: 'main' | 'acme';
  path: string;
  heading: string;
  /** Brings the page into the state that is looked at. */
  prepare?: (page: Page) => Promise<void>;
}

const askForPassword = async (page: Page): Promise<void> => {
  await page.getByLabel('Email or Username').fill('olga@acme.test');
  await page.getByRole('button', { name: 'Continue' }).click();
  await page.getByLabel('Password', { exact: true }).fill('not-this');
  await page.getByRole('button', { name: 'Login', exact: true }).click();
  await expect(page.getByText('Invalid email or password')).toBeVisible();
};
const askForOptions = async (page: Page): Promise<void> => {
  await page.getByRole('button', { name: 'Usterka sprzętu' }).click();
  await expect(page.getByRole('button', { name: 'Poprzednie pytanie' })).toBeVisible();
};
const addMember = async (page: Page): Promise<void> => {
  await page.getByRole('button', { name: 'Add Member' }).click();
  await expect(page.getByRole('dialog', { name: 'Add User to Group' })).toBeVisible();
};
const openTaskWithFiles = async (page: Page): Promise<void> => {
  await page.getByRole('link', { name: 'Przeciek w dachu nad regałem C14' }).click();
  await page.locator('input[type=file]').setInputFiles({
    name: 'program.exe',
    mimeType: 'application/octet-stream',
    buffer: Buffer.from('MZ'),
  });
  await expect(page.getByText('Ten rodzaj pliku nie jest przyjmowany.')).toBeVisible();
};
const showNothing = async (page: Page): Promise<void> => {
  for (const name of ['Początkowy', 'Pośredni']) await page.getByLabel(name).uncheck();
  await page.getByLabel('Końcowy').check();
  await expect(page.getByText('Brak zadań')).toBeVisible();
};

const screens: Record<string, Screen> = {
  'who signs in': { path: '/login', heading: 'Login' },
  'a wrong password': { path: '/login', heading: 'Login', prepare: askForPassword },
  'a link that is no good': { path: '/set-password', heading: 'Nieprawidłowy lub wygasły token' },
  'a new password': { path: '/set-password?token=x&canSkip=true', heading: 'Ustaw hasło' },
  'a question': { path: '/submit-task', heading: 'Jaki to sprzęt?', prepare: askForOptions },
  'a task that is not there': { path: '/task/100000000000', heading: 'Nie znaleziono zadania.' },
  'a number that is none': { path: '/task/abc', heading: 'Nieprawidłowy parametr zadania.' },
  "an operator's dashboard": { as: 'olga@acme.test', path: '/dashboard', heading: 'Dashboard Overview' },
  "a reporter's dashboard": { as: 'rita@acme.test', path: '/dashboard', heading: 'Dashboard Overview' },
  'the task list': { as: 'olga@acme.test', path: '/tasks', heading: 'Lista Zadań' },
  'a list of nothing': { as: 'anna@acme.test', path: '/tasks', heading: 'Lista Zadań', prepare: showNothing },
  'a task with files, one of them refused': {
    as: 'anna@acme.test',
    path: '/tasks',
    heading: 'Przeciek w dachu nad regałem C14',
    prepare: openTaskWithFiles,
  },
  users: { as: 'anna@acme.test', path: '/users', heading: 'Users' },
  'an invitation': { as: 'anna@acme.test', path: '/createUser', heading: 'Invite User' },
  groups: { as: 'anna@acme.test', path: '/groups', heading: 'Groups' },
  'a group to read': { as: 'olga@acme.test', path: '/groups/1', heading: 'Group Details' },
  'a new member of a group': {
    as: 'anna@acme.test',
    path: '/groups/1/edit',
    heading: 'Edit Group',
    prepare: addMember,
  },
  'a user': { as: 'super@obieg.test', path: '/user/2', heading: 'User Details' },
  'who may not manage users': { as: 'olga@acme.test', path: '/users', heading: 'Dashboard Overview' },
  'choosing an organization': {
    as: 'olga@acme.test',
    site: 'main',
    path: '/organizations',
    heading: 'Wybierz Organizację',
  },
  'managing organizations': {
    as: 'super@obieg.test',
    site: 'main',
    path: '/organizations',
    heading: 'Organization Management',
  },
};

for (const [name, screen] of Object.entries(screens)) {
  test(`${name}: readable by everybody, fits a phone, light and dark`, async ({ product, context, page }) => {
    const address = product.gatewayUrl(screen.site === 'main' ? undefined : 'acme');
    if (screen.as) await enterAs(context, address, screen.as);
    await page.goto(address + screen.path);
    await screen.prepare?.(page);
    await expect(
      page.getByRole('heading', { level: 1, name: screen.heading, includeHidden: true }),
    ).toBeVisible();
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme });
      for (const width of [1440, 390]) {
        await page.setViewportSize({ width, height: 900 });
        await expectAccessible(page);
        const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
        expect(overflow, `pixels beyond ${width}`).toBeLessThanOrEqual(0);
      }
    }
  });
}
