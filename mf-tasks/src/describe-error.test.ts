import { ApiError } from '@obieg/web-kit';
import { describe, expect, it } from 'vitest';
import { describeError } from './describe-error';

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
    ['no connection', failed({ code: 'NETWORK', status: undefined }), 'task.offline'],
    ['an answer that nobody can read', failed({ code: 'UNREADABLE' }), 'task.unexpected'],
    ['a fault of our own', new TypeError('x is undefined'), 'task.unexpected'],
  ])('%s', (_, error, words) => {
    expect(describeError(error, key)).toBe(words);
  });
});
