import type { Database, Logger } from '@obieg/service-kit';
import { createMailer } from '@obieg/service-kit/mail';
import { batchReporterNews } from './batch-reporter-news';
import { createTaskMailComposer } from './compose-task-mail';
import { planNotificationMails } from './plan-notification-mails';

const batchPollMs = 1_000;

interface TaskMailerOptions {
  db: Database;
  smtpUrl: string;
  from: string;
  /** Time for which news of a task are collected in one mail. */
  batchSeconds: number;
  organizationUrl(codeName: string): string;
  log: Logger;
}

/** Batches news and sends the mails about tasks. */
export const createTaskMailer = ({
  db,
  smtpUrl,
  from,
  batchSeconds,
  organizationUrl,
  log,
}: TaskMailerOptions) => {
  const mailer = createMailer({
    db,
    smtpUrl,
    from,
    log,
    compose: createTaskMailComposer(db, organizationUrl),
  });
  let timer: NodeJS.Timeout | undefined;
  let isStopped = false;
  let round: Promise<void> = Promise.resolve();
  const run = async (): Promise<void> => {
    for (const plan of [batchReporterNews, planNotificationMails])
      await plan(db, batchSeconds, log).catch((error: unknown) =>
        log.warn({ err: error }, 'cannot plan mails about tasks'),
      );
    if (isStopped) return;
    timer = setTimeout(() => {
      round = run();
    }, batchPollMs);
  };
  return {
    start: (): void => {
      round = run();
      mailer.start();
    },
    stop: async (): Promise<void> => {
      isStopped = true;
      clearTimeout(timer);
      await round;
      await mailer.stop();
    },
  };
};
