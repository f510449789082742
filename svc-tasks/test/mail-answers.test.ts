import { withOrganization } from '@obieg/service-kit';
import { pollUntil } from '@obieg/service-kit/testing';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type Fixture, userIds } from './fixture';
import { startMailer, startMailFixture, untilMailed, verifyReporter } from './mail-helpers';
import { addFiles, createReplyAddress, startMailIn, type TestMailIn, writeMail } from './mail-in-helpers';

let mails: Awaited<ReturnType<typeof startMailFixture>>;
let fixture: Fixture;
let mailIn: TestMailIn;
beforeAll(async () => {
  mails = await startMailFixture();
  fixture = mails.fixture;
  mailIn = startMailIn(fixture);
}, 60_000);
afterAll(async () => {
  await mailIn.stop();
  await mails.stop();
});

const memberAddress = `user${userIds.member}@obieg.test`;
let taskId: number;
beforeEach(async () => {
  taskId = await fixture.submit({}, fixture.tokens.operator);
});

const listComments = async (token = fixture.tokens.operator, id = taskId) =>
  (await fixture.call('GET', `/api/tasks/${id}/comments`, token)).body.comments;
const listFiles = async () =>
  (await fixture.call('GET', `/api/tasks/${taskId}`, fixture.tokens.operator)).body.task.attachments;
const mailOf = (commentId: number, token?: string) =>
  fixture.call('GET', `/api/tasks/${taskId}/comments/${commentId}/mail`, token);
const addressOf = (userId: number, commentId?: number) =>
  createReplyAddress(fixture, taskId, userId, commentId);

const quoted = [
  'Zrobione.',
  '',
  'W dniu 30.11.2026 o 10:00, Obieg pisze:',
  '> w zadaniu jest coś nowego:',
  '> Komentarz',
].join('\r\n');

describe('an answer to a mail about a task', () => {
  it('becomes a comment of its reader, without the quote and with the whole text on demand', async () => {
    const to = await addressOf(userIds.member);
    expect(await mailIn.deliver(writeMail({ from: `Ewa <${memberAddress}>`, to, text: quoted }))).toBe(
      'comment',
    );
    const [comment] = await listComments();
    expect(comment).toMatchObject({
      content: 'Zrobione.',
      authorEmail: memberAddress,
      visibleToAuthor: false,
      hasMailText: true,
    });
    const { status, body } = await mailOf(comment.id, fixture.tokens.operator);
    expect([status, body.text]).toEqual([200, quoted.replaceAll('\r\n', '\n')]);
    expect((await mailOf(comment.id, fixture.tokens.reporter)).status).toBe(404);
    expect((await mailOf(comment.id)).status).toBe(404);
  });

  it('has no more text if nothing was cut, or after the writer changed the comment', async () => {
    const to = await addressOf(userIds.member);
    await mailIn.deliver(writeMail({ from: memberAddress, to, text: 'Tylko to.' }));
    await mailIn.deliver(writeMail({ from: memberAddress, to, text: quoted }));
    const [short, long] = await listComments();
    expect([short.hasMailText, long.hasMailText]).toEqual([false, true]);
    expect((await mailOf(short.id, fixture.tokens.operator)).status).toBe(404);
    const path = `/api/tasks/${taskId}/comments/${long.id}`;
    await fixture.call('PUT', path, fixture.tokens.member, { content: 'Jednak nie.' });
    expect((await mailOf(long.id, fixture.tokens.operator)).status).toBe(404);
    expect((await listComments())[1].hasMailText).toBe(false);
  });

  it('attaches its files by the rules of uploads and names the refused ones', async () => {
    const to = await addressOf(userIds.member);
    const mail = addFiles(writeMail({ from: memberAddress, to }), [
      { name: 'opis.txt', type: 'text/plain', content: Buffer.from('treść') },
      { name: 'program.exe', type: 'application/octet-stream', content: Buffer.from('MZ') },
      { name: 'zdjęcie.png', type: 'image/png', content: Buffer.from('to nie obraz') },
    ]);
    expect(await mailIn.deliver(mail)).toBe('comment');
    expect(
      (await listFiles()).map(({ originalFilename }: { originalFilename: string }) => originalFilename),
    ).toEqual(['opis.txt']);
    const [comment] = await listComments();
    expect(comment.content).toContain('Dziękuję, działa.');
    expect(comment.content).toMatch(/\[Nie dołączono[^\]]*program\.exe, zdjęcie\.png\]/);
  });

  it('makes one comment of several copies of a mail', async () => {
    const mail = writeMail({ from: memberAddress, to: await addressOf(userIds.member) });
    expect(await mailIn.deliver(mail)).toBe('comment');
    expect(await mailIn.deliver(mail)).toBe('repeated');
    expect(await listComments()).toHaveLength(1);
  });

  it('makes nothing of a stolen address from another sender', async () => {
    const to = await addressOf(userIds.member);
    for (const from of [
      `user${userIds.groupMember}@obieg.test`,
      `"${memberAddress}" <dieb@example.com>`,
      `${memberAddress}, dieb@example.com`,
    ])
      expect(await mailIn.deliver(writeMail({ from, to }))).toBe('other_sender');
    const twoSenders = writeMail({ from: memberAddress, to, headers: ['From: dieb@example.com'] });
    expect(await mailIn.deliver(twoSenders)).toBe('other_sender');
    expect(await listComments()).toEqual([]);
  });

  it.each([
    'Auto-Submitted: auto-replied',
    'Precedence: bulk',
    'List-Id: <lista.example.com>',
    'Return-Path: <>',
    'X-Auto-Response-Suppress: All',
  ])('makes nothing of an automatic mail: %s', async (header) => {
    const to = await addressOf(userIds.member);
    expect(await mailIn.deliver(writeMail({ from: memberAddress, to, headers: [header] }))).toBe('automatic');
    expect(await listComments()).toEqual([]);
  });

  it('makes nothing of a mail of this installation, and of an unknown address', async () => {
    const to = await addressOf(userIds.member);
    expect(await mailIn.deliver(writeMail({ from: 'no-reply@obieg.test', to }))).toBe('automatic');
    const unknown = writeMail({ from: memberAddress, to: 'reply+aaaa@mail.obieg.test' });
    expect(await mailIn.deliver(unknown)).toBe('unknown_address');
    expect(await mailIn.deliver(writeMail({ from: memberAddress, to: 'reply@mail.obieg.test' }))).toBe(
      'unknown_address',
    );
  });

  it('stops a loop of answers to one task', async () => {
    const to = await addressOf(userIds.member);
    const answers = Array.from({ length: 20 }, () => writeMail({ from: memberAddress, to }));
    expect(await mailIn.deliver(...answers)).toBe('comment');
    expect(await mailIn.deliver(writeMail({ from: memberAddress, to }))).toBe('too_many');
    expect(await listComments()).toHaveLength(20);
  });

  it('reaches only the readers of a comment for chosen people, and keeps no quote of it', async () => {
    await fixture.call('POST', `/api/tasks/${taskId}/comment`, fixture.tokens.operator, {
      content: 'Poufne',
      visibleUserIds: [userIds.member],
    });
    const [secret] = await listComments();
    const to = await addressOf(userIds.member, secret.id);
    await mailIn.deliver(writeMail({ from: memberAddress, to, text: quoted }));
    const [, answer] = await listComments();
    expect(answer).toMatchObject({ content: 'Zrobione.', hasMailText: false });
    expect(answer.visibleUsers.map(({ userId }: { userId: number }) => userId).sort()).toEqual([
      userIds.operator,
      userIds.member,
    ]);
    expect(await listComments(fixture.tokens.groupMember)).toEqual([]);
  });
});

describe('a reader who may not answer any more', () => {
  const refusals = async (): Promise<number> =>
    withOrganization(
      fixture.service.db,
      fixture.acme.id,
      async (tx) => (await tx('mail_queue').where({ kind: 'ANSWER_REFUSED' }).pluck('id')).length,
    );

  it('gets one polite mail a day after losing sight of the task', async () => {
    const to = await addressOf(userIds.member);
    const { status } = await fixture.call('PUT', `/api/tasks/${taskId}`, fixture.tokens.operator, {
      title: 'Nie działa drukarka',
      visibleUserIds: [userIds.operator],
    });
    expect(status).toBe(200);
    const before = await refusals();
    for (let count = 0; count < 3; count += 1)
      expect(await mailIn.deliver(writeMail({ from: memberAddress, to }))).toBe('no_access');
    expect((await refusals()) - before).toBe(1);
    expect(await listComments()).toEqual([]);
  });

  it('gets it for a deleted task', async () => {
    const to = await addressOf(userIds.member);
    await fixture.call('DELETE', `/api/tasks/${taskId}`, fixture.tokens.operator);
    const before = await refusals();
    expect(await mailIn.deliver(writeMail({ from: memberAddress, to }))).toBe('no_access');
    expect((await refusals()) - before).toBe(1);
  });

  it('gets nothing as a former member', async () => {
    await fixture.service.addMember(fixture.acme, 90, ['MEMBER']);
    const to = await addressOf(90);
    await fixture.service.addMember(fixture.acme, 90, []);
    const before = await refusals();
    expect(await mailIn.deliver(writeMail({ from: 'user90@obieg.test', to }))).toBe('no_access');
    expect((await refusals()) - before).toBe(0);
    expect(await listComments()).toEqual([]);
  });
});

describe('a mail about a task', () => {
  it('can be answered by the reporter, and the answer is visible to the author', async () => {
    const id = await fixture.submit();
    await verifyReporter(fixture);
    const mailer = startMailer(fixture, mails.inbox.smtpUrl, { replyAddress: 'reply@mail.obieg.test' });
    try {
      await fixture.call('POST', `/api/tasks/${id}/comment`, fixture.tokens.operator, {
        content: 'Proszę o numer seryjny',
        visibleToAuthor: true,
      });
      await untilMailed(fixture);
      const mail = (await mails.inbox.listMails()).findLast(({ Text }) => Text.includes('numer seryjny'));
      expect(mail?.Text).toContain('stanie się komentarzem');
      const to = mail?.ReplyTo[0]?.Address ?? '';
      expect(to).toMatch(/^reply\+[a-z2-7]{32}@mail\.obieg\.test$/);
      expect(await mailIn.deliver(writeMail({ from: 'Jan <JAN@example.com>', to, text: 'SN-1' }))).toBe(
        'comment',
      );
      const comments = await listComments(fixture.tokens.operator, id);
      expect(comments.at(-1)).toMatchObject({ content: 'SN-1', visibleToAuthor: true });
    } finally {
      await mailer.stop();
    }
  });
});

describe('POST /internal/mails', () => {
  const hand = (raw: string, recipients: string) =>
    fixture.service.request('POST', '/internal/mails', {
      rawBody: Buffer.from(raw),
      headers: { 'content-type': 'message/rfc822', 'x-recipients': recipients },
    });

  it('stores a mail for the recipients of its envelope, and counts one to nobody', async () => {
    const to = await addressOf(userIds.member);
    const mail = writeMail({ from: memberAddress, to: 'lista@example.com' });
    expect((await hand(mail, `lista@example.com,${to}`)).body).toEqual({ isStored: true });
    expect((await hand(mail, 'reply+nobody@mail.obieg.test')).body).toEqual({ isStored: false });
    await pollUntil(async () => ((await listComments()).length === 1 ? true : undefined), {
      describe: 'the comment',
      deadlineMs: 60_000,
    });
  });

  it('refuses a mail beyond 30 MB with 413', async () => {
    expect((await hand('x'.repeat(30 * 1024 * 1024 + 1), 'a@example.com')).status).toBe(413);
  });
});

describe('with a trusted mail server', () => {
  it('takes only mails for which it says that the domain vouches', async () => {
    const strict = startMailIn(fixture, { trustedServer: 'mx.obieg.test' });
    try {
      await mailIn.stop();
      const to = await addressOf(userIds.member);
      const deliver = (...results: string[]) =>
        strict.deliver(
          writeMail({
            from: memberAddress,
            to,
            headers: results.map((result) => `Authentication-Results: ${result}`),
          }),
        );
      expect(await deliver()).toBe('unauthenticated');
      expect(await deliver('mx.evil.test; dmarc=pass header.from=obieg.test')).toBe('unauthenticated');
      expect(await deliver('mx.obieg.test; dmarc=fail', 'mx.obieg.test; dmarc=pass')).toBe('unauthenticated');
      expect(await deliver('mx.obieg.test; spf=pass; dmarc=pass header.from=obieg.test')).toBe('comment');
    } finally {
      await strict.stop();
    }
  });
});
