// @vitest-environment node
// The DOM of the other tests has no streams that axios accepts.
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sendWithAxios } from './axios-transport';

let server: Server;
const get = (path: string) =>
  sendWithAxios({
    method: 'GET',
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}${path}`,
    headers: new Headers(),
    body: undefined,
    responseType: 'stream',
    signal: new AbortController().signal,
  });

beforeAll(async () => {
  server = createServer((request, response) => {
    if (request.url === '/refused') response.writeHead(403).end('{"code":"FORBIDDEN"}');
    else response.write('first');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
});
afterAll(() => {
  server.close();
  server.closeAllConnections();
});

describe('sendWithAxios for a stream', () => {
  it('delivers what has arrived before the response is complete', async () => {
    const { data } = await get('/live');
    const { value } = await (data as ReadableStream<Uint8Array>).getReader().read();
    expect(new TextDecoder().decode(value)).toBe('first');
  });

  it('returns the problem of an error response', async () => {
    expect(await get('/refused')).toMatchObject({ status: 403, data: { code: 'FORBIDDEN' } });
  });
});
