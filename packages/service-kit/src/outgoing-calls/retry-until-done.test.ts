import { describe, expect, it } from 'vitest';
import { retryUntilDone } from './retry-until-done';

const start = (failures: number) => {
  const reported: unknown[] = [];
  const closing = new AbortController();
  let attempts = 0;
  const result = retryUntilDone(
    async () => {
      attempts += 1;
      if (attempts <= failures) throw new Error(`attempt ${attempts}`);
      return attempts;
    },
    { pauseMs: 1, signal: closing.signal, onFailure: (error) => reported.push(error) },
  );
  return { result, reported, closing, attempts: () => attempts };
};

describe('retryUntilDone', () => {
  it('returns the first success and reports only the first failure', async () => {
    const { result, reported } = start(3);
    expect(await result).toBe(4);
    expect(reported).toEqual([new Error('attempt 1')]);
  });

  it('stops without settling once aborted', async () => {
    const { result, closing, attempts } = start(Number.POSITIVE_INFINITY);
    closing.abort();
    const outcome = Promise.race([
      result.catch(() => 'failed'),
      new Promise((resolve) => setTimeout(resolve, 20, 'open')),
    ]);
    expect([await outcome, attempts()]).toEqual(['open', 1]);
  });
});
