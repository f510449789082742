import { randomUUID } from 'node:crypto';
import { withOrganization } from '@obieg/service-kit';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { png } from './attachment-files';
import { type Fixture, startFixture } from './fixture';
import {
  confirmTask,
  countPending,
  expectNoOrphan,
  listAttachments,
  pendingPath,
  removePending,
  submitWithFile,
  uploadPending,
  verifyEmail,
} from './pending-helpers';
import { downloadPath } from './upload-helpers';

let fixture: Fixture;
beforeAll(async () => {
  fixture = await startFixture();
});
afterAll(() => fixture.service.close());
afterEach(() => expectNoOrphan(fixture));

const submitWith = (uploadSecret: string, createdByEmail = 'jan@poczta.test') =>
  fixture.call('POST', '/api/tasks', undefined, {
    title: 'Z plikiem',
    createdByEmail,
    workflowParameters: { '1': 'Konto' },
    uploadSecret,
  });
const otherSecret = 'A'.repeat(43);

describe('a file of a submission', () => {
  it('can be neither read nor listed, also with its id and secret', async () => {
    const { call, tokens } = fixture;
    const { attachment, uploadSecret } = (await uploadPending(fixture)).body;
    const { publicTaskId } = (await submitWith(uploadSecret)).body;
    for (const token of [undefined, tokens.reporter, tokens.member, tokens.admin, tokens.superAdmin]) {
      const headers = { 'x-upload-secret': uploadSecret };
      for (const path of [
        pendingPath,
        `${pendingPath}/${attachment.id}`,
        `${pendingPath}/${attachment.id}/download`,
        `/api/tasks/${publicTaskId}/attachments/${attachment.id}/download`,
        `/api/tasks/${publicTaskId}/attachments/1/download`,
      ])
        expect([404, 405], path).toContain((await call('GET', path, token, undefined, headers)).status);
      expect((await call('GET', `/api/tasks/${publicTaskId}`, token)).body.task?.attachments ?? []).toEqual(
        [],
      );
    }
  });

  it('is stored with the hash of its secret only', async () => {
    const { uploadSecret } = (await uploadPending(fixture)).body;
    const stored = await withOrganization(fixture.service.db, fixture.acme.id, async (tx) =>
      JSON.stringify([await tx('pending_submissions').select(), await tx('pending_attachments').select()]),
    );
    expect(stored).not.toContain(uploadSecret);
  });

  it('cannot be removed with a guessed id or another secret', async () => {
    const mine = (await uploadPending(fixture)).body;
    const other = (await uploadPending(fixture)).body;
    const before = await countPending(fixture);
    const attempts: [id: string, secret: string, status: number][] = [
      [mine.attachment.id, other.uploadSecret, 404],
      [mine.attachment.id, otherSecret, 404],
      [randomUUID(), mine.uploadSecret, 404],
      ['1', mine.uploadSecret, 404],
      [mine.attachment.id, 'short', 400],
    ];
    for (const [id, secret, status] of attempts)
      expect((await removePending(fixture, id, { secret })).status).toBe(status);
    expect((await removePending(fixture, mine.attachment.id, {})).status).toBe(400);
    expect(await countPending(fixture)).toEqual(before);
  });

  it('does not exist in another organization', async () => {
    const { globex, callGlobex } = fixture;
    const { attachment, uploadSecret: secret } = (await uploadPending(fixture)).body;
    expect((await uploadPending(fixture, { secret, organization: globex })).status).toBe(404);
    expect((await removePending(fixture, attachment.id, { secret, organization: globex })).status).toBe(404);
    const stolen = await callGlobex('POST', '/api/tasks', undefined, {
      title: 'Cudze',
      createdByEmail: 'zly@poczta.test',
      workflowParameters: { '1': 'Konto' },
      uploadSecret: secret,
    });
    expect([stolen.status, stolen.body.errors[0].field]).toEqual([422, 'uploadSecret']);
    expect((await submitWith(secret)).body.pendingAttachments).toBe(1);
  });

  it('is not attached when the owner of the address signs in by code, or confirms another task', async () => {
    const email = 'ofiara@poczta.test';
    const { task } = await submitWithFile(fixture, email);
    const { task: own } = await submitWithFile(fixture, email);
    await verifyEmail(fixture, email);
    await confirmTask(fixture, email, own);
    expect(await listAttachments(fixture, own)).toHaveLength(1);
    expect(await listAttachments(fixture, task)).toEqual([]);
  });

  it.each([
    ['no file', []],
    ['another file', ['b.png']],
    ['one more file', ['a.png', 'b.png']],
  ])('is not attached when the mail named %s', async (_, fileNames) => {
    const { task } = await submitWithFile(fixture, 'inne@poczta.test');
    await confirmTask(fixture, 'inne@poczta.test', task, fileNames);
    expect(await listAttachments(fixture, task)).toEqual([]);
  });

  it('is not attached by a verification in another organization or of another address', async () => {
    const email = 'ofiara@poczta.test';
    const { task } = await submitWithFile(fixture, email);
    await confirmTask(fixture, email, task, ['a.png'], { organization: fixture.globex });
    await confirmTask(fixture, 'zly@poczta.test', task);
    expect(await listAttachments(fixture, task)).toEqual([]);
  });
});

describe('an upload secret', () => {
  it('serves one submission, also of two at once', async () => {
    const { uploadSecret } = (await uploadPending(fixture)).body;
    const tasks = await fixture.countTasks();
    const statuses = (await Promise.all([submitWith(uploadSecret), submitWith(uploadSecret)])).map(
      ({ status }) => status,
    );
    expect(statuses.toSorted()).toEqual([201, 422]);
    expect((await submitWith(uploadSecret)).body).toMatchObject({
      status: 422,
      message: 'Dodane pliki wygasły albo zostały już wysłane. Dodaj je ponownie.',
    });
    expect(await fixture.countTasks()).toBe(tasks + 1);
  });

  it('is useless after the submission and after the verification', async () => {
    const { attachment, uploadSecret: secret } = (await uploadPending(fixture)).body;
    const { publicTaskId } = (await submitWith(secret, 'pozny@poczta.test')).body;
    const attack = async () => [
      (await uploadPending(fixture, { secret })).status,
      (await removePending(fixture, attachment.id, { secret })).status,
    ];
    expect(await attack()).toEqual([404, 404]);
    await confirmTask(fixture, 'pozny@poczta.test', publicTaskId);
    expect(await attack()).toEqual([404, 404]);
    expect(await listAttachments(fixture, publicTaskId)).toHaveLength(1);
  });

  it('cannot be guessed or malformed', async () => {
    expect((await submitWith(otherSecret)).status).toBe(422);
    expect((await submitWith('x')).status).toBe(422);
    expect((await uploadPending(fixture, { secret: otherSecret })).status).toBe(404);
    expect((await uploadPending(fixture, { secret: `${otherSecret}A` })).status).toBe(400);
  });
});

describe('a disguised file', () => {
  const html = Buffer.from('<!doctype html><script>alert(1)</script>');
  const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>');
  it.each([
    ['HTML with the name of an image', 'a.png', html],
    ['SVG with a script', 'a.svg', svg],
    ['SVG with the name of an image', 'a.png', svg],
    ['SVG with the name of a text', 'a.txt', svg],
    ['an image with a second extension', 'a.png.html', png],
    ['HTML with the extension of an image before its own', 'a.png.htm', html],
    ['an image with a NUL before its extension', 'a.html\u0000.png\u0000.html', png],
    ['HTML in front of an image', 'a.png', Buffer.concat([html, png])],
  ])('is rejected: %s', async (_, filename, content) => {
    expect((await uploadPending(fixture, { filename, content })).status).toBe(415);
  });

  it('is never rendered: an image that is also HTML downloads as an image', async () => {
    const polyglot = Buffer.concat([png, html]);
    const { uploadSecret } = (await uploadPending(fixture, { filename: 'a.html.png', content: polyglot }))
      .body;
    const { publicTaskId } = (await submitWith(uploadSecret, 'dwoisty@poczta.test')).body;
    await confirmTask(fixture, 'dwoisty@poczta.test', publicTaskId, ['a.html.png']);
    const [attachment] = await listAttachments(fixture, publicTaskId);
    const { headers } = await fixture.call('GET', downloadPath(publicTaskId, attachment?.id ?? 0));
    expect(headers).toMatchObject({
      'content-type': 'image/png',
      'x-content-type-options': 'nosniff',
      'content-security-policy': "default-src 'none'; sandbox",
      'content-disposition': expect.stringMatching(/^attachment; filename="a\.html\.png"/),
    });
  });
});
