import { createLog, withOrganization } from '@obieg/service-kit';
import { pollUntil } from '@obieg/service-kit/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createMailbox } from '../src/mail-in/mailbox';
import { createDovecot, hasDovecot } from './dovecot';
import { type Fixture, startFixture, userIds } from './fixture';
import { createReplyAddress, startMailIn, type TestMailIn, writeMail } from './mail-in-helpers';

const from = `user${userIds.member}@obieg.test`;
const waiting = { deadlineMs: 60_000 };

const describeWithServer = hasDovecot ? describe : () => undefined;
describeWithServer('a mailbox on an IMAP server', () => {
  let fixture: Fixture;
  let mailIn: TestMailIn;
  let dovecot: Awaited<ReturnType<typeof createDovecot>>;
  let to: string;
  const mailboxes: ReturnType<typeof createMailbox>[] = [];
  const openMailbox = () => {
    const mailbox = createMailbox({
      db: fixture.service.db,
      url: dovecot.url,
      receiveMail: mailIn.receiveMail,
      metrics: { setConnected: () => undefined, read: () => undefined },
      log: createLog('test', 'silent'),
    });
    mailbox.start();
    mailboxes.push(mailbox);
    return mailbox;
  };
  beforeAll(async () => {
    [fixture, dovecot] = await Promise.all([startFixture(), createDovecot()]);
    mailIn = startMailIn(fixture);
    to = await createReplyAddress(fixture, await fixture.submit(), userIds.member);
    // Two processes read the mailbox.
    openMailbox();
    openMailbox();
  }, 60_000);
  afterAll(async () => {
    await Promise.all(mailboxes.map(({ stop }) => stop()));
    await mailIn.stop();
    await dovecot.close();
    await fixture.service.close();
  });

  const listContents = () =>
    withOrganization(fixture.service.db, fixture.acme.id, (tx) =>
      tx('comments').orderBy('content').pluck<string[]>('content'),
    );
  const untilRead = (count: number) =>
    pollUntil(
      async () => ((await listContents()).length >= count && dovecot.countMails() === 0 ? true : undefined),
      { describe: `${count} comments and an empty mailbox`, ...waiting },
    );

  const isHealthy = (mailbox: ReturnType<typeof createMailbox> | undefined): boolean => {
    try {
      return mailbox?.healthCheck.check() === 'no failure of the mailbox is known';
    } catch {
      return false;
    }
  };
  const untilHealthy = (mailbox: ReturnType<typeof createMailbox> | undefined, expected: boolean) =>
    pollUntil(async () => (isHealthy(mailbox) === expected ? true : undefined), {
      describe: `a health check that ${expected ? 'succeeds' : 'fails'}`,
      ...waiting,
    });

  it('is read by two processes, and each mail makes one comment', async () => {
    for (let index = 0; index < 15; index += 1)
      dovecot.add(writeMail({ from, to: `Obieg <${to}>`, text: `Odpowiedź ${index}` }));
    await untilRead(15);
    expect(new Set(await listContents()).size).toBe(15);
    expect((await mailIn.readOutcomes()).repeated).toBeUndefined();
  }, 90_000);

  it('announces new mails, and is connected again after a failure of the server', async () => {
    dovecot.add(
      writeMail({
        from,
        to: 'list@example.com',
        headers: [`Delivered-To: ${to}`],
        text: 'Po adresie koperty',
      }),
    );
    await untilRead(16);
    await dovecot.stop();
    const [first] = mailboxes;
    await untilHealthy(first, false);
    dovecot.add(writeMail({ from, to, text: 'Po przerwie' }));
    await dovecot.start();
    await untilRead(17);
    await untilHealthy(first, true);
  }, 120_000);
});

const describeWithout = hasDovecot ? () => undefined : describe;
describeWithout('a mailbox on an IMAP server', () => {
  it('is NOT TESTED here: install dovecot-imapd', () => {
    process.stderr.write(
      'The mailbox was not tested, because dovecot is missing: apt-get install dovecot-imapd\n',
    );
    expect(hasDovecot).toBe(false);
  });
});
