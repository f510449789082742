import { createWorkerLoop, type Database, type Logger } from '@obieg/service-kit';
import { createMailer, type MailMetrics } from '@obieg/service-kit/mail';
import { batchReporterNews } from './batch-reporter-news';
import { createTaskMailComposer, taskMailKinds } from './compose-task-mail';
import { planNotificationMails } from './plan-notification-mails';

const batchPollMs = 1_000;

interface TaskMailerOptions {
  db: Database;
  smtpUrl: string;
  from: string;
  /** Time for which news of a task are collected in one mail. */
  batchSeconds: number;
  organizationUrl(codeName: string): string;
  /** Address whose tagged forms take answers; undefined if this installation reads no mails. */
  replyAddress?: string | undefined;
  log: Logger;
  metrics: MailMetrics;
}

/** Batches news and sends the mails about tasks. */
export const createTaskMailer = ({
  db,
  smtpUrl,
  from,
  batchSeconds,
  organizationUrl,
  replyAddress,
  log,
  metrics,
}: TaskMailerOptions) => {
  const mailer = createMailer({
    db,
    smtpUrl,
    from,
    log,
    metrics,
    kinds: taskMailKinds,
    compose: createTaskMailComposer(db, organizationUrl, replyAddress),
  });
  const planner = createWorkerLoop({
    intervalMs: batchPollMs,
    log,
    failureMessage: 'cannot plan mails about tasks',
    round: async () => {
      for (const plan of [batchReporterNews, planNotificationMails])
        await plan(db, batchSeconds, log).catch((error: unknown) =>
          log.warn({ err: error }, 'cannot plan mails about tasks'),
        );
    },
  });
  return {
    healthCheck: mailer.healthCheck,
    start: (): void => {
      planner.start();
      mailer.start();
    },
    stop: async (): Promise<void> => {
      await planner.stop();
      await mailer.stop();
    },
  };
};
