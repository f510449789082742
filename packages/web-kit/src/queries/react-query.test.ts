import { describe, expect, it } from 'vitest';
import { ApiError } from '../http/api-error';
import { http } from '../http/http';
import { fakeApi } from '../testing';
import { createQueryClient } from './react-query';

const failed = (status: number | undefined) =>
  new ApiError({
    code: status === undefined ? 'NETWORK' : 'UNREADABLE',
    status,
    serverMessage: undefined,
    fieldErrors: [],
    requestId: undefined,
    retryAfterSeconds: undefined,
  });
const retries = (error: Error): number => {
  const { retry } = createQueryClient().getDefaultOptions().queries ?? {};
  if (typeof retry !== 'function') throw new Error('The retry option is not a function');
  let failures = 0;
  while (retry(failures, error)) failures++;
  return failures;
};

describe('query retries', () => {
  it.each([undefined, 502, 503])('happen twice if a service is unavailable (%s)', (status) => {
    expect(retries(failed(status))).toBe(2);
  });

  it.each([400, 404, 429, 500, 504])('do not happen for other errors or timeouts (%s)', (status) => {
    expect(retries(failed(status))).toBe(0);
  });

  it('do not happen if a call has used its own timeout up', async () => {
    fakeApi({ 'GET /api/slow': () => new Promise<never>(() => undefined) });
    const error: unknown = await http.get('/slow', { timeout: 1 }).catch((reason: unknown) => reason);
    expect(error).toMatchObject({ code: 'NETWORK', status: undefined });
    expect(retries(error as Error)).toBe(0);
  });

  it('do not happen after an error in the page', () => {
    expect(retries(new TypeError('x is not a function'))).toBe(0);
  });
});
