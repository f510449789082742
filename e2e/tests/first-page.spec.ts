import { requestSite } from '@obieg/local';
import type { Page } from '@playwright/test';
import { leaveDataOut, recordPageLoad } from '../support/page-load';
import { expect, type Product, test } from '../support/product';
import { submitTask } from '../support/tasks';

/** Document, its scripts, data. */
const wavesMax = 3;

test.use({ isCold: true });

interface FirstPage {
  path: string;
  /** Compressed script that the page may load until it rests. Raise it only with a measurement of the page. */
  scriptLimitBytes: number;
  /** Text of the document before any script has run. */
  startText: string;
  expectContent: (page: Page) => Promise<void>;
}

const title = 'Drukarka drukuje puste strony';
let number: number;

const firstPages: Record<string, () => FirstPage> = {
  '/submit-task': () => ({
    path: '/submit-task',
    scriptLimitBytes: 184_500,
    startText: 'Czego dotyczy zgłoszenie?',
    expectContent: async (page) => {
      await expect(page.getByRole('heading', { name: 'Czego dotyczy zgłoszenie?' })).toBeVisible();
      // The start screen behind the first page has the name, too.
      await expect(page.getByRole('banner').getByText('Acme Logistyka')).toBeVisible();
    },
  }),
  '/login': () => ({
    path: '/login',
    scriptLimitBytes: 184_500,
    startText: 'Acme Logistyka',
    expectContent: async (page) => {
      await expect(page.getByRole('textbox')).toBeVisible();
      // The start screen behind the first page has the name, too.
      await expect(page.getByRole('banner').getByText('Acme Logistyka')).toBeVisible();
    },
  }),
  '/task/{number}': () => ({
    path: `/task/${number}`,
    scriptLimitBytes: 184_500,
    startText: title,
    expectContent: (page) => expect(page.getByRole('heading', { name: title })).toBeVisible(),
  }),
};

const prepareTask = async (product: Product): Promise<void> => {
  number ??= await submitTask(product, { title });
};

for (const [name, describePage] of Object.entries(firstPages)) {
  test(`${name} loads little script in three waves and shows the data of its document`, async ({
    product,
    page,
  }) => {
    await prepareTask(product);
    const { path, scriptLimitBytes, startText, expectContent } = describePage();
    const document = await requestSite('GET', product.gatewayUrl('acme') + path, {
      headers: { accept: 'text/html' },
    });
    expect(document.text).toContain(`<span>${startText}</span>`);
    const warnings: string[] = [];
    page.on('console', (message) => warnings.push(message.text()));
    const load = await recordPageLoad(page, () => page.goto(product.gatewayUrl('acme') + path));
    await expectContent(page);
    const listing = load.requests.map(({ wave, bytes, path: file }) => `${wave} ${bytes} ${file}`).join('\n');
    expect(load.scriptBytes, listing).toBeGreaterThan(100_000);
    expect(load.scriptBytes, listing).toBeLessThanOrEqual(scriptLimitBytes);
    expect(load.waves, listing).toBeLessThanOrEqual(wavesMax);
    // The digest of a preload link must be the one of the later request. Otherwise the file is loaded twice.
    expect(warnings.filter((text) => text.includes('preload'))).toEqual([]);
    expect(load.requests.filter(({ path: file }) => file.startsWith('/api/'))).toEqual([]);
    const fonts = load.requests.filter(({ path: file }) => file.endsWith('.woff2'));
    expect(fonts.filter(({ path: file }) => !/inter-(?:english|polish)\./.test(file))).toEqual([]);
    const scriptsByScripts = load.requests.filter(({ path: file, wave }) => file.endsWith('.js') && wave > 2);
    expect(scriptsByScripts, listing).toEqual([]);
  });

  test(`${name} works without data in the document`, async ({ product, page }) => {
    await prepareTask(product);
    const { path, expectContent } = describePage();
    const origin = product.gatewayUrl('acme');
    await leaveDataOut(page, origin);
    const calls: string[] = [];
    page.on('request', (request) => calls.push(new URL(request.url()).pathname));
    await page.goto(origin + path);
    await expectContent(page);
    expect(calls).toContain('/api/auth/organization-name');
  });
}

test("a document never contains another organization's data, or what a visitor may not see", async ({
  product,
  page,
}) => {
  await prepareTask(product);
  const readDocument = async (organization: string, path: string): Promise<string> => {
    const response = await page.goto(product.gatewayUrl(organization) + path);
    return (await response?.text()) ?? '';
  };
  expect(await readDocument('acme', `/task/${number}`)).toContain(title);
  expect(await readDocument('acme', `/task/${number}`)).not.toContain('gosc@example.com');
  expect(await readDocument('globex', `/task/${number}`)).not.toContain(title);
  expect(await readDocument('globex', '/submit-task')).not.toContain('Acme Logistyka');
});
