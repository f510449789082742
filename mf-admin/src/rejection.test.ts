import { http } from '@obieg/web-kit';
import { fakeApi, problemAnswer } from '@obieg/web-kit/testing';
import { describe, expect, it } from 'vitest';
import { appendReason, getRejectionReason } from './rejection';

const failureOf = async (status: number, code: Parameters<typeof problemAnswer>[1]): Promise<unknown> => {
  fakeApi({ 'GET /api/x': () => problemAnswer(status, code, 'What the server says.') });
  return http.get('/x').catch((error: unknown) => error);
};

describe('what a screen says of a refusal', () => {
  it.each([
    [403, 'FORBIDDEN'],
    [409, 'IN_USE'],
    [413, 'PAYLOAD_TOO_LARGE'],
    [422, 'VALIDATION_FAILED'],
    [429, 'TOO_MANY_REQUESTS'],
  ] as const)('%s: that reason, which trying again would not change', async (status, code) => {
    const failure = await failureOf(status, code);
    expect(getRejectionReason(failure)).toBe('What the server says.');
    expect(appendReason('Failed.', failure)).toBe('Failed. What the server says.');
  });

  it.each([
    [404, 'NOT_FOUND'],
    [500, 'INTERNAL'],
    [503, 'UNAVAILABLE'],
  ] as const)('%s: only that it failed', async (status, code) => {
    expect(appendReason('Failed.', await failureOf(status, code))).toBe('Failed.');
  });
});
