import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createAddressRules, parseNetworks } from '@obieg/service-kit/guarded-network';
import { describe, expect, it, onTestFinished } from 'vitest';
import { createProviderFetch } from './provider-fetch';

const options = { method: 'GET', headers: {}, redirect: 'manual', body: null } as const;

const fetchFrom = async (listener: RequestListener, networks = '127.0.0.0/8', host = '127.0.0.1') => {
  const server = createServer(listener);
  await new Promise<void>((listening) => {
    server.listen(0, '127.0.0.1', listening);
  });
  const reach = {
    rules: createAddressRules(parseNetworks(networks)),
    resolveHost: async () => ['127.0.0.1'],
  };
  const { fetch, close } = createProviderFetch(reach, { timeoutMs: 300, bytesMax: 1_000 });
  onTestFinished(async () => {
    await close();
    server.close();
    server.closeAllConnections();
  });
  return fetch(`http://${host}:${(server.address() as AddressInfo).port}/`, options);
};

describe('createProviderFetch', () => {
  it('returns status and body', async () => {
    const response = await fetchFrom((_, answer) => void answer.writeHead(404).end('{"a":1}'));
    expect([response.status, await response.json()]).toEqual([404, { a: 1 }]);
  });

  it.each<[string, RequestListener, string]>([
    ['does not answer', () => undefined, 'timeout'],
    ['stops in the middle', (_, answer) => void answer.write('{'), 'timeout'],
    ['answers too much', (_, answer) => void answer.end('a'.repeat(2_000)), 'too-large'],
    ['redirects', (_, answer) => void answer.writeHead(307, { location: '/x' }).end(), 'redirected'],
    ['closes the connection', ({ socket }) => void socket.destroy(), 'unreachable'],
  ])('fails if the provider %s', async (_, listener, reason) => {
    await expect(fetchFrom(listener)).rejects.toMatchObject({ reason });
  });

  it.each(['127.0.0.1', 'idp.example.com'])('does not connect to the private address of %s', async (host) => {
    let calls = 0;
    const count: RequestListener = (_, answer) => {
      calls += 1;
      answer.end('{}');
    };
    await expect(fetchFrom(count, '', host)).rejects.toMatchObject({ reason: 'address-refused' });
    expect(calls).toBe(0);
  });
});
