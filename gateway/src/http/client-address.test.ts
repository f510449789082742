import type { IncomingMessage } from 'node:http';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readClient, toNetworks } from './client-address';

const request = (peer: string, headers: Record<string, string> = {}) =>
  ({ socket: { remoteAddress: peer }, headers }) as unknown as IncomingMessage;
const trusted = toNetworks(['10.0.0.0/8', 'fd00::/8']);

describe('readClient', () => {
  it('believes nobody but a trusted proxy', () => {
    fc.assert(
      fc.property(fc.string(), fc.string(), (forwarded, protocol) => {
        const headers = { 'x-forwarded-for': forwarded, 'x-forwarded-proto': protocol };
        expect(readClient(request('203.0.113.1', headers), trusted, 'http')).toEqual({
          address: '203.0.113.1',
          protocol: 'http',
        });
      }),
    );
  });

  it.each([
    ['198.51.100.7', '198.51.100.7'],
    ['1.1.1.1, 198.51.100.7, 10.9.9.9', '198.51.100.7'],
    ['2001:db8::1, fd00::2', '2001:db8::1'],
    ['nonsense', '10.0.0.1'],
    ['198.51.100.7, nonsense', '10.0.0.1'],
    ['', '10.0.0.1'],
  ])('takes from "%s" the last address that is no proxy', (forwarded, address) => {
    expect(
      readClient(request('::ffff:10.0.0.1', { 'x-forwarded-for': forwarded }), trusted, 'http').address,
    ).toBe(address);
  });
});
