import type { Logger } from '@obieg/service-kit';

interface WorkerLoopOptions {
  intervalMs: number;
  log: Logger;
  /** Logged if a round fails. The next round tries again. */
  failureMessage: string;
  /** Works until nothing waits, or until `isStopped` answers true. */
  round(isStopped: () => boolean): Promise<void>;
}

/** Runs rounds of work in the background, with a pause between them. `stop` waits for the present round. */
export const createWorkerLoop = ({ intervalMs, log, failureMessage, round }: WorkerLoopOptions) => {
  let timer: NodeJS.Timeout | undefined;
  let running: Promise<void> = Promise.resolve();
  let isStopped = false;
  const run = (): void => {
    running = round(() => isStopped)
      .catch((error: unknown) => log.warn({ err: error }, failureMessage))
      .finally(() => {
        if (!isStopped) timer = setTimeout(run, intervalMs);
      });
  };
  return {
    start: run,
    stop: async (): Promise<void> => {
      isStopped = true;
      clearTimeout(timer);
      await running;
    },
  };
};
