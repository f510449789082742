import type { MailInMetrics } from './mail-in.metrics';
import { createMailWorker } from './mail-worker';
import type { MailWorkerDependencies } from './mail-worker-context';
import { createReceiveMail } from './receive-mail';

export interface MailInOptions extends Omit<MailWorkerDependencies, 'needsAuthentication'> {
  replyAddress: string;
  /** Sender of the mails of this installation, with or without a name. */
  mailFrom: string;
  trustedServer: string | undefined;
  metrics: MailInMetrics;
  /** See `createMailWorker`. */
  lease?: number;
}

/** Receives mails, and makes comments and tasks of them in the background. */
export const createMailIn = ({ mailFrom, ...options }: MailInOptions) => {
  const worker = createMailWorker({
    ...options,
    ownAddress: (/<([^>]+)>/.exec(mailFrom)?.[1] ?? mailFrom).toLowerCase(),
    needsAuthentication: options.trustedServer !== undefined,
  });
  return { receiveMail: createReceiveMail(options), start: worker.start, stop: worker.stop };
};
