import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { fakeApi } from '../testing';
import { http as client, replaceTransport } from './http';
import { sendRequest } from './send-request';

let server: Server;
const { happyDOM } = window as unknown as { happyDOM: { setURL: (url: string) => void } };
const address = location.href;
const received: { method: string; url: string; type: string | undefined; body: string }[] = [];

const answers: Record<string, (response: import('node:http').ServerResponse) => void> = {
  '/api/json': (response) => response.setHeader('etag', '"7"').end('{"a":1}'),
  '/api/text': (response) => response.end('plain'),
  '/api/empty': (response) => response.writeHead(204).end(),
  '/api/refused': (response) => response.writeHead(409).end('{"code":"CONFLICT","message":"No."}'),
  '/api/silent': () => undefined,
};

beforeAll(async () => {
  server = createServer(async (request, response) => {
    let body = '';
    for await (const chunk of request) body += chunk;
    const { method = '', url = '', headers } = request;
    received.push({ method, url, type: headers['content-type'], body });
    answers[url.split('?')[0] ?? '']?.(response);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  happyDOM.setURL(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`);
  replaceTransport(sendRequest);
});
afterAll(async () => {
  fakeApi();
  happyDOM.setURL(address);
  await new Promise<void>((resolve) => {
    server.close(() => resolve());
    server.closeAllConnections();
  });
});

describe('http over the network', () => {
  it('parses JSON, and returns text that is no JSON', async () => {
    expect(await client.get('/json')).toMatchObject({ data: { a: 1 }, headers: { etag: '"7"' } });
    expect((await client.get('/text')).data).toBe('plain');
    expect((await client.delete('/empty')).status).toBe(204);
  });

  it('sends query, JSON and forms', async () => {
    await client.get('/json', { params: { search: 'ą b', limit: 5, cursor: undefined } });
    expect(received.at(-1)?.url).toBe('/api/json?search=%C4%85+b&limit=5');
    await client.post('/json', { title: 'Ź' });
    expect(received.at(-1)).toMatchObject({ type: 'application/json', body: '{"title":"Ź"}' });
    const form = new FormData();
    form.append('file', 'x');
    await client.post('/json', form);
    expect(received.at(-1)?.type).toMatch(/^multipart\/form-data; ?boundary=/);
  });

  it('rejects with the problem of an error response', async () => {
    await expect(client.get('/refused', { responseType: 'arraybuffer' })).rejects.toMatchObject({
      name: 'ApiError',
      code: 'CONFLICT',
      status: 409,
      serverMessage: 'No.',
    });
  });

  it('rejects with NETWORK after the timeout', async () => {
    await expect(client.get('/silent', { timeout: 1 })).rejects.toMatchObject({ code: 'NETWORK' });
  });

  it('rejects with the reason of the caller who aborts', async () => {
    const controller = new AbortController();
    // The aborted request of the previous test may arrive meanwhile.
    const call = client.get('/silent', { params: { page: 2 }, signal: controller.signal });
    call.catch(() => undefined);
    await expect.poll(() => received.map(({ url }) => url)).toContain('/api/silent?page=2');
    controller.abort(new Error('left the page'));
    await expect(call).rejects.toThrow('left the page');
  });

  it('returns the bytes of a file', async () => {
    const { data } = await client.get<ArrayBuffer>('/text', { responseType: 'arraybuffer' });
    expect(new TextDecoder().decode(data)).toBe('plain');
  });

  it('sends a body whose progress is reported', async () => {
    await client.post('/json', { title: 'x' }, { onUploadProgress: () => undefined });
    expect(received.at(-1)?.body).toBe('{"title":"x"}');
  });
});
