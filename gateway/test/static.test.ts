import { createHash } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { remoteContractVersion } from '@obieg/contracts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startGateway, type TestGateway } from './gateway';
import { release, script, shell, tasks } from './releases';

let gateway: TestGateway;
let entryDigest: string;

beforeAll(async () => {
  gateway = await startGateway();
  writeFileSync(join(gateway.staticRoot, 'secret.js'), 'secret');
  await release(gateway, shell('s1'));
  await release(gateway, tasks('v1'));
  const { manifest } = (await gateway.delivery.findVersion('mf-tasks', 'v1')) ?? {};
  entryDigest = manifest?.files['remoteEntry.js'] ?? '';
});
afterAll(() => gateway.close());

const mainScript = '/remotes/shell/s1/assets/main.0123456789.js';

const navigate = (path: string, headers: Record<string, string> = {}, host?: string) =>
  gateway.request('GET', path, {
    headers: { accept: 'text/html,application/xhtml+xml,*/*;q=0.8', ...headers },
    ...(host === undefined ? {} : { host }),
  });

describe('static files', () => {
  it('of a version are immutable, and those of the root are revalidated', async () => {
    for (const path of [mainScript, '/remotes/mf-tasks/v1/remoteEntry.js']) {
      const { status, headers } = await gateway.request('GET', path);
      expect(status).toBe(200);
      expect(headers['cache-control']).toBe('public, max-age=31536000, immutable');
      expect(headers['content-type']).toBe('text/javascript; charset=utf-8');
      expect(headers['x-content-type-options']).toBe('nosniff');
    }
    const { headers } = await gateway.request('GET', '/robots.txt');
    expect(headers['cache-control']).toBe('public, no-cache');
  });

  it('are sent in the best precompressed encoding', async () => {
    const path = mainScript;
    const fetchEncoded = async (accept: string) => {
      const { headers, text } = await gateway.request('GET', path, {
        headers: { 'accept-encoding': accept },
      });
      return { encoding: headers['content-encoding'], bytes: Buffer.from(text, 'latin1'), tag: headers.etag };
    };
    const brotli = await fetchEncoded('gzip, deflate, br');
    expect(brotli.encoding).toBe('br');
    expect(brotliDecompressSync(brotli.bytes).toString()).toBe(script);
    const zipped = await fetchEncoded('gzip, br;q=0');
    expect(zipped.encoding).toBe('gzip');
    expect(gunzipSync(zipped.bytes).toString()).toBe(script);
    const plain = await fetchEncoded('identity');
    expect(plain.encoding).toBeUndefined();
    expect(plain.bytes.toString()).toBe(script);
    expect(new Set([brotli.tag, zipped.tag, plain.tag]).size).toBe(3);
  });

  it('return 304 when the ETag matches', async () => {
    const { headers } = await gateway.request('GET', '/robots.txt');
    const unchanged = await gateway.request('GET', '/robots.txt', {
      headers: { 'if-none-match': headers.etag ?? '' },
    });
    expect(unchanged).toMatchObject({ status: 304, text: '' });
    const changed = await gateway.request('GET', '/robots.txt', { headers: { 'if-none-match': '"other"' } });
    expect(changed.status).toBe(200);
  });

  it('return only their headers for HEAD', async () => {
    const { status, headers, text } = await gateway.request('HEAD', '/robots.txt');
    expect(status).toBe(200);
    expect(headers['content-length']).toBe('13');
    expect(text).toBe('');
  });

  it.each([
    '/../secret.js',
    '/..%2fsecret.js',
    '/%2e%2e/secret.js',
    '/assets/..\\..\\secret.js',
    '/assets/%2e%2e%5c..%5csecret.js',
    '/assets//../../secret.js',
    '/secret.js',
    '/server.pem',
    '/remotes/shell/s1/server.pem',
    '/index.html',
    '/remotes/shell/s1/index.html',
    '/remotes/mf-tasks',
    '/remotes/mf-tasks/release.json',
    '/remotes/mf-tasks/v1/remote.json',
    '/remotes/mf-tasks/v1/remote.json.sig',
    '/remotes/mf-tasks/v1/../../../secret.js',
    '/remotes/mf-tasks/v1/%2e%2e/%2e%2e/%2e%2e/secret.js',
    '/remotes/mf-tasks/./v1/remoteEntry.js',
    '/remotes/constructor/v1/remoteEntry.js',
    '/remotes/mf-tasks/v1/constructor.js',
    '/remotes/../shell/robots.txt',
    '/shell/robots.txt',
    '/assets',
    '/assets/main.0123456789.js',
    '/remotes/mf-tasks/v2/remoteEntry.js',
    `${mainScript}/x`,
    `${mainScript}%00.css`,
  ])('do not include %s', async (path) => {
    const { status, text } = await gateway.request('GET', path);
    expect([400, 404]).toContain(status);
    expect(text).not.toMatch(/secret|hidden|User-agent|^key/);
  });

  it('are only available with GET and HEAD', async () => {
    expect((await gateway.request('POST', '/robots.txt')).status).toBe(404);
  });
});

describe("the shell's page", () => {
  it('contains the nonce, the base domain, the registry and preload links of the remote at its path', async () => {
    const { status, headers, text } = await navigate('/task/123456789012');
    expect(status).toBe(200);
    expect(headers['cache-control']).toBe('private, no-cache');
    expect(headers.etag).toBeUndefined();
    const nonce = /<meta name="csp-nonce" content="([^"]+)">/.exec(text)?.[1];
    expect(nonce).toBeTruthy();
    expect(text.match(/csp-nonce/g)).toHaveLength(1);
    expect(headers['content-security-policy']).toContain(`'nonce-${nonce}'`);
    expect(text).toContain('<meta name="base-domain" content="obieg.localhost">');
    const registry = /<script type="application\/json" id="remote-registry">(.*?)<\/script>/.exec(text)?.[1];
    const entry = '/remotes/mf-tasks/v1/remoteEntry.js';
    expect(JSON.parse(registry ?? '')).toEqual({
      shell: 's1',
      remotes: [
        {
          id: 'mf-tasks',
          contractVersion: remoteContractVersion,
          version: 'v1',
          routes: ['/tasks', '/task/:publicTaskId'].map((path) => ({
            path,
            access: 'signed-in',
            layout: 'frame',
          })),
          navigation: [],
          entry,
          preload: [entry, '/remotes/mf-tasks/v1/page.css'],
          integrity: { [entry]: entryDigest },
        },
      ],
    });
    expect(text).toContain(
      `<link rel="preload" as="script" crossorigin="anonymous" href="${entry}" integrity="${entryDigest}">`,
    );
    expect(text).toContain('as="style" crossorigin="anonymous" href="/remotes/mf-tasks/v1/page.css"');
    expect((await navigate('/dashboard')).text).not.toContain('rel="preload"');
  });

  it("contains the organization's time zone, but none on the main domain", async () => {
    expect((await navigate('/tasks')).text).toContain('<meta name="time-zone" content="Europe/Warsaw">');
    const main = await navigate('/', {}, 'obieg.localhost');
    expect(main.status).toBe(200);
    expect(main.text).not.toContain('name="time-zone"');
  });

  it("names the files of the shell's version", async () => {
    const { text } = await navigate('/tasks');
    expect(text).toContain(`<script src="${mainScript}" defer>`);
    expect(text).toContain('<link href="/remotes/shell/s1/icon.svg" rel="icon">');
    expect((await gateway.request('GET', mainScript)).text).toBe(script);
    const icon = await gateway.request('GET', '/icon.svg');
    expect(icon.headers['content-type']).toBe('image/svg+xml');
  });

  it('has a content security policy without unsafe sources, and a new nonce in each response', async () => {
    const first = await navigate('/');
    const second = await navigate('/');
    const policy = String(first.headers['content-security-policy']);
    expect(policy).toContain("default-src 'none'");
    expect(policy).toContain("script-src 'self'");
    expect(policy).toContain("require-trusted-types-for 'script'");
    expect(policy).toContain("frame-ancestors 'none'");
    expect(policy).not.toMatch(/unsafe-|\*|https?:/);
    expect(policy).not.toBe(second.headers['content-security-policy']);
    expect(first.headers).toMatchObject({
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'same-origin',
      'cross-origin-opener-policy': 'same-origin',
    });
  });

  it('allows the scripts that the page of the shell contains, and has the first one before all data', async () => {
    const inline = "addEventListener('error', () => 1);";
    const other = await startGateway();
    const page = `<!doctype html><html><head>\n<script>${inline}</script></head><body><div id="root"></div></body></html>`;
    await release(other, { ...shell('s1'), files: { ...shell('s1').files, 'index.html': page } });
    const { headers, text } = await other.request('GET', '/', { headers: { accept: 'text/html' } });
    const hash = createHash('sha256').update(inline).digest('base64');
    expect(headers['content-security-policy']).toContain(`script-src 'self' 'sha256-${hash}';`);
    expect(text.indexOf(inline)).toBeLessThan(text.indexOf('<meta name="csp-nonce"'));
    await other.close();
  });

  it('is compressed if the client accepts it', async () => {
    const { headers, text } = await navigate('/', { 'accept-encoding': 'br' });
    expect(headers['content-encoding']).toBe('br');
    expect(brotliDecompressSync(Buffer.from(text, 'latin1')).toString()).toContain('<div id="root">');
  });

  it('is returned for navigations only', async () => {
    for (const path of ['/', '/login', '/tasks', '/user/7']) expect((await navigate(path)).status).toBe(200);
    expect((await gateway.request('GET', '/login')).status).toBe(404);
    expect((await gateway.request('GET', '/login', { headers: { accept: 'application/json' } })).status).toBe(
      404,
    );
    expect((await navigate('/assets/missing.0123456789.js')).status).toBe(404);
    expect((await navigate('/task/12.5')).text).toContain('<div id="root">');
    expect((await navigate('/api/nothing')).headers['content-type']).toContain('application/problem+json');
  });

  it('is returned on the main domain, and an unknown organization gets a 404 page', async () => {
    expect((await navigate('/', {}, 'obieg.localhost:8080')).status).toBe(200);
    const { status, text } = await navigate('/', {}, 'nobody.obieg.localhost:8080');
    expect(status).toBe(404);
    expect(text).toContain('href="http://obieg.localhost:8080/"');
    expect(text).not.toContain('id="root"');
  });

  it('escapes the text of the registry', async () => {
    const labels = { pl: '</script><script>alert(1)</script>', en: '', mul: '' };
    const other = await startGateway();
    await release(other, shell('s1'));
    await release(other, {
      ...tasks('v1'),
      manifest: {
        preload: [],
        navigation: [{ section: 'tasks', to: '/tasks', icon: 'tasks', labels, rank: 0 }],
      },
    });
    const { text } = await other.request('GET', '/', { headers: { accept: 'text/html' } });
    expect(text).toContain('u003c/script');
    expect(text).not.toContain('alert(1)</script>');
    await other.close();
  });
});

describe('GET /remotes.json', () => {
  it('is revalidated on each request', async () => {
    const { headers, body } = await gateway.request('GET', '/remotes.json');
    expect(headers['cache-control']).toBe('no-cache');
    expect(headers['content-type']).toContain('application/json');
    expect(body).toMatchObject({ shell: 's1', remotes: [{ id: 'mf-tasks', version: 'v1' }] });
  });

  it('and the page return 503 before the first release', async () => {
    const empty = await startGateway();
    expect((await empty.request('GET', '/remotes.json')).status).toBe(503);
    const page = await empty.request('GET', '/', { headers: { accept: 'text/html' } });
    expect(page.status).toBe(503);
    expect(page.headers['retry-after']).toBeDefined();
    await empty.close();
  });
});

describe('the gateway during an outage of svc-identity', () => {
  it('returns the page, and 503 for calls', async () => {
    const isolated = await startGateway();
    await release(isolated, shell('s1'));
    await isolated.identity.close();
    const page = await isolated.request('GET', '/tasks', { headers: { accept: 'text/html' } });
    expect(page.status).toBe(200);
    expect((await isolated.request('GET', '/api/tasks')).status).toBe(503);
    await isolated.close();
  });
});
