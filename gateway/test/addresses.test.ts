import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startGateway, type TestGateway } from './gateway';

let gateway: TestGateway;
beforeAll(async () => {
  gateway = await startGateway();
});
afterAll(() => gateway.close());

const statusOf = (answer: string): number => Number(/^HTTP\/1\.1 (\d{3})/.exec(answer)?.[1]);
const bodyOf = (answer: string) => JSON.parse(answer.slice(answer.indexOf('\r\n\r\n') + 4));
const get = (target: string, ...headers: string[]): string =>
  [`GET ${target} HTTP/1.1`, ...headers, 'Connection: close', '', ''].join('\r\n');
const host = 'Host: acme.obieg.localhost';

describe('organization of a request', () => {
  it('follows from the host only, and the request reaches the owner of the path', async () => {
    const { status, body } = await gateway.request('GET', '/api/tasks?limit=2');
    expect(status).toBe(200);
    expect(body.url).toBe('/api/tasks?limit=2');
    expect(body.headers).toMatchObject({
      'x-obieg-site': 'organization',
      'x-obieg-organization-id': '1',
      'x-obieg-organization-code': 'acme',
      'x-forwarded-host': 'acme.obieg.localhost',
      'x-forwarded-proto': 'http',
      'x-forwarded-for': '127.0.0.1',
    });
  });

  it('is absent on the main domain', async () => {
    for (const main of ['obieg.localhost:8080', 'localhost', '127.0.0.1:8080']) {
      const { body } = await gateway.request('GET', '/api/organizations', { host: main });
      expect(body.headers['x-obieg-site']).toBe('main');
      expect(body.headers['x-obieg-organization-id']).toBeUndefined();
    }
  });

  it('ignores the case of the host', async () => {
    const { body } = await gateway.request('GET', '/api/groups', { host: 'ACME.Obieg.LOCALHOST:8080' });
    expect(body.headers['x-obieg-organization-code']).toBe('acme');
  });

  it.each(['nobody.obieg.localhost', 'a.acme.obieg.localhost', 'ac-me.obieg.localhost', 'www.example.com'])(
    '%s is unknown: 404',
    async (unknown) => {
      const { status, body } = await gateway.request('GET', '/api/tasks', { host: unknown });
      expect(status).toBe(404);
      expect(body).toMatchObject({ code: 'ORGANIZATION_NOT_FOUND', success: false });
    },
  );
});

describe('an ambiguous request', () => {
  it.each([
    ['two hosts', get('/api/tasks', host, 'Host: globex.obieg.localhost')],
    ['the same host twice', get('/api/tasks', host, host)],
    ['no host', get('/api/tasks')],
    ['an empty host', get('/api/tasks', 'Host:')],
    ['a list of hosts', get('/api/tasks', 'Host: acme.obieg.localhost, globex.obieg.localhost')],
    ['a foreign absolute target', get('http://globex.obieg.localhost/api/tasks', host)],
    ['a target of another scheme', get('ftp://acme.obieg.localhost/api/tasks', host)],
    ['no path', get('*', host)],
    ['a way up', get('/api/tasks/../../internal/revoked-sessions', host)],
    ['an encoded way up', get('/api/tasks/%2e%2e/%2E./internal', host)],
    ['an encoded separator', get('/api/tasks%2f..%2finternal', host)],
    ['a backslash', get('/api\\tasks', host)],
    ['an empty segment', get('//evil.example/api/tasks', host)],
    ['an encoded NUL', get('/api/tasks/%00', host)],
    ['bytes that are no text', get('/api/tasks/%ff', host)],
    [
      'two lengths',
      `POST /api/tasks HTTP/1.1\r\n${host}\r\nContent-Length: 4\r\nContent-Length: 40\r\n\r\nabcd`,
    ],
    [
      'a length and chunks',
      `POST /api/tasks HTTP/1.1\r\n${host}\r\nContent-Length: 4\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n`,
    ],
    [
      'an unknown transfer encoding',
      `POST /api/tasks HTTP/1.1\r\n${host}\r\nConnection: close\r\nTransfer-Encoding: gzip, chunked\r\n\r\n0\r\n\r\n`,
    ],
    [
      'a space before the colon',
      `POST /api/tasks HTTP/1.1\r\n${host}\r\nTransfer-Encoding : chunked\r\n\r\n0\r\n\r\n`,
    ],
    ['a bare line feed', `GET /api/tasks HTTP/1.1\n${host}\nX-A: b\n\n`],
    ['a folded header', `GET /api/tasks HTTP/1.1\r\n${host}\r\nX-A: b\r\n c: d\r\n\r\n`],
    ['no HTTP', 'hello\r\n\r\n'],
  ])('%s: 400, nothing is forwarded', async (_name, bytes) => {
    const before = gateway.tasks.requests.length + gateway.identity.requests.length;
    const answer = await gateway.sendRaw(bytes);
    expect(statusOf(answer)).toBe(400);
    expect(bodyOf(answer)).toMatchObject({ status: 400, success: false });
    expect(gateway.tasks.requests.length + gateway.identity.requests.length).toBe(before);
  });

  it('accepts an absolute target of its own host', async () => {
    const answer = await gateway.sendRaw(get('http://acme.obieg.localhost/api/tasks?a=1', host));
    expect(statusOf(answer)).toBe(200);
    expect(answer).toContain('"url":"/api/tasks?a=1"');
  });

  it('never parses a second request from a body', async () => {
    const smuggled = 'GET /api/admin/roles HTTP/1.1\r\nHost: acme.obieg.localhost\r\n\r\n';
    const before = gateway.identity.requests.length;
    const answer = await gateway.sendRaw(
      `POST /api/tasks HTTP/1.1\r\n${host}\r\nConnection: close\r\nContent-Length: ${smuggled.length}\r\n\r\n${smuggled}`,
    );
    expect(statusOf(answer)).toBe(200);
    expect(answer.match(/HTTP\/1\.1 \d{3}/g)).toHaveLength(1);
    expect(gateway.identity.requests.slice(before).filter(({ url }) => url?.startsWith('/api'))).toEqual([]);
  });
});

describe('client headers', () => {
  it('cannot impersonate the gateway', async () => {
    const answer = await gateway.sendRaw(
      get(
        '/api/tasks',
        host,
        'X-Obieg-Organization-Id: 999',
        'x-obieg-site: main',
        'X-Obieg-Anything: 1',
        'X-Forwarded-For: 203.0.113.9',
        'X-Forwarded-Host: globex.obieg.localhost',
        'Forwarded: for=203.0.113.9',
        'X-Real-IP: 203.0.113.9',
      ),
    );
    const { headers } = bodyOf(answer);
    expect(headers).toMatchObject({
      'x-obieg-site': 'organization',
      'x-obieg-organization-id': '1',
      'x-forwarded-for': '127.0.0.1',
      'x-forwarded-host': 'acme.obieg.localhost',
    });
    for (const name of ['x-obieg-anything', 'forwarded', 'x-real-ip']) expect(headers[name]).toBeUndefined();
  });

  it("are dropped if they concern the connection, and cannot remove the gateway's own", async () => {
    const answer = await gateway.sendRaw(
      [
        'GET /api/tasks HTTP/1.1',
        host,
        'Connection: close, X-Obieg-Organization-Id, X-Forwarded-For, Traceparent',
        'Keep-Alive: timeout=5',
        'Proxy-Authorization: Basic abc',
        'TE: trailers',
        'Upgrade: websocket',
        'X-Kept: yes',
        '',
        '',
      ].join('\r\n'),
    );
    const { headers } = bodyOf(answer);
    expect(headers).toMatchObject({
      'x-obieg-organization-id': '1',
      'x-forwarded-for': '127.0.0.1',
      traceparent: expect.any(String),
      'x-kept': 'yes',
    });
    for (const name of ['keep-alive', 'proxy-authorization', 'te', 'upgrade'])
      expect(headers[name]).toBeUndefined();
  });

  const sendWith = (...headers: string[]): Promise<string> =>
    gateway.sendRaw(['GET /api/tasks HTTP/1.1', host, ...headers, '', ''].join('\r\n'));

  it.each([
    ['Connection: close, authorization', 'Authorization: Basic abc'],
    ['Connection: close,AUTHORIZATION ', 'Authorization: Basic abc'],
    ['Connection: close', 'Connection: Authorization', 'Authorization: Basic abc'],
    ['Authorization: Basic abc', 'Connection: authorization', 'Connection: close'],
    ['Connection: close, host'],
    ['Connection: close, content-length', 'Content-Length: 0'],
    ['Connection: close, x-forwarded-for', 'X-Forwarded-For: 203.0.113.9'],
    ['Connection: close, accept-language', 'Accept-Language: pl'],
    ['Connection: close, x-made-up', 'X-Made-Up: 1'],
    ['Connection: close, __proto__', '__proto__: 1'],
  ])('are read by gateway and service, or by neither: %s, %s is 400', async (...headers) => {
    const before = gateway.tasks.requests.length;
    const answer = await sendWith(...headers);
    expect(statusOf(answer)).toBe(400);
    expect(bodyOf(answer)).toMatchObject({ code: 'BAD_REQUEST', success: false });
    expect(gateway.tasks.requests).toHaveLength(before);
  });

  it.each([
    ['Connection: close'],
    ['Connection: Keep-Alive, Close', 'Keep-Alive: timeout=5'],
    ['Connection: close, Upgrade, HTTP2-Settings', 'Upgrade: h2c', 'HTTP2-Settings: AAMAAABk'],
    ['Connection: TE, close', 'TE: trailers'],
    ['Connection: close, Proxy-Connection', 'Proxy-Connection: keep-alive'],
    ['Connection: close, X-Not-Here, constructor'],
    ['Connection: , close,'],
  ])('are accepted as usual clients send them: %s', async (...headers) => {
    expect(statusOf(await sendWith(...headers))).toBe(200);
  });

  it('leave the shared connection to the service usable', async () => {
    for (let round = 0; round < 5; round += 1) {
      await sendWith('Connection: close, TE, Upgrade', 'TE: trailers', 'Upgrade: h2c');
      expect((await gateway.request('GET', '/api/tasks')).status).toBe(200);
    }
  });

  it('keep a valid request id; otherwise the gateway creates one', async () => {
    const kept = await gateway.request('GET', '/api/tasks', { headers: { 'x-request-id': 'abcdef-12345' } });
    expect(kept.headers['x-request-id']).toBe('abcdef-12345');
    expect(kept.body.headers['x-request-id']).toBe('abcdef-12345');
    const made = await gateway.request('GET', '/api/tasks', { headers: { 'x-request-id': 'no good "id"' } });
    expect(made.headers['x-request-id']).toMatch(/^[\w-]{36}$/);
    expect(made.body.headers['x-request-id']).toBe(made.headers['x-request-id']);
  });

  it('continue or start a trace', async () => {
    const trace = '4bf92f3577b34da6a3ce929d0e0e4736';
    const continued = await gateway.request('GET', '/api/tasks', {
      headers: { traceparent: `00-${trace}-00f067aa0ba902b7-01` },
    });
    expect(continued.body.headers.traceparent).toMatch(new RegExp(`^00-${trace}-[0-9a-f]{16}-01$`));
    const begun = await gateway.request('GET', '/api/tasks', { headers: { traceparent: 'nonsense' } });
    expect(begun.body.headers.traceparent).toMatch(/^00-[0-9a-f]{32}-[0-9a-f]{16}-01$/);
  });
});

describe('a trusted proxy', () => {
  it("provides the client's address and protocol; others do not", async () => {
    const behind = await startGateway({ environment: { TRUSTED_PROXIES: '127.0.0.1, 10.0.0.0/8' } });
    const { body, headers } = await behind.request('GET', '/api/tasks', {
      headers: { 'x-forwarded-for': '198.51.100.1, 203.0.113.9, 10.1.2.3', 'x-forwarded-proto': 'https' },
    });
    expect(body.headers['x-forwarded-for']).toBe('203.0.113.9');
    expect(body.headers['x-forwarded-proto']).toBe('https');
    expect(headers['strict-transport-security']).toContain('max-age');
    await behind.close();
  });
});

describe('paths', () => {
  it.each([
    ['/api/auth/me', 'identity'],
    ['/api/email-verification/token-info/x', 'identity'],
    ['/api/permissions/check', 'identity'],
    ['/api/organizations/users', 'identity'],
    ['/api/users/search', 'identity'],
    ['/api/admin/roles', 'identity'],
    ['/api/groups/1/members', 'identity'],
    ['/api/workflow-parameters/public', 'workflow'],
    ['/api/workflow-status', 'workflow'],
    ['/api/status-transitions/check-name', 'workflow'],
    ['/api/tasks/123456789012', 'tasks'],
  ] as const)('%s belongs to %s', async (path, owner) => {
    const before = gateway[owner].requests.length;
    expect((await gateway.request('GET', path)).status).toBe(200);
    expect(gateway[owner].requests.length).toBeGreaterThan(before);
  });

  it.each(['/internal/revoked-sessions', '/api', '/api/', '/api/unknown', '/api/tasksx', '/openapi.json'])(
    '%s is refused',
    async (path) => {
      const { status, body } = await gateway.request('GET', path);
      expect(status).toBe(404);
      expect(body.code).toBe('NOT_FOUND');
    },
  );

  it('only known methods are accepted', async () => {
    const { status, headers } = await gateway.request('TRACE', '/api/tasks');
    expect(status).toBe(405);
    expect(headers.allow).toContain('GET');
  });
});
