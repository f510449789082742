import { setTimeout as delay } from 'node:timers/promises';
import { type Database, type Logger, withEveryOrganization } from '@obieg/service-kit';
import { ImapFlow } from 'imapflow';
import type { MailboxMetrics } from './mailbox.metrics';
import { mailBounds } from './parse-mail';
import type { ReceiveMail } from './receive-mail';

/** The mailbox is read at least this often, in case the server announces nothing. */
const pollMs = 60_000;
/** The pause after a failure doubles from the first to the last. */
const pauseMs = { first: 1_000, last: 60_000 };
/** First key of the advisory lock with which one process takes a mail. The number is arbitrary. */
const mailboxLock = 7_310_021;

interface MailboxOptions {
  db: Database;
  /** `imaps://user:password@host:port/folder`. The mails of the folder are deleted once they are stored. */
  url: string;
  receiveMail: ReceiveMail;
  metrics: MailboxMetrics;
  log: Logger;
}

const isLoopback = (host: string): boolean => ['localhost', '127.0.0.1', '[::1]'].includes(host);

const createClient = (address: string): ImapFlow => {
  const { protocol, hostname, port, username, password } = new URL(address);
  const secure = protocol === 'imaps:';
  return new ImapFlow({
    host: hostname,
    port: port === '' ? (secure ? 993 : 143) : Number(port),
    secure,
    // Without TLS from the start, the connection must change to TLS before the password is sent.
    doSTARTTLS: secure || isLoopback(hostname) ? undefined : true,
    auth: { user: decodeURIComponent(username), pass: decodeURIComponent(password) },
    logger: false,
    disableAutoIdle: true,
    maxIdleTime: 5 * 60_000,
  });
};

const folderOf = (address: string): string =>
  decodeURIComponent(new URL(address).pathname.slice(1)) || 'INBOX';

/** Marks a mail that stays in the mailbox, because it is beyond the size. */
const tooLargeFlag = '\\Flagged';

/**
 * Takes the oldest mail under a lock, so that one of several processes does. Stores it, then deletes it from the mailbox.
 * If the process ends in between, it is stored a second time, and the worker recognizes the copy.
 *
 * @returns whether to continue with the next mail
 */
const takeOldest = async (client: ImapFlow, { db, receiveMail, log }: MailboxOptions): Promise<boolean> =>
  withEveryOrganization(db, async (tx) => {
    // Fetching 30 MB can take longer than the usual limit for idle transactions.
    await tx.raw(`set local idle_in_transaction_session_timeout = '150s'`);
    const { rows } = await tx.raw<{ rows: { locked: boolean }[] }>(
      'select pg_try_advisory_xact_lock(:mailboxLock, 0) as locked',
      { mailboxLock },
    );
    if (!rows[0]?.locked) return false;
    const found = await client.search({ flagged: false }, { uid: true });
    const uid = found ? found.at(0) : undefined;
    if (uid === undefined) return false;
    const message = await client.fetchOne(uid, { size: true }, { uid: true });
    // Another program has deleted it.
    if (!message) return true;
    if ((message.size ?? 0) > mailBounds.bytes) {
      log.warn({ uid, bytes: message.size }, 'a mail beyond 30 MB stays in the mailbox, flagged');
      await client.messageFlagsAdd(uid, [tooLargeFlag], { uid: true });
      return true;
    }
    const content = await client.fetchOne(uid, { source: true }, { uid: true });
    const source = content ? content.source : undefined;
    if (!source) throw new Error('The mail server sent no content');
    await receiveMail(source, { recipients: [] });
    await client.messageDelete(uid, { uid: true });
    return true;
  });

/** Waits until the server announces a mail, the connection ends, the time is over or `signal` aborts. */
const waitForNews = async (client: ImapFlow, signal: AbortSignal): Promise<void> => {
  if (signal.aborted || !client.usable) return;
  const waiting = new AbortController();
  const end = (): void => waiting.abort();
  const events = ['exists', 'close'] as const;
  for (const event of events) client.once(event, end);
  signal.addEventListener('abort', end, { once: true });
  // The next command ends it. A failure closes the connection.
  void client.idle().catch(() => undefined);
  await delay(pollMs, undefined, { signal: waiting.signal }).catch(() => undefined);
  for (const event of events) client.off(event, end);
  signal.removeEventListener('abort', end);
};

/** Reads the mailbox until the connection fails or `signal` aborts. */
const readMailbox = async (
  options: MailboxOptions,
  signal: AbortSignal,
  onConnected: () => void,
): Promise<void> => {
  const client = createClient(options.url);
  let failure: Error | undefined;
  client.on('error', (error: Error) => {
    failure = error;
  });
  const close = (): void => client.close();
  try {
    await client.connect();
    signal.addEventListener('abort', close, { once: true });
    await client.mailboxOpen(folderOf(options.url));
    onConnected();
    while (client.usable && !signal.aborted) {
      while (!signal.aborted && (await takeOldest(client, options)));
      options.metrics.read();
      await waitForNews(client, signal);
    }
    if (!signal.aborted) throw failure ?? new Error('The mail server closed the connection');
  } finally {
    signal.removeEventListener('abort', close);
    client.close();
  }
};

/** Reads a mailbox by IMAP in the background. Connects again after growing pauses. */
export const createMailbox = (options: MailboxOptions) => {
  const stopping = new AbortController();
  const { signal } = stopping;
  let failure: { since: string; message: string } | undefined;
  let running: Promise<void> = Promise.resolve();
  const run = async (): Promise<void> => {
    let pause: number = pauseMs.first;
    while (!signal.aborted) {
      await readMailbox(options, signal, () => {
        failure = undefined;
        pause = pauseMs.first;
        options.metrics.setConnected(true);
      }).catch((error: Error) => {
        if (signal.aborted) return;
        failure = { since: failure?.since ?? new Date().toISOString(), message: error.message };
        options.log.warn({ err: error }, 'cannot read the mailbox; it will be retried');
      });
      options.metrics.setConnected(false);
      if (signal.aborted) return;
      await delay(pause, undefined, { signal }).catch(() => undefined);
      pause = Math.min(pause * 2, pauseMs.last);
    }
  };
  return {
    /** The service works without the mailbox, but answers by mail wait. */
    healthCheck: {
      name: 'mailbox',
      isEssential: false,
      check: (): string => {
        if (failure) throw new Error(`the mailbox cannot be read since ${failure.since}: ${failure.message}`);
        return 'no failure of the mailbox is known';
      },
    },
    start: (): void => {
      running = run();
    },
    stop: async (): Promise<void> => {
      stopping.abort();
      await running;
    },
  };
};
