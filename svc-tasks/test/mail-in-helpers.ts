import { createLog, createMetrics, withOrganization } from '@obieg/service-kit';
import { pollUntil } from '@obieg/service-kit/testing';
import { createMailIn } from '../src/mail-in/mail-in';
import { createMailInMetrics, type MailInOutcome } from '../src/mail-in/mail-in.metrics';
import { insertReplyAddress, tagAddress } from '../src/reply-addresses/reply-addresses.repo';
import type { Fixture } from './fixture';
import { replyAddress } from './tasks-service';

/** Starts what receives and uses mails. */
export const startMailIn = (
  { service }: Pick<Fixture, 'service'>,
  { trustedServer = undefined as string | undefined } = {},
) => {
  const { registry } = createMetrics('test');
  const mailIn = createMailIn({
    db: service.db,
    store: service.store,
    quotas: { addressBytes: 200 * 1024 * 1024, organizationBytes: 1024 * 1024 * 1024 },
    replyAddress,
    mailFrom: 'Obieg <no-reply@obieg.test>',
    trustedServer,
    metrics: createMailInMetrics(registry),
    log: createLog('test', 'silent'),
  });
  mailIn.start();
  const readOutcomes = async (): Promise<Partial<Record<MailInOutcome, number>>> => {
    const { values } = (await registry.getSingleMetric('obieg_received_mails_total')?.get()) ?? {
      values: [],
    };
    return Object.fromEntries(
      values.filter(({ value }) => value > 0).map(({ labels, value }) => [labels['outcome'], value]),
    );
  };
  let finished = 0;
  return {
    ...mailIn,
    readOutcomes,
    /** Hands mails over and waits until they are used. @returns the outcome, of several mails one of those */
    deliver: async (...mails: (Buffer | string)[]): Promise<MailInOutcome> => {
      const before = await readOutcomes();
      for (const raw of mails) await mailIn.receiveMail(Buffer.from(raw), { recipients: [] });
      finished += mails.length;
      const after = await pollUntil(
        async () => {
          const outcomes = await readOutcomes();
          const sum = Object.values(outcomes).reduce((total, count) => total + count, 0);
          return sum >= finished ? outcomes : undefined;
        },
        { describe: 'a used mail', deadlineMs: 20_000 },
      );
      return Object.keys(after).find(
        (outcome) => after[outcome as MailInOutcome] !== before[outcome as MailInOutcome],
      ) as MailInOutcome;
    },
  };
};
export type TestMailIn = ReturnType<typeof startMailIn>;

/** Creates the reply address of a reader, as a mail about the task contains it. */
export const createReplyAddress = (
  { service, acme }: Fixture,
  publicTaskId: number,
  userId: number,
  commentId: number | null = null,
): Promise<string> =>
  withOrganization(service.db, acme.id, async (tx) => {
    const { id } = await tx('tasks').where({ public_task_id: publicTaskId }).first('id');
    const row = { organization_id: acme.id, task_id: id, user_id: userId, comment_id: commentId };
    return tagAddress(replyAddress, await insertReplyAddress(tx, row));
  });

interface Written {
  from: string;
  to: string;
  text?: string;
  subject?: string;
  messageId?: string;
  headers?: string[];
}

let written = 0;
/** A plain mail. */
export const writeMail = ({
  from,
  to,
  text = 'Dziękuję, działa.',
  subject = 'Re: Zadanie',
  messageId,
  headers = [],
}: Written): string => {
  written += 1;
  return [
    `From: ${from}`,
    `To: ${to}`,
    `Subject: ${subject}`,
    `Message-ID: ${messageId ?? `<mail-${written}-${process.pid}@example.com>`}`,
    'MIME-Version: 1.0',
    'Content-Type: text/plain; charset=utf-8',
    'Content-Transfer-Encoding: 8bit',
    ...headers,
    '',
    text,
    '',
  ].join('\r\n');
};

interface WrittenFile {
  name: string;
  type: string;
  content: Buffer;
}

/** The same mail with files. */
export const addFiles = (mail: string, files: readonly WrittenFile[]): string => {
  const boundary = 'parts-of-this-mail';
  const end = mail.indexOf('\r\n\r\n');
  const isContent = (line: string): boolean => line.startsWith('Content-');
  const headers = mail.slice(0, end).split('\r\n');
  return [
    ...headers.filter((line) => !isContent(line)),
    `Content-Type: multipart/mixed; boundary="${boundary}"`,
    '',
    `--${boundary}`,
    ...headers.filter(isContent),
    mail.slice(end + 2),
    ...files.flatMap(({ name, type, content }) => [
      `--${boundary}`,
      `Content-Type: ${type}; name="${name}"`,
      `Content-Disposition: attachment; filename="${name}"`,
      'Content-Transfer-Encoding: base64',
      '',
      content.toString('base64').replace(/.{76}/g, '$&\r\n'),
    ]),
    `--${boundary}--`,
    '',
  ].join('\r\n');
};
