import { describe, expect, it } from 'vitest';
import { retry, withDeadline } from './retry';

const failingTimes = (times: number) => {
  let calls = 0;
  const attempt = async () => {
    calls++;
    if (calls <= times) throw new Error(`failure ${calls}`);
    return 'done';
  };
  return { attempt, calls: () => calls };
};

describe('retry', () => {
  it('retries until the attempt succeeds', async () => {
    const { attempt, calls } = failingTimes(2);
    await expect(retry(attempt, { retries: 2, delayMs: 1 })).resolves.toBe('done');
    expect(calls()).toBe(3);
  });

  it('rejects with the last error', async () => {
    const { attempt, calls } = failingTimes(5);
    await expect(retry(attempt, { retries: 2, delayMs: 1 })).rejects.toThrow('failure 3');
    expect(calls()).toBe(3);
  });

  it('rejects at once with an error that a retry cannot help', async () => {
    const { attempt, calls } = failingTimes(1);
    await expect(retry(attempt, { retries: 2, delayMs: 1, isRetryable: () => false })).rejects.toThrow(
      'failure 1',
    );
    expect(calls()).toBe(1);
  });
});

describe('withDeadline', () => {
  it('rejects if the work takes too long', async () => {
    await expect(withDeadline(new Promise(() => {}), 5, 'mf-tasks')).rejects.toThrow('mf-tasks took longer');
  });
  it('returns the result or the error of work that finishes in time', async () => {
    await expect(withDeadline(Promise.resolve(1), 60_000, 'x')).resolves.toBe(1);
    await expect(withDeadline(Promise.reject(new Error('broken')), 60_000, 'x')).rejects.toThrow('broken');
  });
});
