/** Short enough to detect slow readers, longer than a pause between two packets. */
const stillAfterMs = 1_000;
/** Per principal. A page makes six requests at once, and a service has 256 connections. */
const standingStillAtOnce = 8;

/** Watches a response. */
export interface AnswerWatch {
  waits(): void;
  goesOn(): void;
}

export interface SlowReaders {
  /** Starts watching a response. `breakOff` is called if it exceeds the limit. End with `goesOn`. */
  watch(principal: string, breakOff: () => void): AnswerWatch;
}

/**
 * Limits the responses of a principal that wait for a slow reader. Each holds a connection to a service, so few
 * clients could otherwise hold all of them.
 */
export const createSlowReaders = (): SlowReaders => {
  const standingStill = new Map<string, number>();
  return {
    watch: (principal, breakOff) => {
      let patience: NodeJS.Timeout | undefined;
      let isCounted = false;
      return {
        waits: () => {
          patience ??= setTimeout(() => {
            const others = standingStill.get(principal) ?? 0;
            if (others >= standingStillAtOnce) return breakOff();
            isCounted = true;
            standingStill.set(principal, others + 1);
          }, stillAfterMs);
        },
        goesOn: () => {
          clearTimeout(patience);
          patience = undefined;
          if (!isCounted) return;
          isCounted = false;
          const left = (standingStill.get(principal) ?? 1) - 1;
          if (left > 0) standingStill.set(principal, left);
          else standingStill.delete(principal);
        },
      };
    },
  };
};
