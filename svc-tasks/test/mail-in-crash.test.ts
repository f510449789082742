import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { serviceBundle } from '@obieg/build-config/esbuild';
import { createLog, withOrganization } from '@obieg/service-kit';
import { pollUntil } from '@obieg/service-kit/testing';
import { build } from 'esbuild';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createReceiveMail } from '../src/mail-in/receive-mail';
import { type Fixture, startFixture, userIds } from './fixture';
import { addFiles, createReplyAddress, writeMail } from './mail-in-helpers';
import { replyAddress } from './tasks-service';

const mailCount = 200;
/** The limit of answers is per task. */
const answersPerTask = 20;
const program = join(import.meta.dirname, `../dist/test-${process.pid}-${Date.now()}/mail-in-process.mjs`);

let fixture: Fixture;
beforeAll(async () => {
  [fixture] = await Promise.all([
    startFixture(),
    build(serviceBundle(join(import.meta.dirname, 'mail-in-process.ts'), program)),
  ]);
}, 60_000);
afterAll(async () => {
  rmSync(join(program, '..'), { recursive: true, force: true });
  await fixture.service.close();
});

const inAcme = <T>(work: Parameters<typeof withOrganization<T>>[2]) =>
  withOrganization(fixture.service.db, fixture.acme.id, work);

const startProcess = async (): Promise<ChildProcess> => {
  const child = spawn(process.execPath, [program], {
    env: {
      DATABASE_URL: fixture.service.appUrl,
      FILES_DIR: fixture.service.filesFolder,
      REPLY_ADDRESS: replyAddress,
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  if (!child.stdout) throw new Error('The process has no output');
  await once(child.stdout, 'data');
  return child;
};

const kill = async (child: ChildProcess | undefined): Promise<void> => {
  if (!child || child.exitCode !== null) return;
  const ended = once(child, 'exit');
  child.kill('SIGKILL');
  await ended;
};

/** Hands each mail over twice, as a mailbox does if its process ends before it deletes the mail. */
const receiveMails = async (): Promise<void> => {
  const receive = createReceiveMail({
    db: fixture.service.db,
    replyAddress,
    metrics: { count: () => undefined },
    log: createLog('test', 'silent'),
  });
  let to = '';
  for (let index = 0; index < mailCount; index += 1) {
    if (index % answersPerTask === 0)
      to = await createReplyAddress(fixture, await fixture.submit(), userIds.member);
    const mail = addFiles(
      writeMail({ from: `user${userIds.member}@obieg.test`, to, text: `Odpowiedź ${index}` }),
      [{ name: 'opis.txt', type: 'text/plain', content: Buffer.from(`treść ${index}`) }],
    );
    for (let copy = 0; copy < 2; copy += 1) await receive(Buffer.from(mail), { recipients: [] });
  }
};

const listContents = () => inAcme((tx) => tx('comments').pluck<string[]>('content'));
const countWaiting = async (): Promise<number> =>
  (await inAcme((tx) => tx('received_mails').pluck('id'))).length;

describe('mails during crashes', () => {
  it('make one comment with one file each', async () => {
    await receiveMails();
    const processes = [await startProcess(), await startProcess()];
    // Kills one process after another, each with mails on their way.
    for (let killed = 0; killed < 6; killed += 1) {
      const enough = ((killed + 1) * mailCount) / 8;
      await pollUntil(async () => (await listContents()).length >= enough || undefined, {
        describe: `${enough} comments`,
        deadlineMs: 600_000,
      });
      await kill(processes[killed % 2]);
      processes[killed % 2] = await startProcess();
    }
    await pollUntil(async () => (await countWaiting()) === 0 || undefined, {
      describe: 'an empty queue',
      deadlineMs: 600_000,
    });
    await Promise.all(processes.map(kill));

    const contents = await listContents();
    expect([contents.length, new Set(contents).size]).toEqual([mailCount, mailCount]);
    const files = await inAcme((tx) => tx('attachments').pluck<string[]>('sha256'));
    expect([files.length, new Set(files).size]).toEqual([mailCount, mailCount]);
    expect(await inAcme((tx) => tx('mail_contents').pluck('id'))).toEqual([]);
  }, 1_500_000);
});
