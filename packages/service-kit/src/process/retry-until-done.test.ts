import { describe, expect, it } from 'vitest';
import { retryUntilDone } from './retry-until-done';

const start = (failures: number) => {
  const reported: unknown[] = [];
  const closing = new AbortController();
  let tries = 0;
  const result = retryUntilDone(
    async () => {
      tries += 1;
      if (tries <= failures) throw new Error(`try ${tries}`);
      return tries;
    },
    { pauseMs: 1, signal: closing.signal, onFailure: (error) => reported.push(error) },
  );
  return { result, reported, closing, tries: () => tries };
};

describe('retryUntilDone', () => {
  it('returns the first success and reports only the first failure', async () => {
    const { result, reported } = start(3);
    expect(await result).toBe(4);
    expect(reported).toEqual([new Error('try 1')]);
  });

  it('stops without settling once aborted', async () => {
    const { result, closing, tries } = start(Number.POSITIVE_INFINITY);
    closing.abort();
    const answer = Promise.race([
      result.catch(() => 'failed'),
      new Promise((resolve) => setTimeout(resolve, 20, 'open')),
    ]);
    expect([await answer, tries()]).toEqual(['open', 1]);
  });
});
