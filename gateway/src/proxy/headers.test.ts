import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { requestHeadersFor, responseHeadersFor } from './headers';

const gatewayHeaders = {
  'x-obieg-site': 'main',
  'x-forwarded-for': '203.0.113.9',
  'x-request-id': 'id-of-the-gateway',
};
const name = fc.oneof(
  fc.constantFrom('Connection', 'X-Obieg-Site', 'x-forwarded-for', 'TE', 'Host', 'X-Request-Id', 'Upgrade'),
  fc.stringMatching(/^[A-Za-z][A-Za-z-]{0,20}$/),
);
const value = fc.oneof(
  fc.constantFrom('x-obieg-site', 'close, x-forwarded-for', 'x-request-id'),
  fc.string(),
);

const toMap = (flat: string[]): Map<string, string[]> => {
  const map = new Map<string, string[]>();
  for (let index = 0; index < flat.length; index += 2) {
    const key = flat[index] ?? '';
    map.set(key, [...(map.get(key) ?? []), flat[index + 1] ?? '']);
  }
  return map;
};

describe('requestHeadersFor', () => {
  it("forwards only the gateway's own internal headers", () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(name, value)), (pairs) => {
        const sent = toMap(requestHeadersFor(pairs.flat(), gatewayHeaders));
        for (const [key, expected] of Object.entries(gatewayHeaders))
          expect(sent.get(key)).toEqual([expected]);
        for (const key of ['connection', 'te', 'upgrade', 'host', 'transfer-encoding'])
          expect(sent.has(key)).toBe(false);
        for (const key of sent.keys())
          expect(
            key.startsWith('x-obieg-') || key.startsWith('x-forwarded-') ? key in gatewayHeaders : true,
          ).toBe(true);
      }),
    );
  });

  it('keeps headers that the gateway reads, even if Connection names them', () => {
    const endToEnd = ['Content-Length', '5', 'Authorization', 'Bearer of.a.user'];
    const sent = toMap(
      requestHeadersFor(['Connection', 'content-length, authorization', ...endToEnd], gatewayHeaders),
    );
    expect(sent.get('content-length')).toEqual(['5']);
    expect(sent.get('authorization')).toEqual(['Bearer of.a.user']);
  });
});

describe('responseHeadersFor', () => {
  it('keeps repeated headers separate', () => {
    expect(responseHeadersFor({ 'set-cookie': ['a=1', 'b=2'], connection: 'x-a', 'x-a': '1' })).toEqual([
      ['set-cookie', ['a=1', 'b=2']],
    ]);
  });
});
