export interface Paced {
  /** Calls at once, or, where that was a moment ago, once when the time is over. */
  ask: () => void;
  /** What is still to be called is not. */
  cancel: () => void;
}

/** Calls at once, then at most once in `everyMs`; of all that is asked for meanwhile the last call makes one. */
export const atMostEvery = (everyMs: number, call: () => void): Paced => {
  let resting: ReturnType<typeof setTimeout> | undefined;
  let isDue = false;
  const run = (): void => {
    isDue = false;
    resting = setTimeout(wake, everyMs);
    call();
  };
  const wake = (): void => {
    resting = undefined;
    if (isDue) run();
  };
  return {
    ask: () => {
      if (resting === undefined) run();
      else isDue = true;
    },
    cancel: () => {
      clearTimeout(resting);
      resting = undefined;
      isDue = false;
    },
  };
};
