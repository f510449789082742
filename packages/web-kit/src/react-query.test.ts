import { expect, it } from 'vitest';
import { ApiError } from './http/api-error';
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
  if (typeof retry !== 'function') throw new Error('Nothing says what is tried again');
  let failures = 0;
  while (retry(failures, error)) failures++;
  return failures;
};

it.each([undefined, 502, 503])('asks twice more where a service is away (%s)', (status) => {
  expect(retries(failed(status))).toBe(2);
});

it.each([400, 404, 429, 500, 504])('asks no more what was refused or took too long (%s)', (status) => {
  expect(retries(failed(status))).toBe(0);
});

it('asks no more after a failure of the page itself', () => {
  expect(retries(new TypeError('x is not a function'))).toBe(0);
});
