import { limits } from '@obieg/contracts';
import { createLog, withOrganization } from '@obieg/service-kit';
import { pollUntil } from '@obieg/service-kit/testing';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { createSweeper } from '../src/sweeper';
import { accepted, png, rejected } from './attachment-files';
import { type Fixture, startFixture } from './fixture';
import {
  age,
  confirmTask,
  countPending,
  expectNoOrphan,
  listAttachments,
  removePending,
  submitWithFile,
  uploadPending,
  verifyEmail,
} from './pending-helpers';
import { downloadPath, listStoredFiles, uploadFile } from './upload-helpers';

let fixture: Fixture;
beforeAll(async () => {
  fixture = await startFixture();
});
afterAll(() => fixture.service.close());
afterEach(() => expectNoOrphan(fixture));

const sweep = async (): Promise<void> => {
  const { db, store } = fixture.service;
  const sweeper = createSweeper(db, store, createLog('test', 'silent'));
  sweeper.start();
  await sweeper.stop();
};

describe('POST /api/tasks/new/attachments', () => {
  it('stores a file of a visitor and issues a secret of 256 bits', async () => {
    const { status, body } = await uploadPending(fixture, { filename: 'zdjęcie.png' });
    expect([status, body]).toEqual([
      201,
      {
        success: true,
        message: '',
        attachment: {
          id: expect.stringMatching(/^[0-9a-f-]{36}$/),
          originalFilename: 'zdjęcie.png',
          mimeType: 'image/png',
          fileSize: png.length,
        },
        uploadSecret: expect.stringMatching(/^[\w-]{43}$/),
      },
    ]);
    expect(Buffer.from(body.uploadSecret, 'base64url')).toHaveLength(32);
  });

  it('adds further files with the secret, up to the limit', async () => {
    const { uploadSecret: secret } = (await uploadPending(fixture)).body;
    for (let count = 1; count < limits.pendingAttachmentsMax; count += 1)
      expect((await uploadPending(fixture, { secret })).body.uploadSecret).toBe(secret);
    const { status, body } = await uploadPending(fixture, { secret });
    expect([status, body.message]).toEqual([409, 'Do zgłoszenia można dołączyć najwyżej 10 plików.']);
  });

  it.each(Object.entries(accepted))('accepts %s', async (filename, { content, type }) => {
    const { status, body } = await uploadPending(fixture, { filename, content, address: '203.0.113.50' });
    expect([status, body.attachment.mimeType]).toEqual([201, type]);
  });

  it.each(Object.entries(rejected))(
    'rejects %s with 415 and keeps nothing of it',
    async (filename, content) => {
      const before = await countPending(fixture);
      expect((await uploadPending(fixture, { filename, content })).status).toBe(415);
      expect(await countPending(fixture)).toEqual(before);
    },
  );
});

describe('DELETE /api/tasks/new/attachments/{id}', () => {
  it('removes the file and its content, and the secret stays valid', async () => {
    const { attachment, uploadSecret: secret } = (await uploadPending(fixture)).body;
    const before = (await listStoredFiles(fixture)).length;
    expect((await removePending(fixture, attachment.id, { secret })).status).toBe(204);
    expect((await listStoredFiles(fixture)).length).toBe(before - 1);
    expect((await removePending(fixture, attachment.id, { secret })).status).toBe(404);
    expect((await uploadPending(fixture, { secret })).status).toBe(201);
  });
});

describe('POST /api/tasks with an upload secret', () => {
  it('keeps the files apart until its submitter confirms it, then attaches them', async () => {
    const email = 'nowa@poczta.test';
    const { uploadSecret } = (await uploadPending(fixture, { filename: 'jeden.png' })).body;
    await uploadPending(fixture, { filename: 'dwa.png', secret: uploadSecret });
    const { status, body } = await fixture.call('POST', '/api/tasks', undefined, {
      title: 'Wyciek',
      createdByEmail: email,
      workflowParameters: { '1': 'Konto' },
      uploadSecret,
    });
    expect([status, body.needsEmailVerification, body.pendingAttachments, body.pendingFileNames]).toEqual([
      201,
      true,
      2,
      ['jeden.png', 'dwa.png'],
    ]);
    const task = body.publicTaskId;
    expect(await listAttachments(fixture, task)).toEqual([]);
    await confirmTask(fixture, email, task, body.pendingFileNames);
    const attachments = await listAttachments(fixture, task);
    expect(attachments).toMatchObject([
      { originalFilename: 'jeden.png', uploadedByEmail: email },
      { originalFilename: 'dwa.png', uploadedByEmail: email },
    ]);
    const download = await fixture.call('GET', downloadPath(task, attachments[0]?.id ?? 0));
    expect([download.status, download.headers['content-disposition']]).toEqual([
      200,
      expect.stringMatching(/^attachment;/),
    ]);
    expect(download.headers['x-content-type-options']).toBe('nosniff');
    const { changeHistory } = (
      await fixture.call('GET', `/api/tasks/${task}/change-history`, fixture.tokens.operator)
    ).body;
    expect(changeHistory.map(({ changes }: { changes: { after: string }[] }) => changes[0]?.after)).toEqual([
      'jeden.png',
      'dwa.png',
    ]);
    expect((await fixture.listTaskEvents(task, 'obieg.tasks.task.changed')).length).toBe(2);
  });

  it('waits for a confirmation of this task, although the address was verified before', async () => {
    // The test member's address is verified in acme.
    const email = 'user11@obieg.test';
    const { uploadSecret } = (await uploadPending(fixture)).body;
    const { body } = await fixture.call('POST', '/api/tasks', undefined, {
      title: 'W cudzym imieniu',
      createdByEmail: email,
      workflowParameters: { '1': 'Konto' },
      uploadSecret,
    });
    expect([body.needsEmailVerification, body.pendingAttachments]).toEqual([false, 1]);
    await fixture.service.addMember(fixture.acme, 11, ['MEMBER']);
    await verifyEmail(fixture, email, { userId: 11 });
    expect(await listAttachments(fixture, body.publicTaskId)).toEqual([]);
    await confirmTask(fixture, email, body.publicTaskId, ['a.png'], { userId: 11 });
    expect(await listAttachments(fixture, body.publicTaskId)).toHaveLength(1);
  });

  it('attaches the files of an account at once', async () => {
    const { tokens, call } = fixture;
    const { uploadSecret } = (await uploadPending(fixture, { token: tokens.reporter })).body;
    const { body } = await call('POST', '/api/tasks', tokens.reporter, {
      title: 'Moje',
      workflowParameters: { '1': 'Konto' },
      uploadSecret,
    });
    expect(body.pendingAttachments).toBeUndefined();
    expect(await listAttachments(fixture, body.publicTaskId, tokens.reporter)).toMatchObject([
      { originalFilename: 'a.png', uploadedByEmail: 'user12@obieg.test' },
    ]);
  });

  it('returns the first response to a retry with the same idempotency key', async () => {
    const { uploadSecret } = (await uploadPending(fixture)).body;
    const submit = () =>
      fixture.call(
        'POST',
        '/api/tasks',
        undefined,
        {
          title: 'Raz',
          createdByEmail: 'raz@poczta.test',
          workflowParameters: { '1': 'Konto' },
          uploadSecret,
        },
        { 'idempotency-key': 'pending-retry' },
      );
    const first = await submit();
    expect([first.status, first.body.pendingAttachments]).toEqual([201, 1]);
    expect((await submit()).body).toEqual(first.body);
  });

  it('keeps the secret usable when the submission is rejected', async () => {
    const { uploadSecret } = (await uploadPending(fixture)).body;
    const submit = (createdByEmail: string) =>
      fixture.call('POST', '/api/tasks', undefined, {
        title: 'Poprawione',
        createdByEmail,
        workflowParameters: { '1': 'Konto' },
        uploadSecret,
      });
    expect((await submit('nie adres')).status).toBe(422);
    expect((await submit('tak@poczta.test')).body.pendingAttachments).toBe(1);
  });

  it.each([
    { task: 'an open task', isRestricted: false, attached: ['jeden.png'] },
    // The author does not see the files of others, so that these do not count.
    { task: 'a restricted task', isRestricted: true, attached: ['jeden.png', 'dwa.png'] },
  ])('attaches as many files as fit beside those that the author sees: $task', async (example) => {
    const { service, acme, tokens } = fixture;
    const { uploadSecret } = (await uploadPending(fixture, { filename: 'jeden.png' })).body;
    await uploadPending(fixture, { filename: 'dwa.png', secret: uploadSecret });
    const task = await fixture.submit({ createdByEmail: 'pelne@poczta.test', uploadSecret });
    const { body } = await uploadFile(fixture, task, 'pierwszy.png', png, tokens.member);
    await withOrganization(service.db, acme.id, async (tx) => {
      const { id: _, ...row } = await tx('attachments').where({ id: body.attachment.id }).first();
      const copies = Array.from({ length: limits.attachmentsPerTaskMax - 2 }, (_, index) => ({
        ...row,
        object_name: `${acme.id}/00/copy${index}`,
      }));
      await tx('attachments').insert(copies);
      await tx('tasks').where({ public_task_id: task }).update({ is_restricted: example.isRestricted });
    });
    await confirmTask(fixture, 'pelne@poczta.test', task, ['jeden.png', 'dwa.png']);
    const names = await withOrganization(service.db, acme.id, (tx) =>
      tx('attachments as a')
        .join('tasks as t', 't.id', 'a.task_id')
        .where('t.public_task_id', task)
        .orderBy('a.id')
        .pluck<string[]>('a.original_filename'),
    );
    expect(names.filter((name) => name !== 'pierwszy.png')).toEqual(example.attached);
    await withOrganization(service.db, acme.id, (tx) =>
      tx('attachments').where('object_name', 'like', `${acme.id}/00/copy%`).delete(),
    );
  });

  it('attaches nothing to a task that was deleted meanwhile', async () => {
    const { call, tokens } = fixture;
    const { task } = await submitWithFile(fixture, 'usuniete@poczta.test');
    expect((await call('DELETE', `/api/tasks/${task}`, tokens.operator)).status).toBe(204);
    const before = await countPending(fixture);
    await confirmTask(fixture, 'usuniete@poczta.test', task);
    expect(await countPending(fixture)).toEqual(before);
  });
});

/** Counts the submissions of acme that are not sent. */
const countUnsent = ({ service, acme }: Fixture): Promise<number> =>
  withOrganization(service.db, acme.id, async (tx) => {
    const rows = await tx('pending_submissions').whereNull('submitted_at').pluck('secret_hash');
    return rows.length;
  });

describe('the sweep of files of submissions', () => {
  it('deletes files that no submission follows within an hour, with their content', async () => {
    await age(fixture, 25 * 60);
    await sweep();
    expect(await countPending(fixture)).toEqual({ submissions: 0, files: 0 });
    const { uploadSecret: secret } = (await uploadPending(fixture)).body;
    await submitWithFile(fixture, 'czeka@poczta.test');
    await age(fixture, 49);
    await sweep();
    expect(await countPending(fixture)).toEqual({ submissions: 2, files: 2 });
    await age(fixture, 51);
    expect((await uploadPending(fixture, { secret })).status).toBe(404);
    await sweep();
    expect(await countPending(fixture)).toEqual({ submissions: 1, files: 1 });
  });

  it('is repeated in time to delete them within the hour', async () => {
    const timers = vi.spyOn(globalThis, 'setTimeout');
    const { db, store } = fixture.service;
    const sweeper = createSweeper(db, store, createLog('test', 'silent'));
    sweeper.start();
    const latestMs = (59 - limits.pendingUnsentMinutes) * 60_000;
    const isNextRound = ([work, ms = 0]: Parameters<typeof setTimeout>) =>
      work.name === 'run' && ms <= latestMs;
    // Of files, and of approvals.
    const nextRounds = await pollUntil(
      async () => {
        const rounds = timers.mock.calls.filter(isNextRound);
        return rounds.length === 2 ? rounds : undefined;
      },
      { describe: 'the first rounds end' },
    );
    timers.mockRestore();
    await uploadPending(fixture);
    await age(fixture, limits.pendingUnsentMinutes + 1);
    for (const [startNextRound] of nextRounds) startNextRound();
    await pollUntil(async () => (await countUnsent(fixture)) === 0 || undefined, {
      describe: 'the unsent file is deleted',
    });
    await sweeper.stop();
  });

  it('deletes files of a submission that nobody confirms after 24 hours', async () => {
    const { task } = await submitWithFile(fixture, 'pozno@poczta.test');
    await age(fixture, 23 * 60);
    await sweep();
    expect((await countPending(fixture)).files).toBeGreaterThan(0);
    await age(fixture, 25 * 60);
    await sweep();
    expect(await countPending(fixture)).toEqual({ submissions: 0, files: 0 });
    await confirmTask(fixture, 'pozno@poczta.test', task);
    expect(await listAttachments(fixture, task)).toEqual([]);
  });

  it('keeps attached files', async () => {
    const { task } = await submitWithFile(fixture, 'zdazyl@poczta.test');
    await confirmTask(fixture, 'zdazyl@poczta.test', task);
    await age(fixture, 25 * 60);
    await sweep();
    const [attachment] = await listAttachments(fixture, task);
    expect((await fixture.call('GET', downloadPath(task, attachment?.id ?? 0))).status).toBe(200);
  });

  it('never loses or keeps half of a file when it races with the verification', async () => {
    for (let round = 0; round < 8; round += 1) {
      const email = `wyscig${round}@poczta.test`;
      const { task } = await submitWithFile(fixture, email);
      await age(fixture, 25 * 60);
      await Promise.all([sweep(), confirmTask(fixture, email, task), sweep()]);
      const attachments = await listAttachments(fixture, task);
      for (const { id } of attachments)
        expect((await fixture.call('GET', downloadPath(task, id))).status).toBe(200);
      await sweep();
      expect(await countPending(fixture)).toEqual({ submissions: 0, files: 0 });
      await expectNoOrphan(fixture);
    }
  });
});
