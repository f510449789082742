import { createWorkerLoop, type Database, type Logger, withEveryOrganization } from '@obieg/service-kit';
import { settleRounds } from './approvals/settle-rounds';
import type { AttachmentStore } from './attachments/storage/attachment-store';
import { sweepUnfinishedUploads } from './attachments/unfinished-uploads';
import { deleteExpiredRequests } from './bulk/bulk.repo';
import { deleteExpiredMails } from './mail/delete-expired-mails';
import { deleteOldReceivedMails } from './mail-in/mail-in-queue';
import { deleteOldNotifications } from './notifications/delete-old-notifications';
import { replaceUnknownTimeZones } from './organizations/replace-unknown-time-zones';
import { expirePendingFiles } from './pending-attachments/remove-pending';
import { deleteExpiredIdempotencyKeys } from './tasks/idempotency';
import { deleteOldDeliveries } from './webhooks/lanes.repo';

/** Keys are valid for 24 hours and uploads last minutes, so an hourly sweep is frequent enough. */
const sweepIntervalMs = 60 * 60 * 1_000;
/** Files that no submission follows block storage of others, so they must be gone within an hour. */
const filesIntervalMs = 5 * 60 * 1_000;
/** A decided approval waits this long after an approver has left. */
const approvalsIntervalMs = 60 * 1_000;

/**
 * Deletes expired keys of tasks, bulk actions and mails, old notifications and deliveries of webhooks, and replaces
 * unknown time zones, at startup and every hour. Deletes files of submissions and unfinished uploads every five minutes.
 * Ends approvals that no vote would end every minute.
 */
export const createSweeper = (db: Database, store: AttachmentStore, log: Logger) => {
  const report = (what: string, swept: Promise<number>): Promise<void> =>
    swept.then(
      (count) => log.debug({ count }, `swept ${what}`),
      (error: unknown) => log.warn({ err: error }, `could not sweep ${what}`),
    );
  const createLoop = (intervalMs: number, round: () => Promise<unknown>) =>
    createWorkerLoop({ intervalMs, log, failureMessage: 'could not sweep', round });
  const loops = [
    createLoop(sweepIntervalMs, () =>
      Promise.all([
        report('idempotency keys', deleteExpiredIdempotencyKeys(db)),
        report('keys of bulk actions', withEveryOrganization(db, deleteExpiredRequests)),
        report('keys of mails', deleteExpiredMails(db)),
        report('received mails', withEveryOrganization(db, deleteOldReceivedMails)),
        report('old notifications', deleteOldNotifications(db, log)),
        report('deliveries of webhooks', deleteOldDeliveries(db)),
        report('unknown time zones', replaceUnknownTimeZones(db, log)),
      ]),
    ),
    createLoop(approvalsIntervalMs, () => report('decided approvals', settleRounds(db, log))),
    // In this order, so that one sweep also removes the objects of expired files.
    createLoop(filesIntervalMs, async () => {
      await report('files of submissions', expirePendingFiles(db, log));
      await report('unfinished uploads', sweepUnfinishedUploads(db, store, log));
    }),
  ];
  return {
    start: (): void => {
      for (const loop of loops) loop.start();
    },
    stop: async (): Promise<void> => {
      await Promise.all(loops.map((loop) => loop.stop()));
    },
  };
};
