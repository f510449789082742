import { type Database, type Logger, type Tx, withTransaction } from '@obieg/service-kit';
import { createTransport } from 'nodemailer';

interface Mail {
  recipient: string;
  subject: string;
  body_text: string;
  body_html: string;
}

const escapeHtml = (text: string): string =>
  text.replace(
    /[&<>"']/g,
    (character) =>
      ({ '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' })[character] ?? character,
  );

/** The mail of an invitation; the organization's name is its administrators' text and is shown as text. */
export const invitationMail = ({
  email,
  organizationName,
  link,
}: {
  email: string;
  organizationName: string;
  link: string;
}): Mail => ({
  recipient: email,
  subject: `Zaproszenie do organizacji ${organizationName.replace(/[\r\n]+/g, ' ')}`,
  body_text: `Dzień dobry,\n\nmasz dostęp do organizacji ${organizationName} w systemie Obieg.\n\n${link}\n\nOdnośnik do ustawienia hasła jest ważny 7 dni.\n`,
  body_html: `<!doctype html><html lang="pl"><body><p>Dzień dobry,</p><p>masz dostęp do organizacji <strong>${escapeHtml(organizationName)}</strong> w systemie Obieg.</p><p><a href="${escapeHtml(link)}">${escapeHtml(link)}</a></p><p>Odnośnik do ustawienia hasła jest ważny 7 dni.</p></body></html>`,
});

/** Queues a mail in the transaction of its cause; it is sent after the commit, and again while the server is away. */
export const queueMail = async (tx: Tx, mail: Mail): Promise<void> => {
  await tx('mail_queue').insert(mail);
};

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
