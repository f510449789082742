import { type Database, type Logger, withTransaction } from '@obieg/service-kit';
import { createTransport } from 'nodemailer';
import { deleteMail, requeueMail, takeMail } from './mail-queue';

const pollMs = 500;
/** Maximum retry delay while the server is unreachable. */
const unreachableRetryMaxSeconds = 60;
/** Maximum retry delay after a temporary refusal of this mail, for example by greylisting. */
const refusedRetryMaxSeconds = 3_600;
const discardAfterDays = 3;
/** Their sum is shorter than the time that a row may stay locked. */
const timeouts = { connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 15_000 };

interface SmtpError {
  code?: string | undefined;
  responseCode?: number;
  command?: string;
}

/** Whether the server refused this mail. Other errors affect all mails. */
const isMailRefused = ({ code }: SmtpError): boolean => code === 'EENVELOPE' || code === 'EMESSAGE';

const isOld = (queuedAt: Date): boolean =>
  Date.now() - queuedAt.getTime() > discardAfterDays * 24 * 60 * 60 * 1_000;

interface Dependencies {
  db: Database;
  smtpUrl: string;
  from: string;
  log: Logger;
}

/**
 * Sends queued mails and retries until the server accepts them. A mail arrives once, with one exception. If the
 * connection or process ends after the server accepted it but before the confirmation arrived, the mailer sends it
 * again with the same Message-ID.
 */
export const createMailer = ({ db, smtpUrl, from, log }: Dependencies) => {
  const transport = createTransport(
    { url: smtpUrl, ...timeouts, disableFileAccess: true, disableUrlAccess: true },
    { from },
  );
  const domain = /@([^>\s]+)/.exec(from)?.[1] ?? 'obieg';
  let timer: NodeJS.Timeout | undefined;
  let isStopped = false;
  let round: Promise<void> = Promise.resolve();

  /** @returns whether to continue with the next mail */
  const sendOne = (): Promise<boolean> =>
    withTransaction(db, async (tx) => {
      const mail = await takeMail(tx);
      if (!mail) return false;
      if (mail.recipient === '') {
        await deleteMail(tx, mail);
        return true;
      }
      try {
        await transport.sendMail({
          // An object, because a string could be parsed as several addresses.
          to: { name: '', address: mail.recipient },
          subject: mail.subject,
          text: mail.body_text,
          html: mail.body_html,
          messageId: `<${mail.message_id}@${domain}>`,
          headers: { 'auto-submitted': 'auto-generated' },
        });
      } catch (error) {
        const { code, responseCode, command } = error as SmtpError;
        const isRefused = isMailRefused({ code });
        const what = { mail: mail.id, attempts: mail.attempts + 1, code, responseCode, command };
        if (isOld(mail.queued_at)) {
          log.error(what, 'mail discarded after its last attempt');
          await deleteMail(tx, mail);
          return true;
        }
        log.warn(what, 'mail not sent; it will be retried');
        const secondsAtMost = isRefused ? refusedRetryMaxSeconds : unreachableRetryMaxSeconds;
        await requeueMail(tx, mail, Math.min(secondsAtMost, 2 ** mail.attempts));
        return isRefused;
      }
      await deleteMail(tx, mail);
      log.info({ mail: mail.id, messageId: mail.message_id }, 'mail sent');
      return true;
    });
  const run = async (): Promise<void> => {
    try {
      while (!isStopped && (await sendOne()));
    } catch (error) {
      log.warn({ err: error }, 'cannot read the mail queue');
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
