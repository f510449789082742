/** Short enough to tell who reads slowly, too long for a pause between two packets of a reader who keeps up. */
const stillAfterMs = 1_000;
/** Of one principal: a page asks for six things at once. All the connections to a service are 256. */
const standingStillAtOnce = 8;

/** One answer, told when it waits for its reader and when it goes on. */
export interface AnswerWatch {
  waits(): void;
  goesOn(): void;
}

export interface SlowReaders {
  /** Begins to watch an answer; `breakOff` is called when it is one too many. End it by `goesOn`. */
  watch(principal: string, breakOff: () => void): AnswerWatch;
}

/**
 * Counts the answers that stand still because their readers do not take them, each of which holds a connection to a
 * service: one client may have some of them, and what comes on top is broken off, so that few clients cannot hold all.
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
