import { getRejectionReason, http } from '@obieg/web-kit';
import { fakeApi, problemResponse } from '@obieg/web-kit/testing';
import { describe, expect, it } from 'vitest';
import { appendReason } from './rejection';

const requestError = async (
  status: number,
  code: Parameters<typeof problemResponse>[1],
): Promise<unknown> => {
  fakeApi({ 'GET /api/x': () => problemResponse(status, code, 'What the server says.') });
  return http.get('/x').catch((error: unknown) => error);
};

describe('appendReason', () => {
  it.each([
    [400, 'BAD_REQUEST'],
    [403, 'FORBIDDEN'],
    [409, 'IN_USE'],
    [413, 'PAYLOAD_TOO_LARGE'],
    [422, 'VALIDATION_FAILED'],
    [429, 'TOO_MANY_REQUESTS'],
  ] as const)("appends the server's reason on %s", async (status, code) => {
    const error = await requestError(status, code);
    expect(getRejectionReason(error)).toBe('What the server says.');
    expect(appendReason('Failed.', error)).toBe('Failed. What the server says.');
  });

  it.each([
    ['Failed to delete group. Please try again.', 'Failed to delete group. What the server says.'],
    ['Nie udało się usunąć grupy. Spróbuj ponownie.', 'Nie udało się usunąć grupy. What the server says.'],
  ])('drops the advice to retry beside a reason: %s', async (text, described) => {
    expect(appendReason(text, await requestError(409, 'IN_USE'))).toBe(described);
    expect(appendReason(text, await requestError(503, 'UNAVAILABLE'))).toBe(text);
  });

  it.each([
    [404, 'NOT_FOUND'],
    [500, 'INTERNAL'],
    [503, 'UNAVAILABLE'],
  ] as const)('appends no reason on %s', async (status, code) => {
    expect(appendReason('Failed.', await requestError(status, code))).toBe('Failed.');
  });
});
