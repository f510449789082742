import { limits, type Task } from '@obieg/contracts';
import { createLog, withOrganization } from '@obieg/service-kit';
import { untilLockWaits } from '@obieg/service-kit/testing';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { sweepUnfinishedUploads } from '../src/attachments/unfinished-uploads';
import { png } from './attachment-files';
import { type Fixture, startFixture, userIds } from './fixture';
import {
  attachmentsPath,
  downloadPath,
  expectNoOrphanedFile,
  listRecordedObjects,
  listStoredFiles,
  uploadFile,
} from './upload-helpers';

let fixture: Fixture;
beforeAll(async () => {
  fixture = await startFixture();
});
afterAll(() => fixture.service.close());

interface Target {
  task: number;
  attachment: number;
}
const attach = async (more: object = {}, token = fixture.tokens.member): Promise<Target> => {
  const task = await fixture.submit(more, token);
  const { body } = await uploadFile(fixture, task, 'zdjęcie.png', png, token);
  return { task, attachment: body.attachment.id };
};
const remove = ({ task, attachment }: Target, token?: string) =>
  fixture.call('DELETE', `${attachmentsPath(task)}/${attachment}`, token);
const download = ({ task, attachment }: Target) => fixture.call('GET', downloadPath(task, attachment));
const readTask = async (task: number, token?: string): Promise<Task> =>
  (await fixture.call('GET', `/api/tasks/${task}`, token)).body.task;
const readHistory = async (task: number, token: string) =>
  (await fixture.call('GET', `/api/tasks/${task}/change-history`, token)).body.changeHistory;

describe('DELETE /api/tasks/{publicTaskId}/attachments/{attachmentId}', () => {
  it('removes the file from the task and the store, and writes history and event', async () => {
    const target = await attach();
    const before = await readTask(target.task, fixture.tokens.member);
    const events = await fixture.listTaskEvents(target.task, 'obieg.tasks.task.changed');
    expect((await remove(target, fixture.tokens.member)).status).toBe(204);
    const after = await readTask(target.task, fixture.tokens.member);
    expect(after.attachments).toEqual([]);
    expect(after.lastUpdatedAt > before.lastUpdatedAt).toBe(true);
    expect((await download(target)).status).toBe(404);
    await expectNoOrphanedFile(fixture);
    expect((await readHistory(target.task, fixture.tokens.member)).at(-1)).toMatchObject({
      changeType: 'EDIT',
      changedByEmail: 'user11@obieg.test',
      changes: [{ field: 'attachment', before: 'zdjęcie.png', after: null }],
    });
    expect(await fixture.listTaskEvents(target.task, 'obieg.tasks.task.changed')).toHaveLength(
      events.length + 1,
    );
  });

  it('is offered to the uploader and to operators only', async () => {
    const target = await attach({}, fixture.tokens.reporter);
    const canDelete = async (token?: string) =>
      (await readTask(target.task, token)).attachments[0]?.canDelete;
    const { reporter, operator, admin, member, leader } = fixture.tokens;
    for (const token of [reporter, operator, admin]) expect(await canDelete(token)).toBe(true);
    for (const token of [member, leader, undefined]) expect(await canDelete(token)).toBe(false);
    expect((await readTask(target.task, operator)).attachments[0]).not.toHaveProperty('uploadedByUserId');
  });

  it('refuses a former uploader who sees the task only as a visitor', async () => {
    const { service, acme } = fixture;
    const uploader = await service.addMember(acme, 51, ['MEMBER']);
    const task = await fixture.submit({}, fixture.tokens.member);
    const { body } = await uploadFile(fixture, task, 'a.png', png, uploader);
    await service.addMember(acme, 51, ['REPORTER']);
    expect((await remove({ task, attachment: body.attachment.id }, uploader)).status).toBe(403);
    expect((await readTask(task, fixture.tokens.member)).attachments).toHaveLength(1);
  });

  it('returns 404 for the file of another task or organization', async () => {
    const [one, other] = [await attach(), await attach()];
    const crossed = { task: one.task, attachment: other.attachment };
    expect((await remove(crossed, fixture.tokens.admin)).status).toBe(404);
    const path = `${attachmentsPath(one.task)}/${one.attachment}`;
    expect((await fixture.callGlobex('DELETE', path, fixture.tokens.globexAdmin)).status).toBe(404);
    const hidden = await attach({ visibleUserIds: [userIds.member] });
    expect((await remove(hidden, fixture.tokens.admin)).status).toBe(404);
    for (const target of [one, other, hidden])
      expect((await readTask(target.task, fixture.tokens.member)).attachments).toHaveLength(1);
  });

  it('returns 404 to the second of two concurrent calls and writes one entry', async () => {
    const target = await attach();
    const responses: ReturnType<typeof remove>[] = [];
    await withOrganization(fixture.service.db, fixture.acme.id, async (tx) => {
      await tx('tasks').where({ public_task_id: target.task }).forUpdate().first('id');
      for (const token of [fixture.tokens.member, fixture.tokens.operator]) {
        responses.push(remove(target, token));
        await untilLockWaits(fixture.service.db.knex, responses.length);
      }
    });
    expect((await Promise.all(responses)).map(({ status }) => status)).toEqual([204, 404]);
    const entries = await readHistory(target.task, fixture.tokens.member);
    expect(entries.filter(({ changeType }: { changeType: string }) => changeType === 'EDIT')).toHaveLength(1);
    await expectNoOrphanedFile(fixture);
  });

  it('makes room for another file on a task with the maximum number', async () => {
    const { task, attachment } = await attach();
    await withOrganization(fixture.service.db, fixture.acme.id, async (tx) => {
      const row = await tx('attachments').where({ id: attachment }).first();
      const { id: _id, ...copied } = row;
      const copies = Array.from({ length: limits.attachmentsPerTaskMax - 1 }, (_, index) => ({
        ...copied,
        object_name: `copy-${task}-${index}`,
        idempotency_key: null,
      }));
      await tx('attachments').insert(copies);
    });
    expect((await uploadFile(fixture, task, 'b.png')).status).toBe(409);
    expect((await remove({ task, attachment }, fixture.tokens.member)).status).toBe(204);
    expect((await uploadFile(fixture, task, 'b.png')).status).toBe(201);
    await withOrganization(fixture.service.db, fixture.acme.id, (tx) =>
      tx('attachments').where('object_name', 'like', `copy-${task}-%`).delete(),
    );
  });

  it('succeeds while the store fails, and the sweeper removes the file later', async () => {
    const target = await attach();
    const { db, store } = fixture.service;
    const failure = vi.spyOn(store, 'remove').mockRejectedValueOnce(new Error('The store is unavailable'));
    expect((await remove(target, fixture.tokens.member)).status).toBe(204);
    expect((await download(target)).status).toBe(404);
    const files = await listStoredFiles(fixture);
    expect((await listRecordedObjects(fixture)).unfinished).toHaveLength(1);
    failure.mockRestore();
    expect(await sweepUnfinishedUploads(db, store, createLog('test', 'silent'))).toBe(1);
    expect(await listStoredFiles(fixture)).toHaveLength(files.length - 1);
    await expectNoOrphanedFile(fixture);
  });
});
