import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { remoteContractVersion } from '@obieg/contracts';
import { requestSite } from '@obieg/local';
import type { Page } from '@playwright/test';
import { superAdministrator } from '../support/organizations';
import { addSession, fetchSession } from '../support/people';
import { expect, type Product, test } from '../support/product';
import { setUpTeam } from '../support/team';
import { type Change, exposedModule } from '../support/versions';

// Publishing compresses 77 files, and each step waits for the gateway.
test.describe.configure({ timeout: 300_000 });
// Chromium logs refused and failed files.
test.use({ isCold: true, expectedProblems: /\/remotes\/mf-tasks\/|Failed to load resource|a defect/ });

const oldTitle = 'Lista Zadań';
/** A new page gets a release within two seconds; the rest is for a busy machine. */
const visible = { timeout: 30_000 };

const changeTitle = (title: string): Change => ({
  file: 'mf-tasks-on-demand-mul',
  change: (code) => code.replace(`"title":"${oldTitle}"`, `"title":"${title}"`),
});
const throwOnStart: Change = {
  file: exposedModule,
  change: (code) => code.replace(/\d+\([\w,]*\)\{/, '$&throw new Error("a defect");'),
};

/** Opens the task list until it has the title: a release reaches new pages after the gateway has read it. */
const expectTitle = (page: Page, address: string, title: string): Promise<void> =>
  expect(async () => {
    await page.goto(`${address}/tasks`);
    const shown = page.getByRole('heading', { level: 1 });
    await expect(shown).toBeVisible();
    // A page keeps its version, so waiting for another title would use up the time.
    expect(await shown.textContent()).toBe(title);
  }).toPass(visible);

const listRemotes = async (product: Product) => {
  const { token } = await fetchSession(product.gatewayUrl(), superAdministrator);
  const { body } = await requestSite('GET', `${product.gatewayUrl()}/api/delivery/remotes`, { token });
  const { remotes } = body as { remotes: { id: string; problem: string | null; canary: object | null }[] };
  return remotes.find(({ id }) => id === 'mf-tasks');
};

test('a team with its built folder only releases, promotes and rolls back, and open tabs continue', async ({
  product,
  context,
  openPage,
}) => {
  const [acme, globex] = [product.gatewayUrl('acme'), product.gatewayUrl('globex')];
  await addSession(context, acme, 'olga@acme.test');
  await addSession(context, globex, 'greta@globex.test');
  const team = await setUpTeam(product.store);
  const succeed = async (...args: string[]) =>
    expect(await team.deliver(...args), args.join(' ')).toMatchObject({ code: 0 });
  const [openTab, page] = [await openPage(), await openPage()];
  const oldFiles: number[] = [];
  await expectTitle(openTab, acme, oldTitle);
  const [, oldVersion = ''] =
    /\/remotes\/mf-tasks\/([^/]+)\//.exec(
      (await openTab.evaluate(() => performance.getEntriesByType('resource').map(({ name }) => name))).find(
        (name) => name.includes('/remotes/mf-tasks/'),
      ) ?? '',
    ) ?? [];
  try {
    expect(await team.publish({ ...changeTitle('Zadania zespołu'), version: 'team-1' })).toMatchObject({
      code: 0,
      json: { isNew: true, version: 'team-1' },
    });
    await succeed('release', 'mf-tasks', 'team-1', '--organizations', 'globex');
    await expectTitle(page, globex, 'Zadania zespołu');
    await expectTitle(page, acme, oldTitle);
    await succeed('promote', 'mf-tasks');
    await expectTitle(page, acme, 'Zadania zespołu');
    await succeed('rollback', 'mf-tasks');
    await expectTitle(page, acme, oldTitle);
    await expectTitle(page, globex, oldTitle);

    await team.publish({ ...changeTitle('Kolejne zadania'), version: 'team-2' });
    for (let release = 1; release <= 10; release += 1)
      await succeed('release', 'mf-tasks', release % 2 === 0 ? 'team-2' : 'team-1');
    await succeed('prune', 'mf-tasks');
    await expectTitle(page, acme, 'Kolejne zadania');

    openTab.on('response', (response) => {
      if (response.url().includes(`/remotes/mf-tasks/${oldVersion}/`)) oldFiles.push(response.status());
    });
    await openTab.getByRole('link', { name: 'Nowe Zadanie', exact: true }).click();
    await expect(openTab).toHaveURL(/\/submit-task/);
    await expect(openTab.getByRole('heading', { level: 1 })).toBeVisible();
    expect(oldVersion).not.toBe('');
    expect(oldFiles.length).toBeGreaterThan(0);
    expect(new Set(oldFiles)).toEqual(new Set([200]));
  } finally {
    await team.deliver('release', 'mf-tasks', oldVersion);
    team.remove();
  }
});

test('a changed, unsigned, wrongly signed or incompatible version is refused and never executed', async ({
  product,
  context,
  page,
}) => {
  const acme = product.gatewayUrl('acme');
  await addSession(context, acme, 'olga@acme.test');
  const team = await setUpTeam(product.store);
  const executed: string[] = [];
  page.on('console', (message) => {
    if (message.text().includes('a defect')) executed.push(message.text());
  });
  page.on('pageerror', (error) => executed.push(error.message));
  const versionFolder = (version: string) => join(product.store.address, 'remotes/mf-tasks', version);
  const findEntry = (version: string): string =>
    readdirSync(versionFolder(version)).find((name) => /^remoteEntry.*\.js$/.test(name)) ?? '';
  const isReleased = async (version: string): Promise<void> => {
    expect(await team.deliver('release', 'mf-tasks', version)).toMatchObject({ code: 0 });
  };
  const expectRefused = async (version: string): Promise<void> => {
    await expect.poll(async () => (await listRemotes(product))?.problem, visible).toContain(version);
    await expectTitle(page, acme, oldTitle);
    expect(
      (await requestSite('GET', `${acme}/remotes/mf-tasks/${version}/${findEntry(version)}`, {})).status,
      version,
    ).toBe(404);
  };
  const pointer = join(product.store.address, 'remotes/mf-tasks/release.json');
  const { stable } = JSON.parse(readFileSync(pointer, 'utf8')) as { stable: string };
  const keysFile = join(product.store.address, 'remotes/gateway-keys.json');
  const keys = readFileSync(keysFile);
  try {
    // The tool refuses what the gateways would. Without their keys it cannot tell, like another tool.
    await team.deliver('keys', 'create', 'mf-other');
    expect(
      await team.publish({ ...throwOnStart, version: 'refused' }, ['--key', 'mf-other.key.pem']),
    ).toMatchObject({ code: 1 });
    rmSync(keysFile);
    await team.publish({ ...throwOnStart, version: 'unsigned' }, ['--unsigned']);
    await isReleased('unsigned');
    await expectRefused('unsigned');

    await team.publish({ ...throwOnStart, version: 'other-team' }, ['--key', 'mf-other.key.pem']);
    await isReleased('other-team');
    await expectRefused('other-team');

    await team.publish({ ...throwOnStart, version: 'changed' });
    const entry = join(versionFolder('changed'), findEntry('changed'));
    const content = readFileSync(entry);
    content[content.length >> 1] = (content[content.length >> 1] ?? 0) ^ 1;
    writeFileSync(entry, content);
    await isReleased('changed');
    await expectRefused('changed');

    const contractVersion = remoteContractVersion + 1;
    expect(await team.publish({ ...throwOnStart, version: 'incompatible', contractVersion })).toMatchObject({
      code: 1,
      json: { error: { message: expect.stringContaining('Rebuild the remote') } },
    });
    const routes = [{ path: '/users', access: 'signed-in' as const, layout: 'frame' as const }];
    await team.publish({ ...throwOnStart, version: 'taken', routes });
    expect(await team.deliver('release', 'mf-tasks', 'taken')).toMatchObject({
      code: 1,
      json: { error: { code: 'ROUTE_TAKEN' } },
    });
    expect(executed).toEqual([]);
  } finally {
    writeFileSync(keysFile, keys);
    await team.deliver('release', 'mf-tasks', stable);
    await expectTitle(page, acme, oldTitle);
    team.remove();
  }
});

test('a canary that throws on start ends itself after 20 loads', async ({ product, context, page }) => {
  const globex = product.gatewayUrl('globex');
  await addSession(context, globex, 'greta@globex.test');
  const team = await setUpTeam(product.store);
  try {
    await team.publish({ ...throwOnStart, version: 'throws' });
    const audience = ['--percent', '20', '--organizations', 'globex'];
    expect(await team.deliver('release', 'mf-tasks', 'throws', ...audience)).toMatchObject({ code: 0 });
    const failure = page.getByRole('heading', { name: /^(Coś poszło nie tak|Nie udało się wczytać)/ });
    await expect(async () => {
      await page.goto(`${globex}/tasks`);
      await expect(failure).toBeVisible();
    }).toPass(visible);
    for (let load = 2; load <= 20; load += 1) {
      // The reports of one address do not end a canary.
      if (load > 10) await page.setExtraHTTPHeaders({ 'x-forwarded-for': '203.0.113.1' });
      const reported = page.waitForRequest(
        (request) => request.postData()?.includes('render-failed') ?? false,
      );
      await page.goto(`${globex}/tasks`);
      await reported;
    }
    await expect.poll(async () => (await listRemotes(product))?.canary, { timeout: 60_000 }).toBeNull();
    const { json } = await team.deliver('history', 'mf-tasks');
    expect(json.history?.[0]).toMatchObject({
      by: 'gateway',
      action: 'end-canary',
      version: 'throws',
      reason: expect.stringContaining('20 of 20 loads failed'),
    });
    const { text } = await requestSite('GET', `${product.gatewayUrl()}/metrics`, {});
    expect(text).toMatch(/obieg_remote_canaries_ended_total\{remote="mf-tasks"[^}]*\} 1/);
    await expectTitle(page, globex, oldTitle);
  } finally {
    // Without a canary, it would return to the version before the stable one.
    if ((await listRemotes(product))?.canary) await team.deliver('rollback', 'mf-tasks');
    team.remove();
  }
});
