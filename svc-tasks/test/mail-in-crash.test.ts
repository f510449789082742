import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findFreePort } from '@obieg/local';
import { withOrganization } from '@obieg/service-kit';
import { pollUntil } from '@obieg/service-kit/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createDovecot, hasDovecot } from './dovecot';
import { type Fixture, startFixture, userIds } from './fixture';
import { buildKillable } from './killable-process';
import { addFiles, createReplyAddress, writeMail } from './mail-in-helpers';
import { replyAddress } from './tasks-service';

const mailCount = 200;
/** The limit of answers is per task. */
const answersPerTask = 20;
const waiting = { deadlineMs: 600_000 };

type Program = Awaited<ReturnType<typeof buildKillable>>;

let fixture: Fixture;
let service: Program;
let sender: Program;
let mailbox: Awaited<ReturnType<typeof createDovecot>> | undefined;
const inbox = mkdtempSync(join(tmpdir(), 'obieg-inbox-'));
beforeAll(async () => {
  [fixture, service, sender, mailbox] = await Promise.all([
    startFixture(),
    buildKillable('mail-in-process'),
    buildKillable('mail-sender-process'),
    hasDovecot ? createDovecot() : undefined,
  ]);
}, 60_000);
afterAll(async () => {
  service.remove();
  sender.remove();
  rmSync(inbox, { recursive: true, force: true });
  await mailbox?.close();
  await fixture.service.close();
});

const inAcme = <T>(work: Parameters<typeof withOrganization<T>>[2]) =>
  withOrganization(fixture.service.db, fixture.acme.id, work);
const listContents = () => inAcme((tx) => tx('comments').pluck<string[]>('content'));
const countInbox = (): number => readdirSync(inbox).length;
const countMailbox = (): number => mailbox?.countMails() ?? 0;
const countQueue = async (): Promise<number> =>
  (await inAcme((tx) => tx('received_mails').pluck('id'))).length;

/** Puts every second mail into the mailbox of the IMAP server, the others where the sender finds them. */
const writeMails = async (): Promise<void> => {
  let to = '';
  for (let index = 0; index < mailCount; index += 1) {
    if (index % answersPerTask === 0)
      to = await createReplyAddress(fixture, await fixture.submit(), userIds.member);
    const mail = addFiles(
      writeMail({ from: `user${userIds.member}@obieg.test`, to, text: `Odpowiedź ${index}` }),
      [{ name: 'opis.txt', type: 'text/plain', content: Buffer.from(`treść ${index}`) }],
    );
    if (mailbox && index % 2 === 0) mailbox.add(mail);
    else writeFileSync(join(inbox, `${String(index).padStart(3, '0')}.eml`), mail);
  }
};

interface Crash {
  /** How many mails wait before the process. The kill comes when a share of them is left. */
  countLeft: () => number | Promise<number>;
  share: number;
  kill: () => Promise<void>;
}

const run = async (crashes: readonly Crash[]): Promise<void> => {
  const [mails, letters] = [countInbox(), countMailbox()];
  const totals = new Map<Crash['countLeft'], number>([
    [countInbox, mails],
    [countMailbox, letters],
  ]);
  for (const { countLeft, share, kill } of crashes) {
    const enough = (totals.get(countLeft) ?? mailCount) * share;
    await pollUntil(async () => (await countLeft()) <= enough || undefined, {
      describe: `${enough} mails left`,
      ...waiting,
    });
    await kill();
  }
};

describe('mails during crashes', () => {
  it('make one comment with one file each', async () => {
    await writeMails();
    const ports = await Promise.all([findFreePort(), findFreePort()]);
    const startService = (port: number) =>
      service.start({
        DATABASE_URL: fixture.service.appUrl,
        FILES_DIR: fixture.service.filesFolder,
        REPLY_ADDRESS: replyAddress,
        MAILBOX_URL: mailbox?.url ?? '',
        PORT: String(port),
      });
    const [one, other] = [await startService(ports[0]), await startService(ports[1])];
    const sending = await sender.start({ MAILS_DIR: inbox, PORTS: ports.join(',') });
    const crashMailbox = async (): Promise<void> => {
      await mailbox?.kill();
      await mailbox?.start();
    };
    const countUnwritten = async () => mailCount - (await listContents()).length;
    await run([
      { countLeft: countInbox, share: 0.9, kill: sending.killAndStart },
      { countLeft: countInbox, share: 0.8, kill: one.killAndStart },
      { countLeft: countMailbox, share: 0.9, kill: crashMailbox },
      { countLeft: countInbox, share: 0.6, kill: other.killAndStart },
      { countLeft: countMailbox, share: 0.7, kill: one.killAndStart },
      { countLeft: countInbox, share: 0.3, kill: sending.killAndStart },
      { countLeft: countMailbox, share: 0.5, kill: crashMailbox },
      { countLeft: countMailbox, share: 0.3, kill: other.killAndStart },
      { countLeft: countUnwritten, share: 0.5, kill: one.killAndStart },
      { countLeft: countUnwritten, share: 0.3, kill: other.killAndStart },
    ]);
    await pollUntil(
      async () => (countInbox() + countMailbox() + (await countQueue()) === 0 ? true : undefined),
      { describe: 'no mail left anywhere', ...waiting },
    );
    await Promise.all([one, other, sending].map(({ kill }) => kill()));

    const contents = await listContents();
    expect([contents.length, new Set(contents).size]).toEqual([mailCount, mailCount]);
    const files = await inAcme((tx) => tx('attachments').pluck<string[]>('sha256'));
    expect([files.length, new Set(files).size]).toEqual([mailCount, mailCount]);
    expect(await inAcme((tx) => tx('mail_contents').pluck('id'))).toEqual([]);
  }, 1_500_000);
});
