import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { limits } from '@obieg/contracts';
import { withOrganization } from '@obieg/service-kit';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Acme, startAcme } from './acme';
import { accepted, multipart, multipartType, png, refused } from './files';
import { attachmentsPath, downloadPath, expectNoOrphan, sendUpload, uploadFile } from './uploads';

let house: Acme;
let task: number;
beforeAll(async () => {
  house = await startAcme();
  task = await house.submit({}, house.tokens.member);
});
afterAll(() => house.tasks.close());

const send = (id: number, rawBody: Buffer, token?: string, headers?: Record<string, string>) =>
  sendUpload(house, id, rawBody, token, headers);
const upload = (
  id: number,
  filename: string,
  content?: Buffer,
  token?: string,
  headers?: Record<string, string>,
) => uploadFile(house, id, filename, content, token, headers);
const attachmentsOf = async (id: number, token = house.tokens.member) =>
  (await house.call('GET', `/api/tasks/${id}`, token)).body.task.attachments as { id: number }[];

describe('uploading', () => {
  it('rejects anonymous, and reads nothing of what they send', async () => {
    expect((await send(task, multipart({ filename: 'a.png', content: png }))).status).toBe(401);
    await expectNoOrphan(house);
  });

  it('rejects reporters on tasks of others, and takes files for their own', async () => {
    const { tokens, submit } = house;
    expect((await upload(task, 'a.png', png, tokens.reporter)).status).toBe(403);
    const own = await submit({}, tokens.reporter);
    expect((await upload(own, 'a.png', png, tokens.reporter)).status).toBe(201);
    expect(await attachmentsOf(own, tokens.reporter)).toHaveLength(1);
  });

  it('wants a task, in the words of the specification', async () => {
    const { body } = await upload(0, 'a.png');
    expect(body).toMatchObject({ status: 422, message: 'ID zadania jest wymagane' });
    await expectNoOrphan(house);
  });

  it('hides restricted tasks, other tenants and numbers that are none', async () => {
    const { tokens, submit, tasks, globex } = house;
    const hidden = await submit({ visibleUserIds: [11], assignedUserId: 11 }, tokens.member);
    for (const token of [tokens.operator, tokens.admin, tokens.reporter])
      expect((await upload(hidden, 'a.png', png, token)).status).toBe(404);
    expect((await upload(123456789012, 'a.png')).status).toBe(404);
    const foreign = await tasks.request('POST', attachmentsPath(task), {
      organization: globex,
      token: tokens.foreign,
      rawBody: multipart({ filename: 'a.png', content: png }),
      headers: { 'content-type': multipartType },
    });
    expect(foreign.status).toBe(404);
    await expectNoOrphan(house);
  });

  it.each(Object.entries(accepted))('takes %s', async (name, { content, type }) => {
    const id = await house.submit({}, house.tokens.member);
    const { status, body } = await upload(id, name, content);
    expect([status, body]).toEqual([
      201,
      {
        success: true,
        message: '',
        attachment: {
          id: expect.any(Number),
          originalFilename: name,
          mimeType: type,
          fileSize: content.length,
          uploadedAt: expect.any(String),
          uploadedByEmail: 'user11@obieg.test',
        },
      },
    ]);
    expect(await attachmentsOf(id)).toEqual([body.attachment]);
  });

  it.each(Object.entries(refused))('refuses %s', async (name, content) => {
    const { status, body } = await upload(task, name, content);
    expect([status, body.code]).toEqual([415, 'UNSUPPORTED_MEDIA_TYPE']);
    await expectNoOrphan(house);
  });

  it('keeps the file under a random name, with its checksum', async () => {
    const id = await house.submit({}, house.tokens.member);
    const { body } = await upload(id, 'tajne.png');
    const [row] = await withOrganization(house.tasks.db, house.acme.id, (tx) =>
      tx('attachments').where({ id: body.attachment.id }),
    );
    expect(row.sha256).toBe(createHash('sha256').update(png).digest('hex'));
    expect(row.object_name).toMatch(/^1\/[0-9a-f]{2}\/[0-9a-f]{32}$/);
    expect(await readFile(join(house.tasks.filesFolder, 'kept', row.object_name))).toEqual(png);
  });

  it('leaves a history entry and an event, and does not get in the way of an edit', async () => {
    const { submit, tokens, call, eventsOf } = house;
    const id = await submit({}, tokens.member);
    const before = await call('GET', `/api/tasks/${id}`, tokens.member);
    await upload(id, 'a.png');
    const after = await call('GET', `/api/tasks/${id}`, tokens.member);
    expect(after.headers['etag']).toBe(before.headers['etag']);
    expect(after.body.task.lastUpdatedAt > before.body.task.lastUpdatedAt).toBe(true);
    const { changeHistory } = (await call('GET', `/api/tasks/${id}/change-history`, tokens.member)).body;
    expect(changeHistory).toMatchObject([
      {
        changeType: 'ATTACHMENT',
        changedByEmail: 'user11@obieg.test',
        changes: [{ field: 'attachment', before: null, after: 'a.png' }],
      },
    ]);
    expect((await eventsOf(id, 'obieg.tasks.task.changed')).at(-1)?.data).toMatchObject({
      lastUpdatedAt: after.body.task.lastUpdatedAt,
    });
  });

  it('is harmless when repeated with its key', async () => {
    const { submit, tokens } = house;
    const id = await submit({}, tokens.member);
    const headers = { 'idempotency-key': 'one-and-the-same' };
    const answers = await Promise.all(
      Array.from({ length: 5 }, () => upload(id, 'a.png', png, tokens.member, headers)),
    );
    expect(answers.map(({ status }) => status)).toEqual([201, 201, 201, 201, 201]);
    expect(new Set(answers.map(({ body }) => body.attachment.id)).size).toBe(1);
    expect(await attachmentsOf(id)).toHaveLength(1);
    const other = await upload(id, 'a.txt', Buffer.from('x'), tokens.member, headers);
    expect(other.status).toBe(409);
    expect((await upload(id, 'a.png', png, tokens.operator, headers)).status).toBe(201);
    expect((await upload(id, 'a.png', png, tokens.member, { 'idempotency-key': 'x' })).status).toBe(400);
    await expectNoOrphan(house);
  });

  it('stops where a task has as many as it may have, also when many come at once', async () => {
    const id = await house.submit({}, house.tokens.member);
    const uploads = Array.from({ length: limits.attachmentsPerTaskMax + 5 }, (_, index) =>
      upload(id, `${index}.png`),
    );
    const codes = (await Promise.all(uploads)).map(({ status }) => status);
    expect(codes.filter((code) => code === 201)).toHaveLength(limits.attachmentsPerTaskMax);
    expect(codes.filter((code) => code === 409)).toHaveLength(5);
    await expectNoOrphan(house);
  });
});

describe('the size', () => {
  const text = (bytes: number) => Buffer.alloc(bytes, 'a');

  it('may be 10 MB to the byte', async () => {
    const id = await house.submit({}, house.tokens.member);
    expect((await upload(id, 'a.txt', text(limits.attachmentBytes))).status).toBe(201);
    const { body } = await upload(id, 'b.txt', text(limits.attachmentBytes + 1));
    expect([body.status, body.code]).toEqual([413, 'PAYLOAD_TOO_LARGE']);
    expect((await upload(id, 'c.txt', text(limits.attachmentBytes + 200_000))).status).toBe(413);
    expect(await attachmentsOf(id)).toHaveLength(1);
    await expectNoOrphan(house);
  });

  it('of nothing is refused', async () => {
    const { status, body } = await upload(task, 'a.txt', Buffer.alloc(0));
    expect([status, body.errors]).toEqual([422, [{ field: 'file', message: 'Plik jest pusty.' }]]);
    await expectNoOrphan(house);
  });
});

describe('names', () => {
  it.each([
    ['../../../etc/passwd.txt', 'passwd.txt'],
    ['C:\\\\temp\\\\skan.txt', 'skan.txt'],
    ['a%22b.txt', 'a"b.txt'],
    ['a\\"b.txt', 'a"b.txt'],
    ['a\u0000b.txt', 'ab.txt'],
    ['Zażółć gęślą 😀.txt', 'Zażółć gęślą 😀.txt'],
    ['photo\u202etxt.exe.txt', 'phototxt.exe.txt'],
    ["<img src=x onerror=alert(1)>';--.txt", "<img src=x onerror=alert(1)>';--.txt"],
  ])('%j is shown and sent back as %j', async (sent, shown) => {
    const id = await house.submit({}, house.tokens.member);
    const { status, body } = await upload(id, sent, Buffer.from('tekst'));
    expect([status, body.attachment?.originalFilename]).toEqual([201, shown]);
    const { headers } = await house.call('GET', downloadPath(id, body.attachment.id), house.tokens.member);
    const [, extended] = /filename\*=UTF-8''(\S+)$/.exec(String(headers['content-disposition'])) ?? [];
    expect(decodeURIComponent(extended ?? '')).toBe(shown);
  });

  it('of 300 characters are cut and keep the extension', async () => {
    const { status, body } = await upload(task, `${'ż'.repeat(300)}.txt`, Buffer.from('tekst'));
    expect(status).toBe(201);
    expect(body.attachment.originalFilename).toMatch(/^ż{120,}\.txt$/);
  });
});

describe('downloading', () => {
  it('sends what was uploaded, under its name, never as a page', async () => {
    const id = await house.submit({}, house.tokens.member);
    const content = accepted['notes.txt']?.content ?? png;
    const { body } = await upload(id, 'notatki.txt', content);
    const answer = await house.call('GET', downloadPath(id, body.attachment.id), house.tokens.member);
    expect(answer.status).toBe(200);
    expect(answer.body).toBe(content.toString());
    expect(answer.headers).toMatchObject({
      'content-type': 'text/plain',
      'content-length': String(content.length),
      'content-disposition': `attachment; filename="notatki.txt"; filename*=UTF-8''notatki.txt`,
      'content-security-policy': "default-src 'none'; sandbox",
      'x-content-type-options': 'nosniff',
      'cache-control': 'private, no-cache',
    });
  });

  it('is for visitors, too, of an unrestricted task; they learn nobody’s address', async () => {
    const id = await house.submit({}, house.tokens.member);
    const { body } = await upload(id, 'a.png');
    expect((await house.call('GET', downloadPath(id, body.attachment.id))).status).toBe(200);
    const { task: seen } = (await house.call('GET', `/api/tasks/${id}`)).body;
    expect(seen.attachments).toEqual([{ ...body.attachment, uploadedByEmail: 'u***@obieg.test' }]);
  });

  it('hides restricted and deleted tasks, files of other tasks, other tenants and numbers that are none', async () => {
    const { tokens, submit, call, callElsewhere } = house;
    const restricted = await submit({ visibleUserIds: [11], assignedUserId: 11 }, tokens.member);
    const { id } = (await upload(restricted, 'a.png')).body.attachment;
    expect((await call('GET', downloadPath(restricted, id), tokens.member)).status).toBe(200);
    for (const token of [undefined, tokens.reporter, tokens.operator, tokens.admin])
      expect((await call('GET', downloadPath(restricted, id), token)).status).toBe(404);
    expect((await callElsewhere('GET', downloadPath(restricted, id), tokens.foreign)).status).toBe(404);
    expect((await call('GET', downloadPath(task, id), tokens.member)).status).toBe(404);
    for (const number of ['0', '-1', 'abc', '1e3', '99999999999999999999', '%00', '..%2f1'])
      expect((await call('GET', `${attachmentsPath(task)}/${number}/download`, tokens.member)).status).toBe(
        404,
      );
    const doomed = await submit({}, tokens.member);
    const file = (await upload(doomed, 'a.png')).body.attachment.id;
    expect((await call('DELETE', `/api/tasks/${doomed}`, tokens.operator)).status).toBe(204);
    expect((await call('GET', downloadPath(doomed, file), tokens.operator)).status).toBe(404);
    expect((await upload(doomed, 'b.png', png, tokens.operator)).status).toBe(404);
  });
});
