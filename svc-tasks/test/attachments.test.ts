import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { limits } from '@obieg/contracts';
import { withOrganization } from '@obieg/service-kit';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { accepted, buildMultipart, multipartType, png, rejected } from './attachment-files';
import { type Fixture, startFixture } from './fixture';
import {
  attachmentsPath,
  downloadPath,
  expectNoOrphanedFile,
  sendUpload,
  uploadFile,
} from './upload-helpers';

let fixture: Fixture;
let task: number;
beforeAll(async () => {
  fixture = await startFixture();
  task = await fixture.submit({}, fixture.tokens.member);
});
afterAll(() => fixture.service.close());

const send = (id: number, rawBody: Buffer, token?: string, headers?: Record<string, string>) =>
  sendUpload(fixture, id, rawBody, token, headers);
const upload = (
  id: number,
  filename: string,
  content?: Buffer,
  token?: string,
  headers?: Record<string, string>,
) => uploadFile(fixture, id, filename, content, token, headers);
const attachmentsOf = async (id: number, token = fixture.tokens.member) =>
  (await fixture.call('GET', `/api/tasks/${id}`, token)).body.task.attachments as { id: number }[];

describe('POST /api/tasks/{id}/attachments', () => {
  it('rejects visitors with 401 and stores nothing', async () => {
    expect((await send(task, buildMultipart({ filename: 'a.png', content: png }))).status).toBe(401);
    await expectNoOrphanedFile(fixture);
  });

  it('rejects a reporter on other tasks with 403, and accepts a file for their own task', async () => {
    const { tokens, submit } = fixture;
    expect((await upload(task, 'a.png', png, tokens.reporter)).status).toBe(403);
    const own = await submit({}, tokens.reporter);
    expect((await upload(own, 'a.png', png, tokens.reporter)).status).toBe(201);
    expect(await attachmentsOf(own, tokens.reporter)).toHaveLength(1);
  });

  it('rejects an invalid task id with the message of the specification', async () => {
    const { body } = await upload(0, 'a.png');
    expect(body).toMatchObject({ status: 422, message: 'ID zadania jest wymagane' });
    await expectNoOrphanedFile(fixture);
  });

  it('returns 404 for restricted tasks, other tenants and unknown task ids', async () => {
    const { tokens, submit, service, globex } = fixture;
    const hidden = await submit({ visibleUserIds: [11], assignedUserId: 11 }, tokens.member);
    for (const token of [tokens.operator, tokens.admin, tokens.reporter])
      expect((await upload(hidden, 'a.png', png, token)).status).toBe(404);
    expect((await upload(123456789012, 'a.png')).status).toBe(404);
    const fromGlobex = await service.request('POST', attachmentsPath(task), {
      organization: globex,
      token: tokens.globexAdmin,
      rawBody: buildMultipart({ filename: 'a.png', content: png }),
      headers: { 'content-type': multipartType },
    });
    expect(fromGlobex.status).toBe(404);
    await expectNoOrphanedFile(fixture);
  });

  it.each(Object.entries(accepted))('accepts %s', async (name, { content, type }) => {
    const id = await fixture.submit({}, fixture.tokens.member);
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
          uploadedByName: 'user11',
          canDelete: true,
        },
      },
    ]);
    expect(await attachmentsOf(id)).toEqual([body.attachment]);
  });

  it.each(Object.entries(rejected))('rejects %s with 415', async (name, content) => {
    const { status, body } = await upload(task, name, content);
    expect([status, body.code]).toEqual([415, 'UNSUPPORTED_MEDIA_TYPE']);
    await expectNoOrphanedFile(fixture);
  });

  it('stores the file under a random name with its checksum', async () => {
    const id = await fixture.submit({}, fixture.tokens.member);
    const { body } = await upload(id, 'tajne.png');
    const [row] = await withOrganization(fixture.service.db, fixture.acme.id, (tx) =>
      tx('attachments').where({ id: body.attachment.id }),
    );
    expect(row.sha256).toBe(createHash('sha256').update(png).digest('hex'));
    expect(row.object_name).toMatch(/^1\/[0-9a-f]{2}\/[0-9a-f]{32}$/);
    expect(await readFile(join(fixture.service.filesFolder, 'kept', row.object_name))).toEqual(png);
  });

  it('writes a history entry and an event, and keeps the ETag so that edits do not fail', async () => {
    const { submit, tokens, call, listTaskEvents } = fixture;
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
    expect((await listTaskEvents(id, 'obieg.tasks.task.changed')).at(-1)?.data).toMatchObject({
      lastUpdatedAt: after.body.task.lastUpdatedAt,
    });
  });

  it('creates one attachment when repeated with the same idempotency key', async () => {
    const { submit, tokens } = fixture;
    const id = await submit({}, tokens.member);
    const headers = { 'idempotency-key': 'one-and-the-same' };
    const responses = await Promise.all(
      Array.from({ length: 5 }, () => upload(id, 'a.png', png, tokens.member, headers)),
    );
    expect(responses.map(({ status }) => status)).toEqual([201, 201, 201, 201, 201]);
    expect(new Set(responses.map(({ body }) => body.attachment.id)).size).toBe(1);
    expect(await attachmentsOf(id)).toHaveLength(1);
    const other = await upload(id, 'a.txt', Buffer.from('x'), tokens.member, headers);
    expect(other.status).toBe(409);
    expect((await upload(id, 'a.png', png, tokens.operator, headers)).status).toBe(201);
    expect((await upload(id, 'a.png', png, tokens.member, { 'idempotency-key': 'x' })).status).toBe(400);
    await expectNoOrphanedFile(fixture);
  });

  it('rejects concurrent uploads beyond the maximum per task with 409', async () => {
    const id = await fixture.submit({}, fixture.tokens.member);
    const uploads = Array.from({ length: limits.attachmentsPerTaskMax + 5 }, (_, index) =>
      upload(id, `${index}.png`),
    );
    const codes = (await Promise.all(uploads)).map(({ status }) => status);
    expect(codes.filter((code) => code === 201)).toHaveLength(limits.attachmentsPerTaskMax);
    expect(codes.filter((code) => code === 409)).toHaveLength(5);
    await expectNoOrphanedFile(fixture);
  });
});

describe('the size of an attachment', () => {
  const createText = (bytes: number) => Buffer.alloc(bytes, 'a');

  it('can be exactly 10 MB, and one more byte is rejected with 413', async () => {
    const id = await fixture.submit({}, fixture.tokens.member);
    expect((await upload(id, 'a.txt', createText(limits.attachmentBytes))).status).toBe(201);
    const { body } = await upload(id, 'b.txt', createText(limits.attachmentBytes + 1));
    expect([body.status, body.code]).toEqual([413, 'PAYLOAD_TOO_LARGE']);
    expect((await upload(id, 'c.txt', createText(limits.attachmentBytes + 200_000))).status).toBe(413);
    expect(await attachmentsOf(id)).toHaveLength(1);
    await expectNoOrphanedFile(fixture);
  });

  it('cannot be zero', async () => {
    const { status, body } = await upload(task, 'a.txt', Buffer.alloc(0));
    expect([status, body.errors]).toEqual([422, [{ field: 'file', message: 'Plik jest pusty.' }]]);
    await expectNoOrphanedFile(fixture);
  });
});

describe('the file name of an attachment', () => {
  it.each([
    ['../../../etc/passwd.txt', 'passwd.txt'],
    ['C:\\\\temp\\\\skan.txt', 'skan.txt'],
    ['a%22b.txt', 'a"b.txt'],
    ['a\\"b.txt', 'a"b.txt'],
    ['a\u0000b.txt', 'ab.txt'],
    ['Zażółć gęślą 😀.txt', 'Zażółć gęślą 😀.txt'],
    ['photo\u202etxt.exe.txt', 'phototxt.exe.txt'],
    ["<img src=x onerror=alert(1)>';--.txt", "<img src=x onerror=alert(1)>';--.txt"],
  ])('%j becomes %j in the response and in the download', async (sent, shown) => {
    const id = await fixture.submit({}, fixture.tokens.member);
    const { status, body } = await upload(id, sent, Buffer.from('tekst'));
    expect([status, body.attachment?.originalFilename]).toEqual([201, shown]);
    const { headers } = await fixture.call(
      'GET',
      downloadPath(id, body.attachment.id),
      fixture.tokens.member,
    );
    const [, extended] = /filename\*=UTF-8''(\S+)$/.exec(String(headers['content-disposition'])) ?? [];
    expect(decodeURIComponent(extended ?? '')).toBe(shown);
  });

  it('is shortened to 255 bytes and keeps its extension', async () => {
    const { status, body } = await upload(task, `${'ż'.repeat(251)}.txt`, Buffer.from('tekst'));
    expect(status).toBe(201);
    expect(body.attachment.originalFilename).toMatch(/^ż{120,}\.txt$/);
  });

  it('is rejected with 422 if it is longer than in any file system', async () => {
    const { status, body } = await upload(task, `${'ż'.repeat(252)}.txt`, Buffer.from('tekst'));
    expect([status, body.errors]).toEqual([
      422,
      [{ field: 'file', message: 'Nazwa pliku jest za długa: dozwolone jest 255 znaków.' }],
    ]);
  });
});

describe('GET /api/tasks/{id}/attachments/{attachmentId}/download', () => {
  it('returns the uploaded content as a download that browsers do not render', async () => {
    const id = await fixture.submit({}, fixture.tokens.member);
    const content = accepted['notes.txt']?.content ?? png;
    const { body } = await upload(id, 'notatki.txt', content);
    const response = await fixture.call('GET', downloadPath(id, body.attachment.id), fixture.tokens.member);
    expect(response.status).toBe(200);
    expect(response.body).toBe(content.toString());
    expect(response.headers).toMatchObject({
      'content-type': 'text/plain',
      'content-length': String(content.length),
      'content-disposition': `attachment; filename="notatki.txt"; filename*=UTF-8''notatki.txt`,
      'content-security-policy': "default-src 'none'; sandbox",
      'x-content-type-options': 'nosniff',
      'cache-control': 'private, no-cache',
    });
  });

  it('serves visitors on an unrestricted task, where the uploader’s address is masked', async () => {
    const id = await fixture.submit({}, fixture.tokens.member);
    const { body } = await upload(id, 'a.png');
    expect((await fixture.call('GET', downloadPath(id, body.attachment.id))).status).toBe(200);
    const { task: seen } = (await fixture.call('GET', `/api/tasks/${id}`)).body;
    expect(seen.attachments).toEqual([
      { ...body.attachment, uploadedByEmail: 'u***@obieg.test', uploadedByName: null, canDelete: false },
    ]);
  });

  it('returns 404 for restricted and deleted tasks, other tasks, other tenants and invalid ids', async () => {
    const { tokens, submit, call, callGlobex } = fixture;
    const restricted = await submit({ visibleUserIds: [11], assignedUserId: 11 }, tokens.member);
    const { id } = (await upload(restricted, 'a.png')).body.attachment;
    expect((await call('GET', downloadPath(restricted, id), tokens.member)).status).toBe(200);
    for (const token of [undefined, tokens.reporter, tokens.operator, tokens.admin])
      expect((await call('GET', downloadPath(restricted, id), token)).status).toBe(404);
    expect((await callGlobex('GET', downloadPath(restricted, id), tokens.globexAdmin)).status).toBe(404);
    expect((await call('GET', downloadPath(task, id), tokens.member)).status).toBe(404);
    for (const number of ['0', '-1', 'abc', '1e3', '99999999999999999999', '%00', '..%2f1'])
      expect((await call('GET', `${attachmentsPath(task)}/${number}/download`, tokens.member)).status).toBe(
        404,
      );
    const deleted = await submit({}, tokens.member);
    const file = (await upload(deleted, 'a.png')).body.attachment.id;
    expect((await call('DELETE', `/api/tasks/${deleted}`, tokens.operator)).status).toBe(204);
    expect((await call('GET', downloadPath(deleted, file), tokens.operator)).status).toBe(404);
    expect((await upload(deleted, 'b.png', png, tokens.operator)).status).toBe(404);
  });
});
