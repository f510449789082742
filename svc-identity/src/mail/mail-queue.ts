import { type Database, type Logger, type Tx, withTransaction } from '@obieg/service-kit';
import { createTransport } from 'nodemailer';
import type { Mail } from './mails';

/** Queues a mail in the transaction of its cause; it is sent after the commit, and again while the server is away. */
export const queueMail = async (tx: Tx, mail: Mail): Promise<void> => {
  await tx('mail_queue').insert(mail);
};

/** The same work for somebody who is not mailed, so that the time taken does not tell them from others. */
export const queueNothing = (tx: Tx, mail: Mail): Promise<void> => queueMail(tx, { ...mail, recipient: '' });

const pollMs = 500;
const maxRetrySeconds = 300;

/** Sends what is queued. A row is held while its mail is handed over, so that no second replica sends it too. */
export const createMailer = ({
  db,
  smtpUrl,
  from,
  log,
}: {
  db: Database;
  smtpUrl: string;
  from: string;
  log: Logger;
}) => {
  const transport = createTransport(smtpUrl, { from });
  let timer: NodeJS.Timeout | undefined;
  let isStopped = false;
  let round: Promise<void> = Promise.resolve();

  const sendOne = (): Promise<boolean> =>
    withTransaction(db, async (tx) => {
      const mail = await tx('mail_queue')
        .where('next_attempt_at', '<=', tx.fn.now())
        .orderBy('id')
        .forUpdate()
        .skipLocked()
        .first();
      if (!mail) return false;
      if (mail.recipient === '') {
        await tx('mail_queue').where({ id: mail.id }).delete();
        return true;
      }
      try {
        await transport.sendMail({
          to: mail.recipient,
          subject: mail.subject,
          text: mail.body_text,
          html: mail.body_html,
          messageId: `<mail-${mail.id}-${mail.next_attempt_at.getTime()}@obieg>`,
        });
        await tx('mail_queue').where({ id: mail.id }).delete();
      } catch (error) {
        log.warn({ err: error, mail: mail.id }, 'the mail waits');
        const seconds = Math.min(maxRetrySeconds, 2 ** mail.attempts);
        await tx('mail_queue')
          .where({ id: mail.id })
          .update({
            attempts: mail.attempts + 1,
            next_attempt_at: tx.raw(`now() + ? * interval '1 second'`, [seconds]),
          });
      }
      return true;
    });
  const run = async (): Promise<void> => {
    try {
      while (!isStopped && (await sendOne())) {
        // The next one.
      }
    } catch (error) {
      log.warn({ err: error }, 'the mail queue cannot be read');
    }
    if (!isStopped) {
      timer = setTimeout(() => {
        round = run();
      }, pollMs);
    }
  };
  return {
    start: (): void => {
      round = run();
    },
    stop: async (): Promise<void> => {
      isStopped = true;
      clearTimeout(timer);
      await round;
      transport.close();
    },
  };
};
