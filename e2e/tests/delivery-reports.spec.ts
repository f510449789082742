import type { DeliveryReport } from '@obieg/contracts';
import { requestSite } from '@obieg/local';
import type { Page } from '@playwright/test';
import { superAdministrator } from '../support/organizations';
import { addSession, fetchSession } from '../support/people';
import { expect, test } from '../support/product';
import { exposedModule, publishVersion } from '../support/versions';

// Chromium logs refused and failed files.
test.use({
  expectedProblems: /\/remotes\/mf-tasks\/|Failed to load resource|integrity|a defect/,
  isCold: true,
});

/** Collects the events that pages report about mf-tasks. */
const collectEvents = (page: Page): string[] => {
  const events: string[] = [];
  page.on('request', (request) => {
    if (!request.url().endsWith('/api/delivery/reports')) return;
    const { remote, event } = request.postDataJSON() as DeliveryReport;
    if (remote === 'mf-tasks') events.push(event);
  });
  return events;
};

for (const { what, file, body, events } of [
  {
    what: 'a file of the first page is changed',
    file: '__federation_expose',
    body: '//',
    events: ['integrity-failed'],
  },
  {
    what: 'a lazy file is changed',
    file: 'mf-tasks-list',
    body: '//',
    events: ['loaded', 'integrity-failed'],
  },
  { what: 'a file of the first page is lost', file: '__federation_expose', events: ['load-failed'] },
  { what: 'a lazy file is lost', file: 'mf-tasks-list', events: ['loaded', 'load-failed'] },
])
  test(`reports ${events.at(-1)} when ${what} on the way`, async ({ product, context, page }) => {
    const acme = product.gatewayUrl('acme');
    await addSession(context, acme, 'olga@acme.test');
    const reported = collectEvents(page);
    await page.route(`**/remotes/mf-tasks/*/${file}*.js`, (route) =>
      body === undefined
        ? route.abort()
        : route.fulfill({
            body,
            contentType: 'text/javascript',
            headers: { 'access-control-allow-origin': acme },
          }),
    );
    await page.goto(`${acme}/tasks`);
    await expect(
      page.getByRole('heading', { name: 'Nie udało się wczytać tej części aplikacji' }),
    ).toBeVisible();
    await expect.poll(() => reported).toEqual(events);
  });

const defect = 'throw new Error("a defect");';
/** The first function of a chunk contains its module. */
const throwInModule = (code: string): string => code.replace(/\d+\([\w,]*\)\{/, `$&${defect}`);
const throwInComponent = (code: string): string =>
  code.replace(/Component:\(\)=>\w+/, `Component:()=>()=>{${defect}}`);

for (const { version, file, change, events } of [
  {
    version: 'throws-on-start',
    file: exposedModule,
    change: throwInModule,
    events: ['render-failed'],
  },
  {
    version: 'throws-in-page',
    file: 'mf-tasks-list',
    change: throwInModule,
    events: ['loaded', 'render-failed'],
  },
  {
    version: 'throws-on-render',
    file: 'mf-tasks-list',
    change: throwInComponent,
    events: ['loaded', 'render-failed'],
  },
])
  test(`reports render-failed of a version that ${version.replaceAll('-', ' ')}`, async ({
    product,
    context,
    page,
  }) => {
    const globex = product.gatewayUrl('globex');
    await addSession(context, globex, 'greta@globex.test');
    const { token } = await fetchSession(product.gatewayUrl(), superAdministrator);
    const changeRelease = async (action: string, body: object): Promise<void> => {
      const address = `${product.gatewayUrl()}/api/delivery/remotes/mf-tasks/${action}`;
      expect((await requestSite('POST', address, { token, body })).status).toBe(200);
    };
    const reported = collectEvents(page);
    await publishVersion(product.store, { remote: 'mf-tasks', version, file, change });
    await changeRelease('release', { version, organizations: ['globex'] });
    try {
      await expect(async () => {
        await page.goto(`${globex}/tasks`);
        await expect(
          page.getByRole('heading', { name: /^(Coś poszło nie tak|Nie udało się wczytać)/ }),
        ).toBeVisible();
      }).toPass({ timeout: 30_000 });
      await expect.poll(() => reported.slice(-events.length)).toEqual(events);
    } finally {
      await changeRelease('rollback', {});
    }
  });
