import type { IncomingMessage } from 'node:http';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readClient, toNetworks } from './client-address';

const request = (peer: string, headers: Record<string, string> = {}) =>
  ({ socket: { remoteAddress: peer }, headers }) as unknown as IncomingMessage;
const trusted = toNetworks(['10.0.0.0/8', 'fd00::/8']);

describe('readClient', () => {
  it('trusts forwarding headers only from a trusted proxy', () => {
    fc.assert(
      fc.property(fc.string(), fc.string(), (forwarded, protocol) => {
        const headers = { 'x-forwarded-for': forwarded, 'x-forwarded-proto': protocol };
        expect(readClient(request('203.0.113.1', headers), trusted, 'http')).toEqual({
          address: '203.0.113.1',
          protocol: 'http',
          isHiddenByProxy: true,
        });
      }),
    );
  });

  it.each([
    ['198.51.100.7', '198.51.100.7', false],
    ['1.1.1.1, 198.51.100.7, 10.9.9.9', '198.51.100.7', false],
    ['2001:db8::1, fd00::2', '2001:db8::1', false],
    ['10.9.9.9', '10.9.9.9', false],
    ['nonsense', '10.0.0.1', true],
    ['198.51.100.7, nonsense', '10.0.0.1', true],
    ['nonsense, 10.9.9.9', '10.9.9.9', true],
    ['', '10.0.0.1', true],
    // Longer than any chain of proxies.
    [`${'1.1.1.1, '.repeat(25)}198.51.100.7`, '198.51.100.7', false],
    [`198.51.100.7${', 10.9.9.9'.repeat(25)}`, '10.9.9.9', false],
  ])('takes the last untrusted address of "%s"', (forwarded, address, isHiddenByProxy) => {
    expect(
      readClient(request('::ffff:10.0.0.1', { 'x-forwarded-for': forwarded }), trusted, 'http'),
    ).toMatchObject({ address, isHiddenByProxy });
  });

  it.each([
    ['10.0.0.1', {}, false],
    ['127.0.0.1', {}, false],
    ['127.0.0.1', { 'x-forwarded-proto': 'https' }, false],
    ['127.0.0.1', { 'x-forwarded-for': '' }, true],
    ['127.0.0.1', { forwarded: 'for=203.0.113.9' }, true],
    ['10.0.0.1', { forwarded: 'for=203.0.113.9' }, true],
    ['127.0.0.1', { 'x-real-ip': '203.0.113.9' }, true],
  ])('decides for a request from %s with %o whether the client is known', (peer, headers, expected) => {
    expect(readClient(request(peer, headers), trusted, 'http').isHiddenByProxy).toBe(expected);
  });
});
