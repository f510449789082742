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
  withTransaction,
} from '../src/index';
import { pollUntil, startTestService, type TestService } from '../src/testing/index';

const aborted: string[] = [];
const started: string[] = [];
const warnings: string[] = [];
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
