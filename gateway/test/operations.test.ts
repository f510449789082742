import { createLog } from '@obieg/service-kit';
import { pollUntil, watchEventLoop } from '@obieg/service-kit/testing';
import { afterEach, describe, expect, it } from 'vitest';
import { startGateway, type TestGateway } from './gateway';
import type { Upstream } from './upstream';

let gateway: TestGateway;
afterEach(() => gateway.close());

const respondWithJson = (upstream: Upstream, path: string, body: unknown, status = 200): void => {
  const next = upstream.handle;
  upstream.handle = (request, response) => {
    if (request.url !== path) return next(request, response);
    response.writeHead(status, { 'content-type': 'application/json' });
    response.end(JSON.stringify(body));
  };
};

describe('health', () => {
  it('of the gateway is reported at /healthz and /readyz', async () => {
    gateway = await startGateway({
      overrides: {
        healthChecks: [
          {
            name: 'events',
            isEssential: false,
            check: () => {
              throw new Error('nats://10.1.2.3 is unavailable');
            },
          },
        ],
      },
    });
    expect((await gateway.request('GET', '/healthz', { host: '10.0.0.7:8080' })).body).toEqual({
      status: 'up',
    });
    const ready = await gateway.request('GET', '/readyz');
    expect(ready.status).toBe(200);
    expect(ready.body.checks[0]).toMatchObject({ name: 'events', status: 'down' });
  });

  it('of all services is reported at /api/health, without reasons', async () => {
    gateway = await startGateway();
    await gateway.workflow.close();
    respondWithJson(
      gateway.tasks,
      '/readyz',
      { status: 'down', checks: [{ detail: 'password for tasks_app' }] },
      503,
    );
    const { status, body, text } = await gateway.request('GET', '/api/health');
    expect(status).toBe(503);
    expect(body).toEqual({
      status: 'degraded',
      services: { identity: 'up', workflow: 'down', tasks: 'down' },
      instances: { identity: ['up'], workflow: ['down'], tasks: ['down'] },
    });
    expect(text).not.toMatch(/127\.0\.0\.1|password|ECONNREFUSED/);
  });

  it('is checked once for concurrent clients', async () => {
    gateway = await startGateway();
    const responses = await Promise.all(
      Array.from({ length: 20 }, () => gateway.request('GET', '/api/health')),
    );
    expect(responses.every(({ status }) => status === 200)).toBe(true);
    expect(gateway.tasks.requests.filter(({ url }) => url === '/readyz')).toHaveLength(1);
  });
});

describe('metrics and the reasons of failed health checks', () => {
  it('are visible only to OPERATIONS_NETWORKS', async () => {
    gateway = await startGateway({ environment: { TRUSTED_PROXIES: '127.0.0.1' } });
    await gateway.request('GET', '/api/tasks');
    const metricLine =
      'obieg_http_request_seconds_count{service="gateway",method="GET",route="/api/tasks",status="200"} 1';
    await pollUntil(
      async () => ((await gateway.request('GET', '/metrics')).text.includes(metricLine) ? true : undefined),
      { describe: 'the request is counted' },
    );
    const outside = { headers: { 'x-forwarded-for': '203.0.113.9' } };
    expect((await gateway.request('GET', '/metrics', outside)).status).toBe(404);
    expect((await gateway.request('GET', '/readyz', outside)).body).toEqual({ status: 'up' });
  });

  it.each([
    ['', { 'x-forwarded-for': '203.0.113.9' }],
    ['', { 'x-forwarded-for': '127.0.0.1' }],
    ['', { forwarded: 'for=203.0.113.9' }],
    ['', { 'x-real-ip': '203.0.113.9' }],
    ['127.0.0.1', { forwarded: 'for=203.0.113.9' }],
    ['127.0.0.1', { 'x-forwarded-for': 'unknown' }],
  ])(
    'are hidden from clients behind an untrusted proxy (TRUSTED_PROXIES=%s, %o)',
    async (proxies, headers) => {
      gateway = await startGateway({ environment: { TRUSTED_PROXIES: proxies } });
      expect((await gateway.request('GET', '/metrics', { headers })).status).toBe(404);
      expect((await gateway.request('GET', '/readyz', { headers })).body).toEqual({ status: 'up' });
      expect((await gateway.request('GET', '/metrics')).status).toBe(200);
      expect((await gateway.request('GET', '/readyz')).body).toEqual({ status: 'up', checks: [] });
    },
  );
});

describe('the log of a blocked event loop', () => {
  it('names the route of a request, but not its path', async () => {
    gateway = await startGateway();
    const lines: string[] = [];
    const stop = watchEventLoop(createLog('gateway', 'warn', { write: (line) => lines.push(line) }), 0);
    const echo = gateway.tasks.handle;
    gateway.tasks.handle = (request, response) => {
      const end = performance.now() + 400;
      while (performance.now() < end);
      echo(request, response);
    };
    await gateway.request('GET', '/api/tasks/123456789012');
    const findLine = async () => lines.find((line) => line.includes('/api/tasks'));
    const line = await pollUntil(findLine, { describe: 'the turn is logged' });
    stop();
    expect(JSON.parse(line).requests).toContainEqual(
      expect.objectContaining({ method: 'GET', route: '/api/tasks', requestId: expect.any(String) }),
    );
    expect(line).not.toContain('123456789012');
  });
});

describe('the warning about an untrusted proxy', () => {
  const listWarnings = () => gateway.lines.filter((line) => line.includes('TRUSTED_PROXIES'));

  it('is logged once', async () => {
    gateway = await startGateway();
    await gateway.request('GET', '/api/tasks');
    expect(listWarnings()).toEqual([]);
    for (const address of ['203.0.113.9', '203.0.113.10'])
      await gateway.request('GET', '/api/tasks', { headers: { 'x-forwarded-for': address } });
    expect(listWarnings()).toHaveLength(1);
    expect(JSON.parse(listWarnings()[0] ?? '')).toMatchObject({ level: 40, proxy: '127.0.0.1' });
  });

  it('is not logged for a trusted proxy', async () => {
    gateway = await startGateway({ environment: { TRUSTED_PROXIES: '127.0.0.1' } });
    await gateway.request('GET', '/api/tasks', { headers: { 'x-forwarded-for': '203.0.113.9' } });
    expect(listWarnings()).toEqual([]);
  });
});

describe('/api/docs', () => {
  const buildComponents = (type: string) => ({ schemas: { Thing: { type }, Problem: { type: 'object' } } });
  const buildPaths = (name: string) => ({
    [name]: { get: { responses: { 200: { schema: { $ref: '#/components/schemas/Thing' } } } } },
  });

  it("merges the services' documents without name clashes", async () => {
    gateway = await startGateway();
    respondWithJson(gateway.identity, '/openapi.json', {
      paths: buildPaths('/api/users'),
      components: buildComponents('string'),
    });
    respondWithJson(gateway.tasks, '/openapi.json', {
      paths: buildPaths('/api/tasks'),
      components: buildComponents('number'),
    });
    await gateway.workflow.close();
    const { status, body } = await gateway.request('GET', '/api/docs/openapi.json');
    expect(status).toBe(200);
    expect(body.openapi).toBe('3.1.0');
    expect(Object.keys(body.paths)).toEqual(expect.arrayContaining(['/api/users', '/api/tasks']));
    expect(body.components.schemas).toMatchObject({
      Thing: { type: 'string' },
      TasksThing: { type: 'number' },
      Problem: { type: 'object' },
    });
    const getReference = (name: string) => body.paths[name].get.responses[200].schema.$ref;
    expect(getReference('/api/users')).toBe('#/components/schemas/Thing');
    expect(getReference('/api/tasks')).toBe('#/components/schemas/TasksThing');
  });

  it('returns a page that complies with its content security policy', async () => {
    gateway = await startGateway();
    const page = await gateway.request('GET', '/api/docs');
    expect(page.status).toBe(200);
    expect(page.headers['content-type']).toContain('text/html');
    const policy = String(page.headers['content-security-policy']);
    expect(policy).toContain("script-src 'self'");
    expect(policy).not.toMatch(/unsafe-|\*/);
    expect(page.text).not.toMatch(/<script(?![^>]*\ssrc=)|\sstyle=|\son\w+=/);
    for (const [, file] of page.text.matchAll(/(?:src|href)="([^"]+\.(?:js|css))"/g)) {
      const { status, headers } = await gateway.request('GET', file ?? '');
      expect(status).toBe(200);
      expect(headers['content-type']).toMatch(/javascript|css/);
    }
  });
});

describe('POST /api/csp-reports', () => {
  const send = (body: string) =>
    gateway.request('POST', '/api/csp-reports', {
      headers: { 'content-type': 'application/csp-report' },
      body,
    });

  it('accepts reports in both formats, counts them and limits their rate', async () => {
    gateway = await startGateway({ environment: { RATE_LIMIT_REPORTS: '4' } });
    const old = { 'csp-report': { 'document-uri': 'http://a/b?token=1', 'blocked-uri': 'inline' } };
    const recent = [
      { type: 'csp-violation', body: { documentURL: 'http://a/', effectiveDirective: 'img-src' } },
    ];
    expect((await send(JSON.stringify(old))).status).toBe(204);
    expect((await send(JSON.stringify(recent))).status).toBe(204);
    expect((await gateway.request('GET', '/metrics')).text).toMatch(/policy_reports_total\{[^}]*\} 2/);
    expect((await send('not json')).status).toBe(400);
    expect((await send('x'.repeat(20_000))).status).toBe(413);
    expect((await send(JSON.stringify(old))).status).toBe(429);
  });
});
