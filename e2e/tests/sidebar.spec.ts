import type { Page } from '@playwright/test';
import { expectReadable } from '../support/accessibility';
import { devices } from '../support/devices';
import { addSession, removeSessions, signIn } from '../support/people';
import { expect, test } from '../support/product';

const common = ['Dashboard Overview'];
const tasks = ['Lista Zadań', 'Nowe Zadanie', 'Akceptacje'];
const replies = ['Szablony odpowiedzi'];
const reports = ['Moje zgłoszenia', 'Nowe zgłoszenie'];
const workflow = ['Parameter Configuration', 'Statuses', 'Transitions', 'Workflow', 'Targets', 'Calendars'];
const users = ['Manage Users', 'Manage Groups', 'Connections', 'Security log'];

/** Expected sidebar entries per role, in order (spec 3 §2). Reporters have a section of their own. */
const accounts = [
  { email: 'rita@acme.test', site: 'acme', offered: [...common, ...reports] },
  { email: 'marek@acme.test', site: 'acme', offered: [...common, ...tasks] },
  { email: 'wiktor@acme.test', site: 'acme', offered: [...common, ...tasks, ...replies, ...workflow] },
  {
    email: 'anna@acme.test',
    site: 'acme',
    offered: [...common, ...tasks, ...replies, ...workflow, ...users],
  },
  {
    email: 'super@obieg.test',
    site: 'acme',
    offered: [...common, ...tasks, ...replies, ...workflow, ...users, 'Manage Organizations', 'Delivery'],
  },
  { email: 'olga@acme.test', site: undefined, offered: [...common, 'Lista organizacji'] },
] as const;

const addresses: Record<string, string> = {
  'Dashboard Overview': '/dashboard',
  'Lista Zadań': '/tasks',
  'Nowe Zadanie': '/submit-task',
  Akceptacje: '/approvals',
  'Szablony odpowiedzi': '/canned-replies',
  'Moje zgłoszenia': '/my-submissions',
  'Nowe zgłoszenie': '/submit-task',
  'Parameter Configuration': '/workflow-parameters',
  Statuses: '/workflow-statuses',
  Transitions: '/status-transitions',
  Workflow: '/workflow',
  Targets: '/targets',
  Calendars: '/calendars',
  'Manage Users': '/users',
  'Manage Groups': '/groups',
  Connections: '/connections',
  'Security log': '/security-log',
  'Manage Organizations': '/organizations',
  'Lista organizacji': '/organizations',
  Delivery: '/delivery',
};

const navigation = (page: Page) => page.getByRole('navigation', { name: 'Nawigacja' });

/** Opens the drawer on a phone. */
const openSidebar = async (page: Page, isPhone: boolean): Promise<void> => {
  if (!isPhone) return;
  await expect(navigation(page)).toHaveCount(0);
  await page.getByRole('button', { name: 'Otwórz menu' }).click();
  await expect(page.getByRole('dialog', { name: 'Nawigacja' })).toBeVisible();
};

test('the sidebar offers the pages of each role', async ({ openPage, context, product }) => {
  for (const { email, site, offered } of accounts) {
    const address = product.gatewayUrl(site);
    // The main domain starts with the choice of an organization.
    const start = site ? 'Dashboard Overview' : 'Lista organizacji';
    await addSession(context, address, email);
    const page = await openPage();
    await page.goto(address);
    await expect(page).toHaveURL(address + addresses[start]);
    const links = navigation(page).getByRole('link');
    await expect(links).toHaveText([...offered]);
    for (const label of offered)
      await expect(links.filter({ hasText: label })).toHaveAttribute('href', addresses[label] ?? '');
    await expect(links.filter({ hasText: start })).toHaveAttribute('aria-current', 'page');
    await page.evaluate(() => localStorage.clear());
    await page.close();
    await removeSessions(context);
  }
});

for (const { name, viewport, colorScheme } of devices) {
  const isPhone = viewport.width < 768;
  test.describe(`Main layout, ${name}`, () => {
    test.use({ viewport, colorScheme });

    test('shows user and organization, navigates by the sidebar, and signs out', async ({
      page,
      product,
    }) => {
      const acme = product.gatewayUrl('acme');
      await signIn(page, acme, 'olga@acme.test');
      const header = page.getByRole('banner');
      await expect(header).toContainText('Acme Logistyka');
      await openSidebar(page, isPhone);
      await expectReadable(page);
      await navigation(page).getByRole('link', { name: 'Lista Zadań' }).click();
      await expect(page.getByRole('heading', { level: 1, name: 'Lista Zadań' })).toBeVisible();
      if (isPhone) await expect(page.getByRole('dialog')).toHaveCount(0);
      await header.getByRole('button', { name: /olga/ }).click();
      await expect(header.getByText('olga@acme.test')).toBeVisible();
      await expectReadable(page);
      await header.getByRole('button', { name: 'Wyloguj' }).last().click();
      await expect(page).toHaveURL(`${acme}/login`);
      await page.goto(`${acme}/tasks`);
      await expect(page).toHaveURL(/\/login$/);
      await page.goto(`${acme}/nowhere`);
      await expect(page).toHaveURL(/\/login$/);
      await expect(page.getByLabel('Email or Username')).toBeVisible();
    });
  });
}
