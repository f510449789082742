import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { brotliCompressSync, brotliDecompressSync, gunzipSync, gzipSync } from 'node:zlib';
import { pollUntil } from '@obieg/service-kit/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startGateway, type TestGateway } from './gateway';

let gateway: TestGateway;

const write = (path: string, content: string | Buffer): void => {
  const file = join(gateway.staticRoot, path);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, content);
};
const script = `console.log(${JSON.stringify('x'.repeat(3_000))})`;
const template =
  '<!doctype html><html><head><meta name="csp-nonce" content=""><script src="/assets/main.0123456789.js" defer></script></head>' +
  '<body><div id="root"></div></body></html>';
const remote = (version: string) => ({
  id: 'mf-tasks',
  contractVersion: 1,
  version,
  routes: [
    { path: '/tasks', access: 'signed-in', layout: 'frame' },
    { path: '/task/:publicTaskId', access: 'public', layout: 'frame' },
  ],
  navigation: [],
  entry: `/remotes/mf-tasks/${version}/remoteEntry.js`,
  preload: [`/remotes/mf-tasks/${version}/remoteEntry.js`, `/remotes/mf-tasks/${version}/page.css`],
  integrity: { [`/remotes/mf-tasks/${version}/remoteEntry.js`]: 'sha384-abc' },
});
const writeRegistry = (...remotes: unknown[]): void =>
  write('remotes/registry.json', JSON.stringify({ remotes }));

beforeAll(async () => {
  gateway = await startGateway();
  write('../secret.js', 'secret');
  write('shell/index.html', template);
  write('shell/assets/main.0123456789.js', script);
  write('shell/assets/main.0123456789.js.br', brotliCompressSync(script));
  write('shell/assets/main.0123456789.js.gz', gzipSync(script));
  write('shell/robots.txt', 'User-agent: *');
  write('shell/.hidden.js', 'hidden');
  write('shell/server.pem', 'key');
  write('remotes/mf-tasks/v1/remoteEntry.js', 'remote');
  writeRegistry(remote('v1'));
});
afterAll(() => gateway.close());

const navigate = (path: string, headers: Record<string, string> = {}, host?: string) =>
  gateway.request('GET', path, {
    headers: { accept: 'text/html,application/xhtml+xml,*/*;q=0.8', ...headers },
    ...(host === undefined ? {} : { host }),
  });

describe('static files', () => {
  it('with a hash or version in their name are immutable', async () => {
    for (const path of ['/assets/main.0123456789.js', '/remotes/mf-tasks/v1/remoteEntry.js']) {
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
    const path = '/assets/main.0123456789.js';
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
    '/.hidden.js',
    '/server.pem',
    '/index.html',
    '/remotes/registry.json',
    '/remotes/mf-tasks',
    '/remotes/../shell/robots.txt',
    '/shell/robots.txt',
    '/assets',
    '/assets/missing.js',
    '/remotes/mf-tasks/v2/remoteEntry.js',
    '/assets/main.0123456789.js/x',
    '/assets/main.0123456789.js%00.css',
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
    expect(headers['cache-control']).toBe('no-cache');
    expect(headers.etag).toBeUndefined();
    const nonce = /<meta name="csp-nonce" content="([^"]+)">/.exec(text)?.[1];
    expect(nonce).toBeTruthy();
    expect(text.match(/csp-nonce/g)).toHaveLength(1);
    expect(headers['content-security-policy']).toContain(`'nonce-${nonce}'`);
    expect(text).toContain('<meta name="base-domain" content="obieg.localhost">');
    const registry = /<script type="application\/json" id="remote-registry">(.*?)<\/script>/.exec(text)?.[1];
    expect(JSON.parse(registry ?? '')).toEqual({ remotes: [remote('v1')] });
    expect(text).toContain(
      '<link rel="preload" as="script" crossorigin="anonymous" href="/remotes/mf-tasks/v1/remoteEntry.js" integrity="sha384-abc">',
    );
    expect(text).toContain('as="style" crossorigin="anonymous" href="/remotes/mf-tasks/v1/page.css"');
    expect((await navigate('/dashboard')).text).not.toContain('rel="preload"');
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
    writeRegistry({ ...remote('v1'), version: '</script><script>alert(1)</script>' });
    const text = await pollUntil(
      async () => {
        const page = await navigate('/');
        return page.text.includes('u003c/script') ? page.text : undefined;
      },
      { describe: 'the changed registry is loaded' },
    );
    expect(text).not.toContain('alert(1)</script>');
    writeRegistry(remote('v1'));
  });
});

describe('the registry', () => {
  it('is reloaded when it changes, and falls back to the last valid content', async () => {
    const getVersion = async () => (await gateway.request('GET', '/remotes.json')).body.remotes[0].version;
    writeRegistry(remote('version-2'));
    await pollUntil(async () => ((await getVersion()) === 'version-2' ? true : undefined), {
      describe: 'the new version is returned',
    });
    write('remotes/registry.json', '{"remotes": [');
    expect(await getVersion()).toBe('version-2');
    const { headers } = await gateway.request('GET', '/remotes.json');
    expect(headers['cache-control']).toBe('no-cache');
    expect(headers['content-type']).toContain('application/json');
    writeRegistry(remote('v1'));
  });

  it('and the page return 503 before the first deployment', async () => {
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
    mkdirSync(join(isolated.staticRoot, 'shell'), { recursive: true });
    writeFileSync(join(isolated.staticRoot, 'shell/index.html'), template);
    await isolated.identity.close();
    const page = await isolated.request('GET', '/tasks', { headers: { accept: 'text/html' } });
    expect(page.status).toBe(200);
    expect((await isolated.request('GET', '/api/tasks')).status).toBe(503);
    await isolated.close();
  });
});
