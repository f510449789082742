interface WorkerLoopOptions {
  intervalMs: number;
  /** Whether the first round waits for the interval. */
  startsLater?: boolean;
  log: { warn(details: object, message: string): void };
  /** Logged if a round fails. The next round tries again, after a longer pause with each failure. */
  failureMessage: string;
  /** Works until nothing waits, or until `isStopped` answers true. */
  round(isStopped: () => boolean): Promise<unknown>;
}

/** Maximum pause after failed rounds, unless the interval is longer. */
const failurePauseMaxMs = 30_000;

/** Runs rounds of work in the background, with a pause between them. `stop` waits for the present round. */
export const createWorkerLoop = ({
  intervalMs,
  startsLater = false,
  log,
  failureMessage,
  round,
}: WorkerLoopOptions) => {
  let timer: NodeJS.Timeout | undefined;
  let running: Promise<void> = Promise.resolve();
  let isStopped = false;
  let failures = 0;
  const schedule = (): void => {
    const pauseMs = Math.max(intervalMs, Math.min(failurePauseMaxMs, intervalMs * 2 ** failures));
    if (!isStopped) timer = setTimeout(run, pauseMs);
  };
  const run = (): void => {
    running = round(() => isStopped)
      .then(
        () => {
          failures = 0;
        },
        (error: unknown) => {
          failures += 1;
          log.warn({ err: error }, failureMessage);
        },
      )
      .then(schedule);
  };
  return {
    start: startsLater ? schedule : run,
    stop: async (): Promise<void> => {
      isStopped = true;
      clearTimeout(timer);
      await running;
    },
  };
};
