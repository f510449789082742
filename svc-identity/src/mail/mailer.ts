import { type Database, type Logger, withTransaction } from '@obieg/service-kit';
import { createTransport } from 'nodemailer';
import { dropMail, putBackMail, takeMail } from './mail-queue';

const pollMs = 500;
/** Maximum retry delay while the server is unreachable. */
const awaySecondsAtMost = 60;
/** Maximum retry delay after a temporary refusal of this mail, for example by greylisting. */
const refusedSecondsAtMost = 3_600;
const givenUpAfterDays = 3;
/** In total shorter than a row may stay locked. */
const timeouts = { connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 15_000 };

interface SmtpError {
  code?: string | undefined;
  responseCode?: number;
  command?: string;
}

/** Whether the server refused this mail. Other failures concern all mails. */
const isAboutTheMail = ({ code }: SmtpError): boolean => code === 'EENVELOPE' || code === 'EMESSAGE';

const isOld = (queuedAt: Date): boolean =>
  Date.now() - queuedAt.getTime() > givenUpAfterDays * 24 * 60 * 60 * 1_000;

interface Dependencies {
  db: Database;
  smtpUrl: string;
  from: string;
  log: Logger;
}

/**
 * Sends queued mails until the server accepts them. A mail arrives once, with one exception: if the connection or
 * process ends between acceptance and its confirmation, SMTP cannot tell, and the mail is sent again with the same
 * Message-ID.
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
        await dropMail(tx, mail);
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
        const isRefused = isAboutTheMail({ code });
        const what = { mail: mail.id, attempts: mail.attempts + 1, code, responseCode, command };
        if (isOld(mail.queued_at)) {
          log.error(what, 'a mail is given up');
          await dropMail(tx, mail);
          return true;
        }
        log.warn(what, 'a mail waits');
        const secondsAtMost = isRefused ? refusedSecondsAtMost : awaySecondsAtMost;
        await putBackMail(tx, mail, Math.min(secondsAtMost, 2 ** mail.attempts));
        return isRefused;
      }
      await dropMail(tx, mail);
      log.info({ mail: mail.id, messageId: mail.message_id }, 'a mail is sent');
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
