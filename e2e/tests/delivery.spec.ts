import { requestSite } from '@obieg/local';
import type { Page } from '@playwright/test';
import { expectReadableOnDevices } from '../support/accessibility';
import { superAdministrator } from '../support/organizations';
import { addSession, fetchSession } from '../support/people';
import { expect, test } from '../support/product';
import { publishVersion } from '../support/versions';

const oldTitle = 'Lista Zadań';
/** A new page gets a release within two seconds; the rest is for a busy machine. */
const visible = { timeout: 30_000 };

const card = (page: Page) => page.getByRole('region', { name: 'mf-tasks' });
const dialog = (page: Page) => page.getByRole('dialog');
const openAction = (page: Page, action: string) =>
  card(page)
    .getByRole('button', { name: `${action}: mf-tasks` })
    .click();
const confirm = (page: Page, label: string) => dialog(page).getByRole('button', { name: label }).click();

/** Opens the task list until it has the title: a release reaches new pages after the gateway has read it. */
const expectTitle = (page: Page, address: string, title: string): Promise<void> =>
  expect(async () => {
    await page.goto(`${address}/tasks`);
    const shown = page.getByRole('heading', { level: 1 });
    await expect(shown).toBeVisible();
    // A page keeps its version, so waiting for another title would use up the time.
    expect(await shown.textContent()).toBe(title);
  }).toPass(visible);

/** Returns to a tab that was in the background for two minutes. */
const returnToTab = async (page: Page): Promise<void> => {
  await page.clock.fastForward('02:00');
  await page.evaluate(() => dispatchEvent(new Event('focus')));
};

test.describe('Delivery', () => {
  // Cold, because a clock stays in its context.
  test.use({ isCold: true });

  test('releases a version to one organization, promotes it and rolls back', async ({
    product,
    context,
    page,
    openPage,
  }) => {
    const main = product.gatewayUrl();
    const [acme, globex] = [product.gatewayUrl('acme'), product.gatewayUrl('globex')];
    const version = 'journey';
    const newTitle = 'Zadania podróży';
    await publishVersion(product.store, {
      remote: 'mf-tasks',
      version,
      file: 'mf-tasks-on-demand-mul',
      change: (code) => code.replace(`"title":"${oldTitle}"`, `"title":"${newTitle}"`),
    });
    await addSession(context, main, superAdministrator);
    await addSession(context, acme, 'olga@acme.test');
    await addSession(context, globex, 'greta@globex.test');
    const reader = await openPage();
    const openTab = await openPage();
    await openTab.clock.install();
    await openTab.goto(`${acme}/tasks`);
    await expect(openTab.getByRole('heading', { level: 1, name: oldTitle })).toBeVisible();

    await page.goto(`${main}/delivery`);
    await expect(card(page)).toContainText('Stable version');
    await expect(page.getByRole('region', { name: 'shell' })).toBeVisible();
    await expect(card(page)).toContainText(/Stable version, last hour: \d+ loads/, visible);
    await expectReadableOnDevices(page);

    await openAction(page, 'Release');
    await page.getByLabel('Version').selectOption(version);
    await dialog(page).getByText('Canary', { exact: true }).click();
    await page.getByRole('checkbox', { name: 'Globex Serwis (globex)' }).check();
    await expectReadableOnDevices(page);
    await confirm(page, 'Continue');
    await expect(dialog(page)).toContainText(
      `These organizations will get version ${version} of mf-tasks: globex.`,
    );
    await expectReadableOnDevices(page);
    await confirm(page, 'Release');
    await expect(dialog(page)).toHaveCount(0);
    await expect(card(page)).toContainText(`super@obieg.test released ${version} as a canary.`, visible);
    await expectTitle(reader, globex, newTitle);
    await expectTitle(reader, acme, oldTitle);
    await expect(card(page)).toContainText(/Canary, last hour: \d+ loads, 0 of them failed/, visible);
    await expectReadableOnDevices(page);
    await returnToTab(openTab);
    await expect(openTab.getByText('Dostępna jest nowa wersja aplikacji')).toHaveCount(0);

    await openAction(page, 'Promote');
    await expect(dialog(page)).toContainText(`All organizations will get version ${version} of mf-tasks.`);
    await confirm(page, 'Promote');
    await expect(dialog(page)).toHaveCount(0);
    await expectTitle(reader, acme, newTitle);

    await returnToTab(openTab);
    const offer = openTab.getByRole('region', { name: 'Dostępna jest nowa wersja aplikacji' });
    await expect(offer).toBeVisible();
    await expect(openTab.getByRole('heading', { level: 1, name: oldTitle, exact: true })).toBeVisible();
    await expectReadableOnDevices(openTab);
    await offer.getByRole('button', { name: 'Odśwież stronę' }).click();
    await expect(openTab.getByRole('heading', { level: 1, name: newTitle })).toBeVisible();

    await openAction(page, 'Roll back');
    await expect(page.getByLabel('Version')).not.toHaveValue('');
    await confirm(page, 'Continue');
    await confirm(page, 'Roll back');
    await expect(dialog(page)).toHaveCount(0);
    await expectTitle(reader, acme, oldTitle);
    await expectTitle(reader, globex, oldTitle);

    await openAction(page, 'History');
    const entries = page.getByRole('list', { name: 'History of mf-tasks' }).getByRole('listitem');
    await expect(entries.first()).toContainText('super@obieg.test rolled back to');
    await expect(entries.nth(1)).toContainText(`super@obieg.test promoted ${version}.`);
    await expectReadableOnDevices(page);
  });
});

test('a user administrator is redirected and refused', async ({ product, context, page }) => {
  const acme = product.gatewayUrl('acme');
  await addSession(context, acme, 'anna@acme.test');
  await page.goto(`${acme}/delivery`);
  await expect(page).toHaveURL(`${acme}/dashboard`);
  await expect(page.getByRole('link', { name: 'Delivery' })).toHaveCount(0);
  const { token } = await fetchSession(acme, 'anna@acme.test');
  const call = async (method: string, path: string, caller: { token?: string }, body?: object) =>
    (await requestSite(method, `${acme}/api/delivery/remotes${path}`, { ...caller, body })).status;
  expect(await call('GET', '', { token })).toBe(403);
  expect(await call('POST', '/mf-tasks/rollback', { token }, {})).toBe(403);
  expect(await call('GET', '', {})).toBe(401);
});
