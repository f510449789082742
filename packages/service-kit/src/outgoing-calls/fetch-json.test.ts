import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import { fetchJsonFrom, requestJson, requestJsonFrom } from './fetch-json';

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
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/path`;
};

describe('requestJson', () => {
  it('returns status and body for every status', async () => {
    const url = await serve((request, response) => {
      response.writeHead(404).end(JSON.stringify({ path: request.url, name: 'Zażółć' }));
    });
    expect(await requestJson(url, 5_000)).toEqual({ status: 404, body: { path: '/path', name: 'Zażółć' } });
  });

  it.each<[string, RequestListener]>([
    ['does not respond', () => undefined],
    ['stops sending halfway', (_, response) => void response.write('{"half":')],
    ['closes the connection halfway', (_, response) => void response.write('{', () => response.destroy())],
    ['does not return JSON', (_, response) => void response.end('<html>')],
  ])('rejects if the other process %s', async (_, listener) => {
    const url = await serve(listener);
    await expect(requestJson(url, 200)).rejects.toThrow();
  });

  it('rejects if the connection is refused', async () => {
    const url = await serve(() => undefined);
    close();
    await expect(requestJson(url, 5_000)).rejects.toThrow('ECONNREFUSED');
  });
});

describe('requestJsonFrom and fetchJsonFrom', () => {
  const refusing = 'http://127.0.0.1:1';

  it('ask the next instance if one is unavailable', async () => {
    const { origin } = new URL(
      await serve((request, response) => void response.end(JSON.stringify(request.url))),
    );
    expect(await fetchJsonFrom(() => [refusing, origin], '/a', 5_000)).toBe('/a');
  });

  it('return a client error of the first instance', async () => {
    const { origin } = new URL(await serve((_, response) => void response.writeHead(404).end('{}')));
    expect(await requestJsonFrom(() => [origin, refusing], '/a', 5_000)).toEqual({ status: 404, body: {} });
    await expect(fetchJsonFrom(() => [origin], '/a', 5_000)).rejects.toThrow('/a responded with status 404');
  });

  it('reject if every instance fails', async () => {
    const { origin } = new URL(await serve((_, response) => void response.writeHead(503).end('{}')));
    await expect(requestJsonFrom(() => [refusing, origin], '/a', 5_000)).rejects.toThrow('status 503');
  });
});
