import { spawnSync } from 'node:child_process';
import { once } from 'node:events';
import {
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { AuthResponse } from '@obieg/contracts';
import { type Browser, chromium, type Page } from '@playwright/test';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { copyRepository, type RepositoryCopy } from '../../new/src/repository-copy';
import { ensureChromium } from '../chromium.mjs';
import { type Obieg, startObieg } from '../src/obieg';
import { frontends } from '../src/obieg-parts';
import { repositoryRoot } from '../src/paths';
import { findFreePort } from '../src/ports';
import { announceProduct } from '../src/running-product';
import { isServiceReady, requestSite } from '../src/site-client';
import { type DevCommand, runDev } from './dev-command';
import { until } from './processes';

/** A production product: what the tests prove about it holds for each one. */
const env = {
  NODE_ENV: 'production',
  SUPER_ADMIN_PASSWORD: 'obieg-demo',
  BASE_DOMAIN: 'product.localhost',
};
/** Another base domain than that of the local pages, like a product that runs elsewhere. */
const baseDomain = env.BASE_DOMAIN;
const codeName = 'zmiany';
const form = 'mf-tasks/src/pages/SubmitTask/DetailsForm.tsx';
const styles = 'mf-tasks/src/pages/SubmitTask/submit.module.css';
const texts = 'mf-tasks/src/i18n/on-demand/pl.json';

let dataDir: string;
let obieg: Obieg;
let copy: RepositoryCopy;
let browser: Browser;
let dev: DevCommand;
let port: number;

const devAddress = (code?: string): string =>
  `http://${code === undefined ? '' : `${code}.`}obieg.localhost:${port}`;

const createOrganization = async (): Promise<void> => {
  const signedIn = await requestSite('POST', `${obieg.gatewayUrl()}/api/auth/signin`, {
    body: { email: 'super@obieg.test', password: 'obieg-demo' },
  });
  const { status, text } = await requestSite('POST', `${obieg.gatewayUrl()}/api/organizations`, {
    token: (signedIn.body as AuthResponse).token,
    body: { name: 'Zmiany', codeName },
  });
  if (status !== 201) throw new Error(`Creating the organization failed: ${status} ${text}`);
  await until(
    'the questionnaire of the organization',
    async () =>
      (await requestSite('GET', `${obieg.gatewayUrl(codeName)}/api/workflow-parameters/public`)).status < 300,
  );
};

/** Replaces the file atomically. A half-written source would be a change of its own. */
const writeSource = (path: string, text: string): void => {
  const file = join(copy.folder, path);
  writeFileSync(`${file}.new`, text);
  renameSync(`${file}.new`, file);
};

/** Changes a file of the copy, so that a killed test leaves no change. */
const edit = (path: string, change: (text: string) => string): void => {
  const before = copy.read(path);
  const after = change(before);
  if (after === before) throw new Error(`The test changes nothing in ${path}.`);
  writeSource(path, after);
};

beforeAll(async () => {
  dataDir = mkdtempSync(join(tmpdir(), 'obieg-dev-'));
  obieg = await startObieg({ dataDir, ports: 'any', env });
  announceProduct(dataDir, obieg);
  await createOrganization();
  copy = copyRepository();
  // Otherwise the command would install the packages again.
  const installed = 'node_modules/.package-lock.json';
  symlinkSync(join(repositoryRoot, installed), join(copy.folder, installed));
  browser = await chromium.launch({ executablePath: await ensureChromium(), args: ['--no-sandbox'] });
  port = await findFreePort();
  dev = runDev(copy.folder, ['mf-tasks', '--port', String(port)], { OBIEG_DATA_DIR: dataDir });
  await dev.ready();
}, 400_000);

afterAll(async () => {
  await browser?.close();
  await dev?.stop();
  await obieg?.stop();
  copy?.remove();
  if (dataDir) rmSync(dataDir, { recursive: true, force: true });
});

const sendToDev = (method: string, path: string, headers: Record<string, string>) =>
  requestSite(method, `http://127.0.0.1:${port}${path}`, {
    headers: { host: `${codeName}.obieg.localhost:${port}`, ...headers },
  });

describe('npm run dev', () => {
  /** Opens the form of mf-tasks, types a title and marks the page, so that a reload shows. */
  const openForm = async (): Promise<Page> => {
    const page = await browser.newPage();
    await page.goto(`${devAddress(codeName)}/submit-task`);
    await page.getByRole('textbox', { name: 'Tytuł' }).fill('Nie działa drukarka');
    await page.evaluate(() => Object.assign(globalThis, { isSamePage: true }));
    return page;
  };
  const expectSameState = async (page: Page): Promise<void> => {
    expect(await page.evaluate(() => 'isSamePage' in globalThis)).toBe(true);
    expect(await page.getByRole('textbox', { name: 'Tytuł' }).inputValue()).toBe('Nie działa drukarka');
  };

  it('replaces a changed component in an open page and keeps its state', async () => {
    const page = await openForm();
    await page.getByText('Szczegóły zadania').first().waitFor();
    edit(form, (text) => text.replace("{t('submit.details')}", 'Szczegóły ze źródeł'));
    await page.getByText('Szczegóły ze źródeł').waitFor();
    await expectSameState(page);
    await page.close();
  });

  it('replaces changed texts in an open page and keeps its state', async () => {
    const page = await openForm();
    edit(texts, (text) => text.replace('"create": "Utwórz zadanie"', '"create": "Wyślij zadanie"'));
    await page.getByRole('button', { name: 'Wyślij zadanie' }).waitFor();
    await expectSameState(page);
    await page.close();
  });

  it('replaces changed styles in an open page and keeps its state', async () => {
    const page = await openForm();
    edit(styles, (text) => text.replace('gap: var(--ob-space-6);', 'gap: 41px;'));
    const isShown = `[...document.querySelectorAll('div')].some((box) => getComputedStyle(box).rowGap === '41px')`;
    await until('the changed style', () => page.evaluate<boolean>(isShown));
    await expectSameState(page);
    await page.close();
  });

  it('reports a source that does not compile, and continues with the corrected one', async () => {
    const page = await openForm();
    const before = copy.read(form);
    edit(form, (text) => `${text}\nconst broken = ;\n`);
    await until('the error', () => /broken = ;/.test(dev.output()));
    writeSource(form, before.replace('Szczegóły ze źródeł', 'Szczegóły poprawione'));
    await page.getByText('Szczegóły poprawione').waitFor();
    await expectSameState(page);
    await page.close();
  });

  it('reloads pages when routes or the menu of a remote change', async () => {
    const page = await openForm();
    edit('mf-tasks/remote.json', (text) => text.replace('"mul": "Lista Zadań"', '"mul": "Lista ze źródeł"'));
    await page.waitForFunction(() => !('isSamePage' in globalThis));
    await page.close();
    const { text } = await sendToDev('GET', '/remotes.json', {});
    expect(text).toContain('Lista ze źródeł');
  });

  it('serves pages with the content policy of the product', async () => {
    const accept = { accept: 'text/html' };
    const { headers, text } = await sendToDev('GET', '/submit-task', accept);
    const product = await requestSite('GET', `${obieg.gatewayUrl(codeName)}/submit-task`, {
      headers: accept,
    });
    const withoutNonce = (policy: unknown): string => String(policy).replace(/'nonce-[^']*'/, 'nonce');
    expect(withoutNonce(headers['content-security-policy'])).toContain("script-src 'self'");
    expect(withoutNonce(headers['content-security-policy'])).toBe(
      withoutNonce(product.headers['content-security-policy']),
    );
    expect(text).toContain(/'nonce-([^']*)'/.exec(String(headers['content-security-policy']))?.[1]);
  });

  it('passes the page of an unknown organization on', async () => {
    const { status, text } = await sendToDev('GET', '/tasks', {
      host: `nieznana.obieg.localhost:${port}`,
      accept: 'text/html',
    });
    expect(status).toBe(404);
    expect(text).toContain('Organization not found');
  });

  it.each([
    ['another host', { host: 'evil.test' }],
    ['a script of another site', { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'no-cors' }],
    ['a fetch of another site', { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'cors' }],
  ])('rejects %s with 403', async (_, headers: Record<string, string>) => {
    for (const path of ['/assets/main.js', '/api/health', '/remotes.json'])
      expect((await sendToDev('GET', path, headers)).status).toBe(403);
  });

  it('keeps reports of loads away from the product', async () => {
    const address = '/api/delivery/reports';
    expect((await sendToDev('POST', address, {})).status).toBe(204);
    expect((await requestSite('POST', `${obieg.gatewayUrl(codeName)}${address}`)).status).not.toBe(204);
  });

  it('follows the product to another port, and says in plain words that none runs', async () => {
    const other = createServer((_, response) => response.end('of the other port')).listen(0, '127.0.0.1');
    await once(other, 'listening');
    const gateway = (other.address() as AddressInfo).port;
    announceProduct(dataDir, { ...obieg, ports: { ...obieg.ports, gateway } });
    expect((await sendToDev('GET', '/api/health', {})).text).toBe('of the other port');
    announceProduct(dataDir, obieg);
    other.close();
    const { pid } = spawnSync(process.execPath, ['--version']);
    writeFileSync(join(dataDir, 'product.json'), JSON.stringify({ pid, gatewayPort: obieg.ports.gateway }));
    for (const accept of ['application/json', 'text/html'])
      expect(
        await sendToDev('GET', accept === 'text/html' ? '/tasks' : '/api/health', { accept }),
      ).toMatchObject({
        status: 502,
        text: 'No product runs in this checkout. Start it with npm start, then reload this page.\n',
      });
    announceProduct(dataDir, obieg);
    expect((await sendToDev('GET', '/api/health', {})).status).toBe(200);
  });

  it('has no effect on pages of the product, whatever a page or its storage names', async () => {
    const page = await browser.newPage();
    const otherRequests: string[] = [];
    page.on('request', (request) => {
      if (!request.url().startsWith(obieg.gatewayUrl(codeName))) otherRequests.push(request.url());
    });
    const entry = `${devAddress(codeName)}/remotes/mf-tasks/development/remoteEntry.js`;
    const query = `?mf-tasks=${entry}&remotes=${entry}`;
    await page.goto(`${obieg.gatewayUrl(codeName)}/submit-task${query}`);
    const quoted = JSON.stringify(entry);
    await page.evaluate(`localStorage.setItem('obieg_remote_mf-tasks', ${quoted})`);
    await page.reload();
    await page.getByRole('textbox', { name: 'Tytuł' }).waitFor();
    const script = `document.head.append(Object.assign(document.createElement('script'), { src: ${quoted} }))`;
    await expect(page.evaluate(script)).rejects.toThrow('blocked');
    expect(await page.evaluate(`fetch(${quoted}).catch(String)`)).toContain('TypeError');
    await page.close();
    expect(otherRequests).toEqual([]);
    const { text } = await requestSite('GET', `${obieg.gatewayUrl(codeName)}/remotes.json`);
    expect(text).not.toContain('development');
  });

  it('leaves no code of the development server in a build', () => {
    const marks =
      /rspack-dev-server|webpackHotUpdate|RefreshReg|react-refresh|__REACT_DEVTOOLS_GLOBAL_HOOK__\.renderers/;
    const files = [frontends.shellDist, ...frontends.remoteDists].flatMap((dist) =>
      readdirSync(dist, { recursive: true, encoding: 'utf8' }).map((file) => join(dist, file)),
    );
    const scripts = files.filter((file) => file.endsWith('.js'));
    expect(scripts.length).toBeGreaterThan(frontends.remoteDists.length);
    for (const file of scripts) expect(readFileSync(file, 'utf8')).not.toMatch(marks);
  });

  it('refuses to start twice', async () => {
    const second = runDev(copy.folder, ['mf-admin'], { OBIEG_DATA_DIR: dataDir });
    expect(await second.ended).toBe(1);
    expect(second.output()).toContain(`already runs in this checkout (process ${dev.pid})`);
  });

  it('refuses a port that is in use', async () => {
    const args = ['mf-tasks', '--port', String(obieg.ports.gateway)];
    const refused = runDev(copy.folder, args, { OBIEG_DATA_DIR: join(dataDir, 'other') });
    expect(await refused.ended).toBe(1);
    expect(refused.output()).toContain(`Port ${obieg.ports.gateway} is in use`);
  });

  it('works on a product at another address, and ends without it', async () => {
    const ownPort = await findFreePort();
    const against = `http://${codeName}.${baseDomain}:${obieg.ports.gateway}`;
    const args = ['shell', '--against', against, '--port', String(ownPort)];
    const other = runDev(copy.folder, args, { OBIEG_DATA_DIR: join(dataDir, 'other') });
    await other.ready();
    expect(other.output()).toContain(`Everything else comes from ${against}`);
    const page = await browser.newPage();
    await page.goto(`http://${codeName}.obieg.localhost:${ownPort}/submit-task`);
    await page.getByRole('textbox', { name: 'Tytuł' }).waitFor();
    await page.close();
    expect(await other.stop()).toBe(0);
    expect(await isServiceReady(obieg.ports.gateway)).toBe(true);
  });

  it('ends on Ctrl-C without the product that ran before', async () => {
    expect(await dev.stop()).toBe(0);
    await expect(sendToDev('GET', '/remotes.json', {})).rejects.toThrow('ECONNREFUSED');
    expect(await isServiceReady(obieg.ports.gateway)).toBe(true);
  });
});
