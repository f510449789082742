import { type MailInbox, startMailInbox } from '@obieg/local';
import { createLog, createMetrics, withEveryOrganization } from '@obieg/service-kit';
import { createMailMetrics } from '@obieg/service-kit/mail';
import { pollUntil } from '@obieg/service-kit/testing';
import { createTaskMailer } from '../src/mail/task-mailer';
import { type Fixture, startFixture } from './fixture';
import { verifyEmail } from './pending-helpers';

export const reporterEmail = 'jan@example.com';
/** Account of the reporter after the verification. */
export const reporterId = 70;

/** Adds the account that svc-identity creates when a visitor verifies the address. */
export const verifyReporter = async (
  fixture: Fixture,
  { email = reporterEmail, userId = reporterId, organization = fixture.acme } = {},
): Promise<void> => {
  const { service } = fixture;
  await service.applyEvent(
    'obieg.identity.user.changed',
    { id: userId, username: `reporter${userId}`, email, systemRoles: [] },
    userId,
  );
  await setReporterRoles(fixture, ['REPORTER'], { userId, organization });
  await verifyEmail(fixture, email, { userId, organization });
};

export const setReporterRoles = (
  { service, acme }: Fixture,
  roles: ('REPORTER' | 'MEMBER')[],
  { userId = reporterId, organization = acme } = {},
) =>
  service.applyEvent(
    'obieg.identity.membership.changed',
    { organizationId: organization.id, userId, roles, isEmailVerified: true },
    userId,
  );

/** Starts the sender of mails. Without `batchSeconds`, news are not collected. */
export const startMailer = (
  { service }: Pick<Fixture, 'service'>,
  smtpUrl: string,
  {
    batchSeconds = 0,
    organizationUrl = (code: string) => `https://${code}.example.com`,
    replyAddress = undefined as string | undefined,
  } = {},
) => {
  const mailer = createTaskMailer({
    db: service.db,
    smtpUrl,
    from: 'Obieg <no-reply@obieg.test>',
    batchSeconds,
    organizationUrl,
    replyAddress,
    log: createLog('test', 'silent'),
    metrics: createMailMetrics(createMetrics('test').registry),
  });
  mailer.start();
  return mailer;
};

/** Counts what is neither sent nor discarded: queued mails, and news without a mail. */
export const countWaiting = ({ service }: Pick<Fixture, 'service'>) =>
  withEveryOrganization(service.db, async (tx) => {
    // In this order, so that news that become a mail meanwhile are counted.
    const news = (await tx('reporter_news').whereNull('mail_id').pluck('id')).length;
    return { news, mails: (await tx('mail_queue').pluck('id')).length };
  });

export const untilMailed = (fixture: Pick<Fixture, 'service'>, deadlineMs = 20_000) =>
  pollUntil(
    async () => {
      const { mails, news } = await countWaiting(fixture);
      return mails + news === 0 ? true : undefined;
    },
    { describe: 'an empty mail queue', deadlineMs },
  );

export interface ReadMail {
  To: { Address: string }[];
  ReplyTo: { Address: string }[];
  Subject: string;
  Text: string;
  HTML: string;
}

export const openInbox = async () => {
  const inbox: MailInbox = await startMailInbox({ smtpPort: 0, httpPort: 0 });
  const get = async (path: string) => (await fetch(`${inbox.httpUrl}/api/v1/${path}`)).json();
  /** All mails, oldest first. */
  const listAllMails = async (): Promise<ReadMail[]> => {
    const { messages } = (await get('messages?limit=500')) as { messages: { ID: string }[] };
    const mails = (await Promise.all(
      messages.map(({ ID }) => get(`message/${ID}`)),
    )) as unknown as ReadMail[];
    return mails.reverse();
  };
  return {
    smtpUrl: inbox.smtpUrl,
    stop: inbox.stop,
    listAllMails,
    /** Mails to the address, oldest first. */
    listMails: async (address = reporterEmail): Promise<ReadMail[]> =>
      (await listAllMails()).filter(({ To }) => To[0]?.Address === address),
    clear: () => fetch(`${inbox.httpUrl}/api/v1/messages`, { method: 'DELETE' }),
  };
};
export type Inbox = Awaited<ReturnType<typeof openInbox>>;

/** Starts the service and an inbox for its mails. */
export const startMailFixture = async () => {
  const fixture = await startFixture();
  const inbox = await openInbox();
  const stop = async (): Promise<void> => {
    await inbox.stop();
    await fixture.service.close();
  };
  return { fixture, inbox, stop };
};

const findIn = (mail: ReadMail | undefined, pattern: RegExp): string => {
  const found = pattern.exec(mail?.Text ?? '')?.[1];
  if (!found) throw new Error(`The mail lacks ${pattern}: ${mail?.Text}`);
  return found;
};
/** Key of the personal link to the task. */
export const taskKeyOf = (mail: ReadMail | undefined): string => findIn(mail, /\/task\/\d+#key=([\w-]+)/);
/** Key of the link to the mail settings. */
export const mailKeyOf = (mail: ReadMail | undefined): string => findIn(mail, /\/mail-settings#key=([\w-]+)/);
