import { ApiError } from '@obieg/web-kit';
import { describe, expect, it } from 'vitest';
import { describeError, readReason } from './describe-error';

const failed = (parts: Partial<ConstructorParameters<typeof ApiError>[0]>) =>
  new ApiError({
    code: 'INTERNAL_ERROR',
    status: 500,
    serverMessage: undefined,
    fieldErrors: [],
    requestId: undefined,
    retryAfterSeconds: undefined,
    ...parts,
  });
const key = (name: string): string => name;

describe('describeError', () => {
  it.each([
    ['an error with a server message', failed({ serverMessage: 'Za chwilę' }), 'Za chwilę'],
    [
      '429 in its own words',
      failed({ code: 'TOO_MANY_REQUESTS', status: 429, serverMessage: 'Too many' }),
      'task.tooMany',
    ],
    [
      '503 UNAVAILABLE',
      failed({ code: 'UNAVAILABLE', status: 503, serverMessage: 'Away' }),
      'task.unavailable',
    ],
    [
      '502 BAD_GATEWAY',
      failed({ code: 'BAD_GATEWAY', status: 502, serverMessage: 'Off' }),
      'task.unavailable',
    ],
    [
      '504 GATEWAY_TIMEOUT',
      failed({ code: 'GATEWAY_TIMEOUT', status: 504, serverMessage: 'Slow' }),
      'task.unavailable',
    ],
    [
      '503 of the gateway with the part that is away',
      failed({
        code: 'UNAVAILABLE',
        status: 503,
        part: 'workflow',
        serverMessage: 'Obieg jest niedostępny.',
      }),
      'Obieg jest niedostępny.',
    ],
    ['503 of a proxy without a message', failed({ code: 'UNREADABLE', status: 503 }), 'task.unavailable'],
    [
      '503 of a proxy with a message',
      failed({ code: 'UNREADABLE', status: 503, serverMessage: 'Wracamy' }),
      'Wracamy',
    ],
    ['a network error', failed({ code: 'NETWORK', status: undefined }), 'task.offline'],
    ['an unreadable response', failed({ code: 'UNREADABLE' }), 'task.unexpected'],
    ['an exception in the browser', new TypeError('x is undefined'), 'task.unexpected'],
  ])('describes %s', (_, error, text) => {
    expect(describeError(error, key)).toBe(text);
  });

  it('returns undefined without a reason from the server', () => {
    expect(readReason(failed({}), key)).toBeUndefined();
    expect(readReason(failed({ code: 'NETWORK', status: undefined }), key)).toBeUndefined();
    expect(readReason(new TypeError('x is undefined'), key)).toBeUndefined();
    expect(readReason(failed({ serverMessage: 'Za chwilę' }), key)).toBe('Za chwilę');
  });
});
