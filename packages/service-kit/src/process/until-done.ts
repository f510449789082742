import { setTimeout as wait } from 'node:timers/promises';

interface UntilDoneOptions {
  pauseMs: number;
  /** Ends the trying; what is returned never settles then: nobody waits for it any more. */
  signal: AbortSignal;
  /** Told of the first failure only. */
  onFailure(error: unknown): void;
}

/** Tries until it has succeeded once, with a pause after each failure. */
export const untilDone = async <T>(
  work: () => Promise<T>,
  { pauseMs, signal, onFailure }: UntilDoneOptions,
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
