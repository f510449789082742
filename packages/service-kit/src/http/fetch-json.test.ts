import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import { fetchJson, requestJson } from './fetch-json';

let close = (): void => undefined;
afterEach(() => close());

const serve = async (listener: RequestListener): Promise<string> => {
  const server = createServer(listener);
  await new Promise<void>((listening) => {
    server.listen(0, '127.0.0.1', listening);
  });
  close = () => {
    server.close();
    server.closeAllConnections();
  };
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/those`;
};

describe('requestJson and fetchJson', () => {
  it('return status and body for every status (requestJson)', async () => {
    const url = await serve((request, response) => {
      response.writeHead(404).end(JSON.stringify({ asked: request.url, name: 'Zażółć' }));
    });
    expect(await requestJson(url, 5_000)).toEqual({ status: 404, body: { asked: '/those', name: 'Zażółć' } });
  });

  it('reject any status but 200 (fetchJson)', async () => {
    const url = await serve((_, response) => void response.writeHead(503).end('{}'));
    await expect(fetchJson(url, 5_000)).rejects.toThrow('/those responded with status 503');
  });

  it.each<[string, RequestListener]>([
    ['does not answer', () => undefined],
    ['stops half way', (_, response) => void response.write('{"half":')],
    ['breaks off', (_, response) => void response.write('{', () => response.destroy())],
    ['answers no JSON', (_, response) => void response.end('<html>')],
  ])('reject if the other process %s', async (_, listener) => {
    const url = await serve(listener);
    await expect(requestJson(url, 200)).rejects.toThrow();
  });

  it('reject if nothing listens', async () => {
    const url = await serve(() => undefined);
    close();
    await expect(requestJson(url, 5_000)).rejects.toThrow('ECONNREFUSED');
  });
});
