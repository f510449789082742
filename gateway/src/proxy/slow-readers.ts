/** Longer than a pause between two packets. */
const stalledAfterMs = 1_000;
/** Per principal. A page sends six requests at once, and a service has 256 connections. */
const stalledResponsesMax = 8;

/** Receives the state of a response. */
export interface ResponseWatch {
  stalled(): void;
  resumed(): void;
}

interface SlowReaders {
  /** Starts watching a response. `abort` is called if it exceeds the limit. Call `resumed` at the end. */
  watch(principal: string, abort: () => void): ResponseWatch;
}

/**
 * Limits the responses of a principal that wait for a slow reader. Each occupies a connection to a service, so few
 * clients could otherwise occupy all of them.
 */
export const createSlowReaders = (): SlowReaders => {
  const stalledResponses = new Map<string, number>();
  return {
    watch: (principal, abort) => {
      let timer: NodeJS.Timeout | undefined;
      let isCounted = false;
      return {
        stalled: () => {
          timer ??= setTimeout(() => {
            const others = stalledResponses.get(principal) ?? 0;
            if (others >= stalledResponsesMax) return abort();
            isCounted = true;
            stalledResponses.set(principal, others + 1);
          }, stalledAfterMs);
        },
        resumed: () => {
          clearTimeout(timer);
          timer = undefined;
          if (!isCounted) return;
          isCounted = false;
          const left = (stalledResponses.get(principal) ?? 1) - 1;
          if (left > 0) stalledResponses.set(principal, left);
          else stalledResponses.delete(principal);
        },
      };
    },
  };
};
