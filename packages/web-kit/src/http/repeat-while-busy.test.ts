import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { ApiError } from './api-error';
import { repeatWhileBusy } from './repeat-while-busy';

const failWith = (status: number, retryAfterSeconds?: number) =>
  new ApiError({
    code: 'UNREADABLE',
    status,
    serverMessage: undefined,
    fieldErrors: [],
    requestId: undefined,
    retryAfterSeconds,
  });

describe('repeatWhileBusy', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  it('waits as long as the server says, for a rate limit without an end', async () => {
    let calls = 0;
    const result = repeatWhileBusy(() => {
      calls += 1;
      return calls < 10 ? Promise.reject(failWith(429, 30)) : Promise.resolve('done');
    }, new AbortController().signal);
    await vi.advanceTimersByTimeAsync(29_999);
    expect(calls).toBe(1);
    await vi.advanceTimersByTimeAsync(9 * 30_000);
    expect([await result, calls]).toEqual(['done', 10]);
  });

  it('gives up after six attempts if the server stays away', async () => {
    let calls = 0;
    const result = repeatWhileBusy(() => {
      calls += 1;
      return Promise.reject(failWith(503));
    }, new AbortController().signal).catch((error: ApiError) => error.status);
    await vi.advanceTimersByTimeAsync(60_000);
    expect([await result, calls]).toEqual([503, 6]);
  });

  it('passes on a refusal at once, and stops waiting when it is aborted', async () => {
    const { signal } = new AbortController();
    const refused = repeatWhileBusy(() => Promise.reject(failWith(422)), signal);
    await expect(refused).rejects.toMatchObject({ status: 422 });
    const controller = new AbortController();
    const waiting = repeatWhileBusy(() => Promise.reject(failWith(429)), controller.signal).catch(
      (reason: unknown) => reason,
    );
    await vi.advanceTimersByTimeAsync(1);
    controller.abort('stopped');
    expect(await waiting).toBe('stopped');
  });
});
