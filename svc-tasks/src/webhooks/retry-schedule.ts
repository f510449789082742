/** Pauses after the first failures. Later ones are the last pause. */
const pausesSeconds = [5, 30, 120, 600, 3_600, 10_800] as const;
/** Spreads the retries of messages that failed together. */
const jitter = 0.2;

/** Returns the pause after a failure. @param attempts number of failed attempts, at least 1 */
export const retryPauseSeconds = (attempts: number, random: () => number = Math.random): number => {
  const pause = pausesSeconds[Math.min(attempts, pausesSeconds.length) - 1] ?? pausesSeconds[0];
  return pause * (1 + jitter * (2 * random() - 1));
};
