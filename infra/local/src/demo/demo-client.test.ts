import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import { createDemoClient } from './demo-client';

let server: Server;
afterEach(() => server.close());

/** Starts a server that responds with these statuses, one after another. */
const startSite = async (statuses: number[]): Promise<string> => {
  server = createServer((_, response) => {
    response.writeHead(statuses.shift() ?? 500, { 'content-type': 'application/json' }).end('{"id":7}');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
};

describe('createDemoClient', () => {
  it('retries after 503', async () => {
    const site = createDemoClient(await startSite([503, 503, 200]));
    expect(await site.call('GET', '/api/tasks')).toEqual({ id: 7 });
  });

  it('retries after a status in retryOn', async () => {
    const site = createDemoClient(await startSite([422, 201]));
    expect(await site.call('POST', '/api/tasks', { retryOn: [422] })).toEqual({ id: 7 });
  });

  it.each([401, 403, 422, 500])('fails without retrying on status %d', async (status) => {
    const site = createDemoClient(await startSite([status, 200]));
    await expect(site.call('GET', '/api/tasks')).rejects.toThrow(
      `GET /api/tasks as visitor failed with status ${status}`,
    );
  });
});
