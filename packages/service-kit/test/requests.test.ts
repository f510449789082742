import { createConnection } from 'node:net';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import * as z from 'zod';
import {
  createDatabase,
  createLog,
  createMetrics,
  createServiceApp,
  defineRoute,
  problem,
  withTransaction,
} from '../src/index';
import { pollUntil, startTestService, type TestService } from '../src/testing/index';

const aborted: string[] = [];
const started: string[] = [];
const warnings: string[] = [];
const refusals: object[] = [];
/** No server listens at this address. */
const unreachableDatabase = createDatabase({ url: 'postgres://app:secret@127.0.0.1:1/none' });
const textBody = z.object({ text: z.string() });
const common = { summary: 'For tests', access: 'anyone', site: 'any' } as const;

let service: TestService;
beforeAll(async () => {
  service = await startTestService(
    createServiceApp({
      name: 'requests',
      log: createLog('requests', 'warn', { write: (line) => warnings.push(line) }),
      metrics: createMetrics('requests'),
      healthChecks: [],
      // No token is valid, because the tests concern only what happens before or after authentication.
      authenticate: async () => undefined,
      findPermissions: async () => undefined,
      onRefusal: async ({ route, params, body, caller, error }) => {
        refusals.push({ operation: route.operationId, params, body, ip: caller.ip, code: error.code });
      },
      routes: [
        defineRoute({
          ...common,
          method: 'POST',
          path: '/api/echo',
          operationId: 'echo',
          headers: z.object({ 'idempotency-key': z.string().max(10).optional() }),
          body: textBody,
          responses: { 200: z.object({ key: z.string().optional(), size: z.int(), language: z.string() }) },
          handler: async ({ headers, body, language }) => ({
            status: 200,
            body: { key: headers['idempotency-key'], size: body.text.length, language },
          }),
        }),
        defineRoute({
          ...common,
          method: 'POST',
          path: '/api/short',
          operationId: 'short',
          body: textBody,
          bodyLimitBytes: 100,
          responses: { 204: null },
          handler: async () => ({ status: 204 }),
        }),
        defineRoute({
          ...common,
          method: 'POST',
          path: '/api/secret',
          operationId: 'secret',
          access: 'signed-in',
          body: textBody,
          responses: { 204: null },
          handler: async () => ({ status: 204 }),
        }),
        defineRoute({
          ...common,
          site: 'main',
          method: 'GET',
          path: '/api/client',
          operationId: 'client',
          responses: { 200: z.object({ ip: z.string() }) },
          handler: async ({ ip, requestId }) => ({ status: 200, body: { ip, requestId } }),
        }),
        defineRoute({
          ...common,
          method: 'POST',
          path: '/api/refused/:id',
          operationId: 'refused',
          params: z.object({ id: z.string() }),
          body: textBody,
          responses: { 204: null },
          handler: async () => {
            throw problem.conflict('IN_USE', 'It is in use.');
          },
        }),
        defineRoute({
          ...common,
          method: 'GET',
          path: '/api/stored',
          operationId: 'stored',
          responses: { 204: null },
          handler: async () => {
            await withTransaction(unreachableDatabase, (tx) => tx('stored'));
            return { status: 204 };
          },
        }),
        defineRoute({
          ...common,
          method: 'GET',
          path: '/api/wait/:name',
          operationId: 'wait',
          params: z.object({ name: z.string() }),
          responses: { 204: null },
          handler: ({ makeSignal, params }) => {
            const signal = makeSignal();
            started.push(params.name);
            return new Promise((_, reject) => {
              signal.addEventListener('abort', () => {
                aborted.push(params.name);
                reject(signal.reason);
              });
            });
          },
        }),
      ],
    }),
  );
});
afterAll(async () => {
  await service.close();
  await unreachableDatabase.close();
});

/** Sends raw HTTP. @returns everything received until the server closes */
const sendRaw = (...chunks: (string | Buffer)[]): Promise<string> =>
  new Promise((resolve, reject) => {
    const socket = createConnection(service.port, '127.0.0.1');
    let received = '';
    socket.on('data', (chunk) => {
      received += chunk.toString();
    });
    socket.on('close', () => resolve(received));
    socket.on('error', reject);
    for (const chunk of chunks) socket.write(chunk);
  });
const head = (path: string, ...lines: string[]) =>
  `${['POST', path, 'HTTP/1.1'].join(' ')}\r\n${['host: a', 'content-type: application/json', ...lines].join('\r\n')}\r\n\r\n`;

describe('request headers', () => {
  it('reach the handler if declared, and get 400 if invalid', async () => {
    const echo = (key: string) =>
      service.request('POST', '/api/echo', {
        body: { text: 'abc' },
        headers: { 'idempotency-key': key, 'accept-language': 'PL-pl,en;q=0.5' },
      });
    expect((await echo('k1')).body).toEqual({ key: 'k1', size: 3, language: 'pl' });
    expect(await echo('k'.repeat(11))).toMatchObject({
      status: 400,
      body: { errors: [{ field: 'idempotency-key' }] },
    });
  });

  it('are documented in OpenAPI', async () => {
    const { body } = await service.request('GET', '/openapi.json');
    expect(body.paths['/api/echo'].post.parameters).toEqual([
      expect.objectContaining({ in: 'header', name: 'idempotency-key' }),
    ]);
  });

  it('pass on a valid request id', async () => {
    const { headers } = await service.request('GET', '/healthz', {
      headers: { 'x-request-id': 'from-gateway' },
    });
    expect(headers['x-request-id']).toBe('from-gateway');
    const invalid = await service.request('GET', '/healthz', { headers: { 'x-request-id': 'a b\tc' } });
    expect(invalid.headers['x-request-id']).toMatch(/^[\w-]{36}$/);
  });
});

describe('a route of the main domain', () => {
  it('does not exist at the address of an organization', async () => {
    expect((await service.request('GET', '/api/client')).status).toBe(200);
    const organization = { id: 1, code: 'acme' };
    expect((await service.request('GET', '/api/client', { organization })).status).toBe(404);
  });

  it('gets the last forwarded address, which the gateway has added, and sends only declared fields', async () => {
    const headers = { 'x-forwarded-for': '198.51.100.1, 203.0.113.9' };
    const { body } = await service.request('GET', '/api/client', { headers });
    expect(body).toEqual({ ip: '203.0.113.9' });
  });
});

describe('refusals', () => {
  it('are reported with the client, the parameters and the body', async () => {
    const headers = { 'x-forwarded-for': '203.0.113.9' };
    refusals.length = 0;
    const response = await service.request('POST', '/api/refused/7', { body: { text: 'abc' }, headers });
    expect(response.status).toBe(409);
    const refusal = { operation: 'refused', params: { id: '7' }, ip: '203.0.113.9' };
    expect(refusals).toEqual([{ ...refusal, body: { text: 'abc' }, code: 'IN_USE' }]);
    refusals.length = 0;
    await service.request('POST', '/api/refused/7', { body: {}, headers });
    expect(refusals).toEqual([{ ...refusal, body: undefined, code: 'VALIDATION_FAILED' }]);
  });
});

describe('request bodies', () => {
  it('are limited to the size of their route', async () => {
    const send = (text: string) => service.request('POST', '/api/short', { body: { text } });
    expect((await send('x')).status).toBe(204);
    expect((await send('x'.repeat(100))).status).toBe(413);
  });

  it('are limited in size also without a content length', async () => {
    const chunk = `10000\r\n${'x'.repeat(0x10000)}\r\n`;
    const response = await sendRaw(
      head('/api/echo', 'transfer-encoding: chunked'),
      ...Array.from({ length: 40 }, () => chunk),
      '0\r\n\r\n',
      head('/api/echo', 'content-length: 12', 'connection: close'),
      '{"text":"x"}',
    );
    expect(response).toMatch(/^HTTP\/1\.1 413 /);
    expect(response).toContain('PAYLOAD_TOO_LARGE');
    expect(response).toContain('HTTP/1.1 200 OK');
  });

  it('are read to the end after a rejection, so that the connection stays usable', async () => {
    const large = JSON.stringify({ text: 'x'.repeat(200_000) });
    const response = await sendRaw(
      head('/api/secret', `content-length: ${large.length}`),
      large,
      head('/api/echo', 'content-length: 12', 'connection: close'),
      '{"text":"x"}',
    );
    expect(response).toMatch(/^HTTP\/1\.1 401 /);
    expect(response).toContain('HTTP/1.1 200 OK');
  });

  it('are not decompressed', async () => {
    const response = await service.request('POST', '/api/echo', {
      rawBody: gzipSync('{"text":"x"}'),
      headers: { 'content-encoding': 'gzip' },
    });
    expect(response.status).toBe(415);
  });
});

describe('failed requests', () => {
  it.each([
    ['invalid HTTP', 'nonsense\r\n\r\n', 400],
    ['a header of 20 KB', head('/api/echo', `x-large: ${'x'.repeat(20_000)}`), 431],
    ['two content lengths', head('/api/echo', 'content-length: 1', 'content-length: 2'), 400],
    ['no host header', 'GET /healthz HTTP/1.1\r\nconnection: close\r\n\r\n', 400],
    ['an invalid chunk', `${head('/api/echo', 'transfer-encoding: chunked')}zz\r\n`, 400],
  ])('return a problem for %s', async (_, text, status) => {
    const response = await sendRaw(text);
    expect(response).toMatch(new RegExp(`^HTTP/1\\.1 ${status} `));
    expect(response).toContain('application/problem+json');
  });

  it('log the cause of a 503 without sending it', async () => {
    const { status, body } = await service.request('GET', '/api/stored');
    expect(status).toBe(503);
    expect(JSON.stringify(body)).not.toContain('ECONNREFUSED');
    const logged = warnings
      .map((line) => JSON.parse(line))
      .filter((line) => line.requestId === body.requestId);
    expect(logged).toMatchObject([{ err: { code: 'ECONNREFUSED' } }]);
  });

  it("abort the handler's signal when the client disconnects", async () => {
    const socket = createConnection(service.port, '127.0.0.1');
    socket.write('GET /api/wait/one HTTP/1.1\r\nhost: a\r\n\r\n');
    await pollUntil(async () => started.includes('one') || undefined, { describe: 'the handler runs' });
    socket.destroy();
    await pollUntil(async () => aborted.includes('one') || undefined, { describe: 'the signal aborts' });
    const metricLine = /obieg_http_request_seconds_count\{.*route="\/api\/wait\/:name".*status="(\d+)"/;
    const count = async () => metricLine.exec(String((await service.request('GET', '/metrics')).body))?.[1];
    // A 5xx status would count as a failure of the service.
    expect(await pollUntil(count, { describe: 'the request is counted' })).toBe('400');
  });
});
