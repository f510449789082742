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

describe('why a call failed', () => {
  it.each([
    ['the words of the server', failed({ serverMessage: 'Za chwilę' }), 'Za chwilę'],
    [
      'no words of a server',
      failed({ code: 'TOO_MANY_REQUESTS', status: 429, serverMessage: 'Too many' }),
      'task.tooMany',
    ],
    [
      'a service that is away',
      failed({ code: 'UNAVAILABLE', status: 503, serverMessage: 'Away' }),
      'task.away',
    ],
    [
      'a service that broke off',
      failed({ code: 'BAD_GATEWAY', status: 502, serverMessage: 'Off' }),
      'task.away',
    ],
    [
      'a service that is slow',
      failed({ code: 'GATEWAY_TIMEOUT', status: 504, serverMessage: 'Slow' }),
      'task.away',
    ],
    ['a proxy in between', failed({ code: 'UNREADABLE', status: 503 }), 'task.away'],
    [
      'a text without a code',
      failed({ code: 'UNREADABLE', status: 503, serverMessage: 'Wracamy' }),
      'Wracamy',
    ],
    ['no connection', failed({ code: 'NETWORK', status: undefined }), 'task.offline'],
    ['an answer that nobody can read', failed({ code: 'UNREADABLE' }), 'task.unexpected'],
    ['a fault of our own', new TypeError('x is undefined'), 'task.unexpected'],
  ])('%s', (_, error, words) => {
    expect(describeError(error, key)).toBe(words);
  });

  it('is unknown where no reason came', () => {
    expect(readReason(failed({}), key)).toBeUndefined();
    expect(readReason(failed({ code: 'NETWORK', status: undefined }), key)).toBeUndefined();
    expect(readReason(new TypeError('x is undefined'), key)).toBeUndefined();
    expect(readReason(failed({ serverMessage: 'Za chwilę' }), key)).toBe('Za chwilę');
  });
});
