import { afterEach, describe, expect, it, vi } from 'vitest';
import { http } from '../http/http';
import { fakeApi, problemResponse, signInAs, signOutForTest } from '../testing';
import { logFailure } from './log-failure';

afterEach(() => {
  vi.restoreAllMocks();
  signOutForTest();
});

describe('logFailure', () => {
  it('warns with the description and the reason, without the token of the request', async () => {
    const warn = vi.spyOn(console, 'warn').mockImplementation(() => {});
    signInAs();
    fakeApi({ 'GET /api/x': () => problemResponse(503, 'UNAVAILABLE', 'Za chwilę.') });
    await http.get('/x').catch((error: unknown) => logFailure('Groups could not be loaded', error));
    expect(warn.mock.calls).toEqual([['Groups could not be loaded: UNAVAILABLE: Za chwilę.']]);
  });
});
