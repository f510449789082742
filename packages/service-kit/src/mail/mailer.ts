import { createTransport } from 'nodemailer';
import type { Logger } from 'pino';
import { createWorkerLoop } from '../background/worker-loop';
import { type Database, withEveryOrganization } from '../database/database';
import type { Tx } from '../database/transaction';
import { isOutage, setAside } from '../queues/set-aside';
import type { RenderedMail } from './mail-layout';
import type { MailMetrics } from './mail-metrics';
import { deleteMail, mailQueue, type QueuedMail, requeueMail, takeMail } from './mail-queue';

const pollMs = 500;
/** Maximum retry delay while the server is unreachable. */
const unreachableRetryMaxSeconds = 60;
/** Maximum retry delay after a temporary refusal of this mail, for example by greylisting. */
const refusedRetryMaxSeconds = 3_600;
const giveUpAfterDays = 3;
/** After this many tries, about four minutes, a mail that cannot be composed is set aside. */
const composeTriesMax = 8;
/** Their sum is shorter than the time that a row may stay locked. */
const timeouts = { connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 15_000 };

/** A mail as the server receives it. */
export interface OutgoingMail extends RenderedMail {
  recipient: string;
  subject: string;
  headers?: Record<string, string>;
  /** Called if the server certainly did not accept the mail, so that its links are never used. */
  withdraw?(): Promise<void>;
}

interface SmtpError {
  code?: string | undefined;
  responseCode?: number;
  command?: string;
  /** Of a failed connection. */
  syscall?: string;
}

/** Whether the server refused this mail. Other errors affect all mails. */
const isMailRefused = ({ code }: SmtpError): boolean => code === 'EENVELOPE' || code === 'EMESSAGE';

/** Whether the server certainly did not accept the mail. Otherwise, only its confirmation may be lost. */
const isCertainlyUnsent = ({ responseCode, syscall }: SmtpError): boolean =>
  responseCode !== undefined || syscall === 'connect' || syscall === 'getaddrinfo';

const isOld = (queuedAt: Date): boolean =>
  Date.now() - queuedAt.getTime() > giveUpAfterDays * 24 * 60 * 60 * 1_000;

interface MailerOptions<Queued extends QueuedMail> {
  db: Database;
  smtpUrl: string;
  from: string;
  log: Logger;
  metrics: MailMetrics;
  /** Kinds of mails that this version can compose. Default: the queue has no kinds. */
  kinds?: readonly string[];
  /**
   * Builds a queued mail before each attempt, so that its content is current. @returns undefined to discard the mail
   */
  compose(queued: Queued): Promise<OutgoingMail | undefined>;
}

const createSend = ({ smtpUrl, from }: Pick<MailerOptions<QueuedMail>, 'smtpUrl' | 'from'>) => {
  const transport = createTransport(
    { url: smtpUrl, ...timeouts, disableFileAccess: true, disableUrlAccess: true },
    { from },
  );
  const domain = /@([^>\s]+)/.exec(from)?.[1] ?? 'obieg';
  return {
    close: () => transport.close(),
    send: async (messageId: string, mail: OutgoingMail): Promise<void> => {
      await transport.sendMail({
        // An object, because a string could be parsed as several addresses.
        to: { name: '', address: mail.recipient },
        subject: mail.subject,
        text: mail.text,
        html: mail.html,
        messageId: `<${messageId}@${domain}>`,
        headers: { ...mail.headers, 'auto-submitted': 'auto-generated' },
      });
    },
  };
};

/** Remembers whether the mail server accepts mails. The service works without it, but nobody gets a sign-in code. */
const createServerState = () => {
  let failure: { since: string; message: string } | undefined;
  const check = {
    name: 'mail',
    isEssential: false,
    check: (): string => {
      if (failure)
        throw new Error(`the mail server accepts no mails since ${failure.since}: ${failure.message}`);
      return 'no failure of the mail server is known';
    },
  };
  return {
    check,
    succeed: (): void => {
      failure = undefined;
    },
    fail: ({ message }: Error): void => {
      failure = { since: failure?.since ?? new Date().toISOString(), message };
    },
  };
};

/**
 * Sends queued mails and retries until the server accepts them. A mail arrives once, with one exception. If the
 * connection or process ends after the server accepted it but before the confirmation arrived, the mailer sends it
 * again with the same Message-ID.
 */
export const createMailer = <Queued extends QueuedMail>({
  db,
  smtpUrl,
  from,
  log,
  metrics,
  kinds,
  compose,
}: MailerOptions<Queued>) => {
  const { send, close } = createSend({ smtpUrl, from });
  const server = createServerState();
  const countFailure = (error: Error, isRefused: boolean, hasFailedToCompose: boolean): void => {
    if (hasFailedToCompose) {
      metrics.count('not_composed');
    } else if (isRefused) {
      metrics.count('refused');
      server.succeed();
    } else {
      metrics.count('unreachable');
      server.fail(error);
    }
  };
  /** @returns whether to continue with the next mail */
  const retryLater = async (
    tx: Tx,
    queued: Queued,
    error: SmtpError & Error,
    hasFailedToCompose: boolean,
  ): Promise<boolean> => {
    const { code, responseCode, command } = error;
    const isRefused = isMailRefused({ code });
    countFailure(error, isRefused, hasFailedToCompose);
    const tries = queued.attempts + 1;
    const what = { mail: queued.id, attempts: tries, code, responseCode, command };
    const isGivenUp = isOld(queued.queued_at) || (hasFailedToCompose && tries >= composeTriesMax);
    if (isGivenUp && !isRefused) {
      log.error({ ...what, err: error }, 'mail set aside after its last attempt');
      await setAside(tx, mailQueue, [queued.id], { tries, error });
      metrics.count('set_aside');
      return true;
    }
    // The server refuses the recipient, which no replay changes.
    if (isGivenUp) {
      log.error(what, 'mail discarded after its last attempt');
      await deleteMail(tx, queued);
      metrics.count('discarded');
      return true;
    }
    log.warn(hasFailedToCompose ? { ...what, err: error } : what, 'mail not sent; it will be retried');
    const secondsAtMost = isRefused ? refusedRetryMaxSeconds : unreachableRetryMaxSeconds;
    await requeueMail(tx, queued, Math.min(secondsAtMost, 2 ** queued.attempts));
    return isRefused || hasFailedToCompose;
  };

  /** @returns whether to continue with the next mail */
  const sendOne = (): Promise<boolean> =>
    // One mailer sends the mails of all organizations.
    withEveryOrganization(db, async (tx) => {
      const queued = await takeMail<Queued>(tx, kinds);
      if (!queued) return false;
      let mail: OutgoingMail | undefined;
      try {
        mail = await compose(queued);
        if (mail) await send(queued.message_id, mail);
      } catch (error) {
        if (mail === undefined && isOutage(error)) throw error;
        if (isCertainlyUnsent(error as SmtpError)) await mail?.withdraw?.();
        return retryLater(tx, queued, error as SmtpError & Error, mail === undefined);
      }
      if (mail) {
        log.info({ mail: queued.id, messageId: queued.message_id }, 'mail sent');
        metrics.count('sent');
        server.succeed();
      }
      await deleteMail(tx, queued);
      return true;
    });
  const loop = createWorkerLoop({
    intervalMs: pollMs,
    log,
    failureMessage: 'cannot process the mail queue',
    round: async (isStopped) => {
      while (!isStopped() && (await sendOne()));
    },
  });
  return {
    healthCheck: server.check,
    start: loop.start,
    stop: async (): Promise<void> => {
      await loop.stop();
      close();
    },
  };
};
