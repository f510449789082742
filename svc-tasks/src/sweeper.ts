import type { Database, Logger } from '@obieg/service-kit';
import type { AttachmentStore } from './attachments/storage/attachment-store';
import { sweepUnfinishedUploads } from './attachments/unfinished-uploads';
import { deleteExpiredIdempotencyKeys } from './tasks/idempotency';

/** A key counts for a day, and no upload lasts an hour: an hour more or less matters to nobody. */
const sweepMs = 60 * 60 * 1_000;

/** Forgets what has outlived its time, at the start and then every hour. A sweep that fails is made up for by the next. */
export const createSweeper = (db: Database, store: AttachmentStore, log: Logger) => {
  let timer: NodeJS.Timeout | undefined;
  let round: Promise<unknown> = Promise.resolve();
  const report = (what: string, swept: Promise<number>): Promise<void> =>
    swept.then(
      (count) => log.debug({ count }, `${what} swept`),
      (error: unknown) => log.warn({ err: error }, `${what} cannot be swept`),
    );
  const sweep = (): void => {
    round = Promise.all([
      report('idempotency keys', deleteExpiredIdempotencyKeys(db)),
      report('unfinished uploads', sweepUnfinishedUploads(db, store, log)),
    ]);
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
