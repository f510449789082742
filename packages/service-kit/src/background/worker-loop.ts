interface WorkerLoopOptions {
  intervalMs: number;
  /** Whether the first round waits for the interval. */
  startsLater?: boolean;
  log: { warn(details: object, message: string): void };
  /** Logged if a round fails. The next round tries again. */
  failureMessage: string;
  /** Works until nothing waits, or until `isStopped` answers true. */
  round(isStopped: () => boolean): Promise<unknown>;
}

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
  const schedule = (): void => {
    if (!isStopped) timer = setTimeout(run, intervalMs);
  };
  const run = (): void => {
    running = round(() => isStopped)
      .catch((error: unknown) => log.warn({ err: error }, failureMessage))
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
