import { describe, expect, it } from 'vitest';
import { ApiError } from './api-error';
import { getRejectionReason, isForbidden, isNotFound, isPreconditionFailed } from './rejection';

const failed = (status: number, fieldErrors: { field: string; message: string }[] = []) =>
  new ApiError({
    status,
    code: 'INTERNAL_ERROR',
    serverMessage: 'Za krótko',
    fieldErrors,
    requestId: undefined,
    retryAfterSeconds: undefined,
  });

describe('getRejectionReason', () => {
  it('returns the first field error, or else the message of the server', () => {
    expect(getRejectionReason(failed(422, [{ field: 'name', message: 'Podaj nazwę' }]))).toBe('Podaj nazwę');
    expect(getRejectionReason(failed(409))).toBe('Za krótko');
  });

  it('returns nothing for a failure that a retry can mend', () => {
    expect(getRejectionReason(failed(500))).toBeUndefined();
    expect(getRejectionReason(new TypeError('x is undefined'))).toBeUndefined();
  });
});

describe('the kinds of a rejection', () => {
  it('follow the status', () => {
    const kindsOf = (error: unknown) => [isForbidden(error), isNotFound(error), isPreconditionFailed(error)];
    expect([403, 404, 412, 500].map((status) => kindsOf(failed(status)))).toEqual([
      [true, false, false],
      [false, true, false],
      [false, false, true],
      [false, false, false],
    ]);
    expect(kindsOf(new TypeError('x is undefined'))).toEqual([false, false, false]);
  });
});
