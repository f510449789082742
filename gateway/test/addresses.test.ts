import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startGateway, type TestGateway } from './gateway';

let gateway: TestGateway;
beforeAll(async () => {
  gateway = await startGateway();
});
afterAll(() => gateway.close());

const statusOf = (response: string): number => Number(/^HTTP\/1\.1 (\d{3})/.exec(response)?.[1]);
const bodyOf = (response: string) => JSON.parse(response.slice(response.indexOf('\r\n\r\n') + 4));
const buildGet = (target: string, ...headers: string[]): string =>
  [`GET ${target} HTTP/1.1`, ...headers, 'Connection: close', '', ''].join('\r\n');
const host = 'Host: acme.obieg.localhost';

describe('the organization of a request', () => {
  it('depends only on the host, and the service that owns the path gets it in headers', async () => {
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
    for (const mainDomain of ['obieg.localhost:8080', 'localhost', '127.0.0.1:8080']) {
      const { body } = await gateway.request('GET', '/api/organizations', { host: mainDomain });
      expect(body.headers['x-obieg-site']).toBe('main');
      expect(body.headers['x-obieg-organization-id']).toBeUndefined();
    }
  });

  it('does not depend on the case of the host', async () => {
    const { body } = await gateway.request('GET', '/api/groups', { host: 'ACME.Obieg.LOCALHOST:8080' });
    expect(body.headers['x-obieg-organization-code']).toBe('acme');
  });

  it.each(['nobody.obieg.localhost', 'a.acme.obieg.localhost', 'ac-me.obieg.localhost', 'www.example.com'])(
    'is unknown for the host %s, which gets 404',
    async (unknown) => {
      const { status, body } = await gateway.request('GET', '/api/tasks', { host: unknown });
      expect(status).toBe(404);
      expect(body).toMatchObject({ code: 'ORGANIZATION_NOT_FOUND', success: false });
    },
  );
});

describe('a former code name', () => {
  const former = 'dawna.obieg.localhost:8080';
  const present = 'http://acme.obieg.localhost:8080';
  const html = { accept: 'text/html' };

  it.each(['/', '/task/123456789012?tab=historia&q=%C5%82%2F', '/set-password?token=abc', '/no-such-page'])(
    'redirects the page %s with path and query, and is not cached',
    async (path) => {
      const { status, headers } = await gateway.request('GET', path, { host: former, headers: html });
      expect({ status, location: headers['location'], cache: headers['cache-control'] }).toEqual({
        status: 308,
        location: `${present}${path}`,
        cache: 'no-store',
      });
    },
  );

  it.each([
    ['a program', {}, 308, `${present}/api/tasks?limit=2`],
    ['a page, which cannot follow a redirect', { 'sec-fetch-site': 'same-origin' }, 410, undefined],
  ])(
    'leads API calls of %s to the present address, and forwards nothing',
    async (_, more, code, location) => {
      const before = gateway.tasks.requests.length;
      for (const method of ['GET', 'POST']) {
        const { status, body, headers } = await gateway.request(method, '/api/tasks?limit=2', {
          host: former,
          headers: {
            authorization: `Bearer ${gateway.tokens.sign({ userId: 10, organizationId: 1 })}`,
            ...more,
          },
        });
        expect([status, headers['location']]).toEqual([code, location]);
        expect(body).toMatchObject({ code: 'ORGANIZATION_MOVED', address: present });
        expect(body.message).toContain(present);
      }
      expect(gateway.tasks.requests).toHaveLength(before);
    },
  );

  it.each([
    ['link that stops mails', 'POST', '/api/mail-subscriptions/key'],
    ['calendar feed', 'GET', '/api/calendar/key.ics'],
  ])("still serves the %s, for its organization's present code name", async (_name, method, path) => {
    const { status, body } = await gateway.request(method, path, { host: former });
    expect(status).toBe(200);
    expect(body.headers).toMatchObject({
      'x-obieg-organization-id': '1',
      'x-obieg-organization-code': 'acme',
    });
  });

  it('of no organization gets 404', async () => {
    const unknown = 'obca.obieg.localhost';
    const page = await gateway.request('GET', '/tasks', { host: unknown, headers: html });
    expect([page.status, page.headers['location']]).toEqual([404, undefined]);
  });
});

describe('an ambiguous request', () => {
  it.each([
    ['two hosts', buildGet('/api/tasks', host, 'Host: globex.obieg.localhost')],
    ['the same host twice', buildGet('/api/tasks', host, host)],
    ['no host', buildGet('/api/tasks')],
    ['an empty host', buildGet('/api/tasks', 'Host:')],
    ['a list of hosts', buildGet('/api/tasks', 'Host: acme.obieg.localhost, globex.obieg.localhost')],
    ['an absolute target of another host', buildGet('http://globex.obieg.localhost/api/tasks', host)],
    ['a target of another scheme', buildGet('ftp://acme.obieg.localhost/api/tasks', host)],
    ['no path', buildGet('*', host)],
    ['dot segments', buildGet('/api/tasks/../../internal/revoked-sessions', host)],
    ['encoded dot segments', buildGet('/api/tasks/%2e%2e/%2E./internal', host)],
    ['an encoded separator', buildGet('/api/tasks%2f..%2finternal', host)],
    ['a backslash', buildGet('/api\\tasks', host)],
    ['an empty segment', buildGet('//evil.example/api/tasks', host)],
    ['an encoded NUL', buildGet('/api/tasks/%00', host)],
    ['invalid UTF-8', buildGet('/api/tasks/%ff', host)],
    [
      'two content lengths',
      `POST /api/tasks HTTP/1.1\r\n${host}\r\nContent-Length: 4\r\nContent-Length: 40\r\n\r\nabcd`,
    ],
    [
      'a content length and chunks',
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
    ['invalid HTTP', 'hello\r\n\r\n'],
  ])('with %s gets 400 and is not forwarded', async (_name, bytes) => {
    const before = gateway.tasks.requests.length + gateway.identity.requests.length;
    const response = await gateway.sendRaw(bytes);
    expect(statusOf(response)).toBe(400);
    expect(bodyOf(response)).toMatchObject({ status: 400, success: false });
    expect(gateway.tasks.requests.length + gateway.identity.requests.length).toBe(before);
  });
});

describe('a request', () => {
  it('with an absolute target of its own host is forwarded', async () => {
    const response = await gateway.sendRaw(buildGet('http://acme.obieg.localhost/api/tasks?a=1', host));
    expect(statusOf(response)).toBe(200);
    expect(response).toContain('"url":"/api/tasks?a=1"');
  });

  it('in the body of another request is not parsed', async () => {
    const smuggled = 'GET /api/admin/roles HTTP/1.1\r\nHost: acme.obieg.localhost\r\n\r\n';
    const before = gateway.identity.requests.length;
    const response = await gateway.sendRaw(
      `POST /api/tasks HTTP/1.1\r\n${host}\r\nConnection: close\r\nContent-Length: ${smuggled.length}\r\n\r\n${smuggled}`,
    );
    expect(statusOf(response)).toBe(200);
    expect(response.match(/HTTP\/1\.1 \d{3}/g)).toHaveLength(1);
    expect(gateway.identity.requests.slice(before).filter(({ url }) => url?.startsWith('/api'))).toEqual([]);
  });
});

describe('the headers of a client', () => {
  it('cannot replace those of the gateway', async () => {
    const response = await gateway.sendRaw(
      buildGet(
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
    const { headers } = bodyOf(response);
    expect(headers).toMatchObject({
      'x-obieg-site': 'organization',
      'x-obieg-organization-id': '1',
      'x-forwarded-for': '127.0.0.1',
      'x-forwarded-host': 'acme.obieg.localhost',
    });
    for (const name of ['x-obieg-anything', 'forwarded', 'x-real-ip']) expect(headers[name]).toBeUndefined();
  });

  it('are removed if they concern the connection, and cannot remove those of the gateway', async () => {
    const response = await gateway.sendRaw(
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
    const { headers } = bodyOf(response);
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
  ])('get 400 if Connection names an end-to-end header: %s, %s', async (...headers) => {
    const before = gateway.tasks.requests.length;
    const response = await sendWith(...headers);
    expect(statusOf(response)).toBe(400);
    expect(bodyOf(response)).toMatchObject({ code: 'BAD_REQUEST', success: false });
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
  ])('are accepted as common clients send them: %s', async (...headers) => {
    expect(statusOf(await sendWith(...headers))).toBe(200);
  });

  it('do not affect the shared connection to the service', async () => {
    for (let round = 0; round < 5; round += 1) {
      await sendWith('Connection: close, TE, Upgrade', 'TE: trailers', 'Upgrade: h2c');
      expect((await gateway.request('GET', '/api/tasks')).status).toBe(200);
    }
  });

  it('can contain a valid request id, otherwise the gateway generates one', async () => {
    const valid = await gateway.request('GET', '/api/tasks', { headers: { 'x-request-id': 'abcdef-12345' } });
    expect(valid.headers['x-request-id']).toBe('abcdef-12345');
    expect(valid.body.headers['x-request-id']).toBe('abcdef-12345');
    const generated = await gateway.request('GET', '/api/tasks', {
      headers: { 'x-request-id': 'not valid "id"' },
    });
    expect(generated.headers['x-request-id']).toMatch(/^[\w-]{36}$/);
    expect(generated.body.headers['x-request-id']).toBe(generated.headers['x-request-id']);
  });

  it('continue or start a trace', async () => {
    const trace = '4bf92f3577b34da6a3ce929d0e0e4736';
    const continued = await gateway.request('GET', '/api/tasks', {
      headers: { traceparent: `00-${trace}-00f067aa0ba902b7-01` },
    });
    expect(continued.body.headers.traceparent).toMatch(new RegExp(`^00-${trace}-[0-9a-f]{16}-01$`));
    const started = await gateway.request('GET', '/api/tasks', { headers: { traceparent: 'nonsense' } });
    expect(started.body.headers.traceparent).toMatch(/^00-[0-9a-f]{32}-[0-9a-f]{16}-01$/);
  });
});

describe('a trusted proxy', () => {
  it("provides the client's address and protocol", async () => {
    const behindProxy = await startGateway({ environment: { TRUSTED_PROXIES: '127.0.0.1, 10.0.0.0/8' } });
    const { body, headers } = await behindProxy.request('GET', '/api/tasks', {
      headers: { 'x-forwarded-for': '198.51.100.1, 203.0.113.9, 10.1.2.3', 'x-forwarded-proto': 'https' },
    });
    expect(body.headers['x-forwarded-for']).toBe('203.0.113.9');
    expect(body.headers['x-forwarded-proto']).toBe('https');
    expect(headers['strict-transport-security']).toContain('max-age');
    await behindProxy.close();
  });
});

describe('the path of a request', () => {
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
    ['/api/workflow-revisions/3/diff', 'workflow'],
    ['/api/workflow-configuration/export', 'workflow'],
    ['/api/workflow-templates', 'workflow'],
    ['/api/tasks/123456789012', 'tasks'],
  ] as const)('%s belongs to %s', async (path, owner) => {
    const before = gateway[owner].requests.length;
    expect((await gateway.request('GET', path)).status).toBe(200);
    expect(gateway[owner].requests.length).toBeGreaterThan(before);
  });

  it.each(['/internal/revoked-sessions', '/api', '/api/', '/api/unknown', '/api/tasksx', '/openapi.json'])(
    '%s gets 404',
    async (path) => {
      const { status, body } = await gateway.request('GET', path);
      expect(status).toBe(404);
      expect(body.code).toBe('NOT_FOUND');
    },
  );

  it('gets 405 for an unknown method', async () => {
    const { status, headers } = await gateway.request('TRACE', '/api/tasks');
    expect(status).toBe(405);
    expect(headers.allow).toContain('GET');
  });
});
