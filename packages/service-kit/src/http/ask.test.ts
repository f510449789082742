import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, expect, it } from 'vitest';
import { askForJson, askJson } from './ask';

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

it('askJson returns status and body for every status', async () => {
  const url = await serve((request, response) => {
    response.writeHead(404).end(JSON.stringify({ asked: request.url, name: 'Zażółć' }));
  });
  expect(await askJson(url, 5_000)).toEqual({ status: 404, body: { asked: '/those', name: 'Zażółć' } });
});

it('askForJson accepts only 200', async () => {
  const url = await serve((_, response) => void response.writeHead(503).end('{}'));
  await expect(askForJson(url, 5_000)).rejects.toThrow('/those responded with status 503');
});

it.each<[string, RequestListener]>([
  ['does not answer', () => undefined],
  ['stops half way', (_, response) => void response.write('{"half":')],
  ['breaks off', (_, response) => void response.write('{', () => response.destroy())],
  ['answers no JSON', (_, response) => void response.end('<html>')],
])('askJson rejects if the other process %s', async (_, listener) => {
  const url = await serve(listener);
  await expect(askJson(url, 200)).rejects.toThrow();
});

it('askJson rejects if nothing listens', async () => {
  const url = await serve(() => undefined);
  close();
  await expect(askJson(url, 5_000)).rejects.toThrow('ECONNREFUSED');
});
