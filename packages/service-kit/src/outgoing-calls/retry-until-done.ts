import { setTimeout as wait } from 'node:timers/promises';

interface RetryOptions {
  pauseMs: number;
  /** Stops the retries. The promise then never settles. */
  signal: AbortSignal;
  /** Receives only the first failure. */
  onFailure(error: unknown): void;
}

/** Retries `work` until it succeeds, with a pause after each failure. */
export const retryUntilDone = async <T>(
  work: () => Promise<T>,
  { pauseMs, signal, onFailure }: RetryOptions,
): Promise<T> => {
  for (let failures = 0; ; failures += 1) {
    try {
      return await work();
    } catch (error) {
      if (failures === 0) onFailure(error);
      await wait(pauseMs, undefined, { signal }).catch(() => new Promise(() => {}));
    }
  }
};
