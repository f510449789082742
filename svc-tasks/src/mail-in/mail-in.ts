import { addressParser } from 'postal-mime';
import type { MailInMetrics } from './mail-in.metrics';
import { createMailWorker } from './mail-worker';
import type { MailWorkerDependencies } from './mail-worker-context';
import { createMailbox } from './mailbox';
import type { MailboxMetrics } from './mailbox.metrics';
import { createReceiveMail } from './receive-mail';

export interface MailInOptions extends Omit<MailWorkerDependencies, 'needsAuthentication'> {
  replyAddress: string;
  /** Sender of the mails of this installation, with or without a name. */
  mailFrom: string;
  trustedServer: string | undefined;
  metrics: MailInMetrics;
  /** The mailbox to read; undefined if another server hands the mails over. */
  mailbox?: { url: string; metrics: MailboxMetrics } | undefined;
  /** See `createMailWorker`. */
  lease?: number;
}

/** `Obieg <no-reply@example.com>` becomes `no-reply@example.com`. */
const addressOf = (mailFrom: string): string => {
  const [mailbox] = addressParser(mailFrom, { flatten: true });
  return (mailbox?.address ?? mailFrom).toLowerCase();
};

/** Receives mails, and makes comments and tasks of them in the background. */
export const createMailIn = ({ mailFrom, mailbox: box, ...options }: MailInOptions) => {
  const worker = createMailWorker({
    ...options,
    ownAddress: addressOf(mailFrom),
    needsAuthentication: options.trustedServer !== undefined,
  });
  const receiveMail = createReceiveMail(options);
  const mailbox = box && createMailbox({ ...box, db: options.db, log: options.log, receiveMail });
  return {
    receiveMail,
    healthChecks: mailbox ? [mailbox.healthCheck] : [],
    start: (): void => {
      worker.start();
      mailbox?.start();
    },
    stop: async (): Promise<void> => {
      await mailbox?.stop();
      await worker.stop();
    },
  };
};
