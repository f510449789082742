import { once } from 'node:events';
import { type ClientRequest, request as httpRequest, type IncomingMessage } from 'node:http';
import { pollUntil } from '@obieg/service-kit/testing';
import { afterEach, describe, expect, it } from 'vitest';
import { defaultStalledReaderLimits } from '../src/http/stalled-readers';
import { startGateway, type TestGateway } from './gateway';

const documentPath = '/api/docs/openapi.json';
/** More than all socket buffers of one connection can store. */
const documentBytes = 12 * 1_024 * 1_024;

let gateway: TestGateway;
let clients: ClientRequest[] = [];
afterEach(async () => {
  for (const client of clients) client.destroy();
  clients = [];
  await gateway.close();
});

const start = async (limits: Partial<typeof defaultStalledReaderLimits & { stalledMs: number }> = {}) => {
  gateway = await startGateway({
    environment: { RATE_LIMIT_SCALE: '1000', TRUSTED_PROXIES: '127.0.0.1' },
    overrides: { stalledReaderLimits: { ...defaultStalledReaderLimits, stalledMs: 600_000, ...limits } },
  });
  const document = JSON.stringify({
    paths: { '/api/large': { get: { description: 'x'.repeat(documentBytes) } } },
  });
  gateway.identity.handle = (_request, response) => response.end(document);
};

/** Reads the headers of the document and then nothing more. */
const readNothing = async (address = '203.0.113.1'): Promise<IncomingMessage> => {
  const request = httpRequest({
    host: '127.0.0.1',
    port: gateway.port,
    path: documentPath,
    agent: false,
    headers: { host: 'acme.obieg.localhost', 'x-forwarded-for': address },
  });
  request.on('error', () => undefined);
  clients.push(request);
  request.end();
  const [response] = (await once(request, 'response')) as [IncomingMessage];
  response.on('error', () => undefined);
  return response;
};
/** Continues to read. @returns whether the document arrives completely */
const isComplete = async (response: IncomingMessage): Promise<boolean> => {
  response.resume();
  if (!response.closed) await once(response, 'close').catch(() => undefined);
  return response.complete;
};
const untilClosed = (count: number) =>
  pollUntil(
    async () => {
      const { values } = await gateway.metrics.limited.get();
      return values.find(({ labels }) => labels.limit === 'stalledReaders')?.value === count || undefined;
    },
    { describe: `${count} readers are disconnected` },
  );

describe('a client that does not read its response', () => {
  it('is disconnected after the timeout', async () => {
    await start({ stalledMs: 1_500 });
    const response = await readNothing();
    await untilClosed(1);
    expect(await isComplete(response)).toBe(false);
  });

  it('gets the complete response if it continues to read', async () => {
    await start();
    expect(await isComplete(await readNothing())).toBe(true);
  });

  it('shares the memory of a document with all others', async () => {
    await start();
    await readNothing();
    const before = process.memoryUsage().rss;
    await Promise.all(Array.from({ length: 30 }, () => readNothing()));
    expect(process.memoryUsage().rss - before).toBeLessThan(10 * documentBytes);
    expect((await gateway.request('GET', '/healthz')).status).toBe(200);
  });
});

describe('clients that do not read their responses', () => {
  it('are limited together, those that stalled first being disconnected', async () => {
    await start({ total: 3 });
    const responses: IncomingMessage[] = [];
    for (let index = 1; index <= 5; index += 1) responses.push(await readNothing(`203.0.113.${index}`));
    await untilClosed(2);
    expect(await Promise.all(responses.map(isComplete))).toEqual([false, false, true, true, true]);
  });

  it('are limited by address', async () => {
    await start({ perAddress: 1 });
    const responses: IncomingMessage[] = [];
    for (const address of ['203.0.113.1', '203.0.113.2', '203.0.113.1'])
      responses.push(await readNothing(address));
    await untilClosed(1);
    expect(await Promise.all(responses.map(isComplete))).toEqual([false, true, true]);
  });

  it('are limited by the bytes that wait for them', async () => {
    await start({ bytes: 100_000 });
    const responses = [await readNothing(), await readNothing(), await readNothing()];
    await pollUntil(
      async () => {
        const { values } = await gateway.metrics.limited.get();
        return values.some(({ labels }) => labels.limit === 'stalledReaders') || undefined;
      },
      { describe: 'readers are disconnected' },
    );
    expect(await isComplete(responses[0] as IncomingMessage)).toBe(false);
  });
});
