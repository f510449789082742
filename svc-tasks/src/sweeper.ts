import type { Database, Logger } from '@obieg/service-kit';
import { sweepIdempotencyKeys } from './tasks/idempotency';

/** A key counts for a day: an hour more or less in the table matters to nobody. */
const sweepMs = 60 * 60 * 1_000;

/** Forgets what has outlived its time, at the start and then every hour. A sweep that fails is made up for by the next. */
export const createSweeper = (db: Database, log: Logger) => {
  let timer: NodeJS.Timeout | undefined;
  let round: Promise<void> = Promise.resolve();
  const sweep = (): void => {
    round = sweepIdempotencyKeys(db).then(
      (count) => log.debug({ count }, 'idempotency keys swept'),
      (error: unknown) => log.warn({ err: error }, 'idempotency keys cannot be swept'),
    );
  };
  return {
    start: (): void => {
      timer = setInterval(sweep, sweepMs);
      sweep();
    },
    stop: async (): Promise<void> => {
      clearInterval(timer);
      await round;
    },
  };
};
