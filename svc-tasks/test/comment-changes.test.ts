import type { Comment, EventType } from '@obieg/contracts';
import { withOrganization } from '@obieg/service-kit';
import { recordedEvents, untilLockWaits } from '@obieg/service-kit/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Fixture, startFixture, userIds } from './fixture';

let fixture: Fixture;
beforeAll(async () => {
  fixture = await startFixture();
});
afterAll(() => fixture.service.close());

const listComments = async (task: number, token?: string): Promise<Comment[]> =>
  (await fixture.call('GET', `/api/tasks/${task}/comments`, token)).body.comments;

interface Target {
  task: number;
  comment: number;
}
const pathOf = ({ task, comment }: Target): string => `/api/tasks/${task}/comments/${comment}`;
const writeComment = async (more: object = {}, token = fixture.tokens.member): Promise<Target> => {
  const task = await fixture.submit({}, fixture.tokens.reporter);
  await fixture.call('POST', `/api/tasks/${task}/comment`, token, { content: 'pierwotny', ...more });
  const [comment] = await listComments(task, token);
  return { task, comment: comment?.id ?? 0 };
};
const revisionHeader = (revision?: number): Record<string, string> =>
  revision === undefined ? {} : { 'if-match': `"${revision}"` };
const edit = (target: Target, content: string, revision?: number, token = fixture.tokens.member) =>
  fixture.call('PUT', pathOf(target), token, { content }, revisionHeader(revision));
const remove = (target: Target, revision?: number, token = fixture.tokens.member) =>
  fixture.call('DELETE', pathOf(target), token, undefined, revisionHeader(revision));
const listVersions = (target: Target, token?: string) =>
  fixture.call('GET', `${pathOf(target)}/versions`, token);
const countEvents = async (type: EventType, { comment }: Target): Promise<number> =>
  (await recordedEvents(fixture.service.db.knex, type)).filter(
    ({ data }) => (data as { commentId: number }).commentId === comment,
  ).length;
const readRows = ({ comment }: Target) =>
  withOrganization(fixture.service.db, fixture.acme.id, async (tx) => ({
    content: (await tx('comments').where({ id: comment }).first('content'))?.content,
    versions: await tx('comment_versions')
      .where({ comment_id: comment })
      .orderBy('id')
      .select('content', 'change_type', 'replaced_by_user_id', 'replaced_by_email'),
  }));

describe('PUT /api/tasks/{publicTaskId}/comments/{commentId}', () => {
  it('changes the text, marks the comment as edited and keeps the replaced text', async () => {
    const target = await writeComment();
    const [before] = await listComments(target.task, fixture.tokens.member);
    expect(before).toMatchObject({ revision: 1, editedAt: null, deletedAt: null, canChange: true });
    const { status, body, headers } = await edit(target, 'poprawiony', 1);
    expect(status).toBe(200);
    expect(body.comment).toEqual({
      ...before,
      content: 'poprawiony',
      revision: 2,
      editedAt: expect.any(String),
    });
    expect(headers['etag']).toBe('"2"');
    expect(await listComments(target.task, fixture.tokens.member)).toEqual([body.comment]);
    expect((await listVersions(target, fixture.tokens.operator)).body.versions).toEqual([
      {
        id: expect.any(Number),
        content: 'pierwotny',
        replacedAt: body.comment.editedAt,
        replacedByEmail: 'user11@obieg.test',
        replacedByName: 'user11',
      },
    ]);
    expect(await countEvents('obieg.tasks.comment.changed', target)).toBe(1);
  });

  it('offers the change only to the writer, and not for a deleted comment', async () => {
    const target = await writeComment({ visibleToAuthor: true });
    const { member, operator, reporter } = fixture.tokens;
    const canChange = async (token?: string) => (await listComments(target.task, token))[0]?.canChange;
    expect(await canChange(member)).toBe(true);
    for (const token of [operator, reporter, undefined]) expect(await canChange(token)).toBe(false);
    await remove(target);
    expect(await canChange(member)).toBe(false);
  });

  it('keeps the readers of the comment and ignores others in the body', async () => {
    const target = await writeComment({ visibleUserIds: [userIds.operator] });
    const body = {
      content: 'b',
      visibleToAuthor: true,
      visibleUserIds: [],
      visibleGroupIds: [5],
      organizationId: 2,
    };
    expect((await fixture.call('PUT', pathOf(target), fixture.tokens.member, body)).status).toBe(200);
    expect(await listComments(target.task, fixture.tokens.reporter)).toEqual([]);
    expect((await listComments(target.task, fixture.tokens.operator))[0]?.content).toBe('b');
  });

  it('rejects a blank or too long text with 422', async () => {
    const target = await writeComment();
    for (const content of ['', ' \n', '\u200b', 'x'.repeat(10_001)])
      expect((await edit(target, content)).status).toBe(422);
    expect((await readRows(target)).versions).toEqual([]);
  });

  it('returns 412 to one of two concurrent edits, whose text is not saved', async () => {
    const target = await writeComment();
    const responses: ReturnType<typeof edit>[] = [];
    await withOrganization(fixture.service.db, fixture.acme.id, async (tx) => {
      await tx('comments').where({ id: target.comment }).forUpdate().first('id');
      for (const content of ['pierwsza', 'druga']) {
        responses.push(edit(target, content, 1));
        await untilLockWaits(fixture.service.db.knex, responses.length);
      }
    });
    const [first, second] = await Promise.all(responses);
    expect([first?.status, second?.status]).toEqual([200, 412]);
    expect(second?.body).toMatchObject({ code: 'PRECONDITION_FAILED' });
    expect((await readRows(target)).content).toBe('pierwsza');
    expect(await countEvents('obieg.tasks.comment.changed', target)).toBe(1);
  });

  it('writes nothing when the text is saved already, so that a retry succeeds', async () => {
    const target = await writeComment();
    expect((await edit(target, 'nowy', 1)).status).toBe(200);
    const repeated = await edit(target, 'nowy', 1);
    expect(repeated.status).toBe(200);
    expect(repeated.body.comment.revision).toBe(2);
    expect((await readRows(target)).versions).toHaveLength(1);
    expect(await countEvents('obieg.tasks.comment.changed', target)).toBe(1);
  });

  it('returns 409 for a deleted comment and does not restore its text', async () => {
    const target = await writeComment();
    await remove(target);
    for (const content of ['nowy', 'pierwotny', ''])
      expect((await edit(target, content)).status).toBe(content === '' ? 422 : 409);
    expect((await readRows(target)).content).toBe('');
  });

  it('returns 409 after the maximum number of edits', async () => {
    const target = await writeComment();
    await withOrganization(fixture.service.db, fixture.acme.id, (tx) =>
      tx('comments').where({ id: target.comment }).update({ revision: 100 }),
    );
    expect((await edit(target, 'setna zmiana')).status).toBe(200);
    expect((await edit(target, 'sto pierwsza zmiana')).status).toBe(409);
    expect((await remove(target)).status).toBe(204);
  });

  it('returns 404 for a comment that the caller may not read, and 403 for one of another writer', async () => {
    const target = await writeComment({ visibleUserIds: [userIds.leader] });
    for (const send of [edit, remove]) {
      const change = (token: string) =>
        send === edit ? edit(target, 'x', 1, token) : remove(target, 1, token);
      for (const token of [fixture.tokens.operator, fixture.tokens.admin, fixture.tokens.superAdmin])
        expect((await change(token)).status).toBe(404);
      expect((await change(fixture.tokens.reporter)).status).toBe(404);
      expect((await change(fixture.tokens.leader)).status).toBe(403);
    }
    expect((await listVersions(target, fixture.tokens.operator)).status).toBe(404);
    expect((await listVersions(target)).status).toBe(404);
    expect((await readRows(target)).content).toBe('pierwotny');
  });

  it('returns 404 for the comment of another task or organization', async () => {
    const [one, other] = [await writeComment(), await writeComment()];
    const crossed = { task: one.task, comment: other.comment };
    expect((await edit(crossed, 'x')).status).toBe(404);
    expect((await remove(crossed)).status).toBe(404);
    expect((await listVersions(crossed, fixture.tokens.member)).status).toBe(404);
    const { callGlobex, tokens } = fixture;
    expect((await callGlobex('PUT', pathOf(one), tokens.globexAdmin, { content: 'x' })).status).toBe(404);
    expect((await callGlobex('DELETE', pathOf(one), tokens.globexAdmin)).status).toBe(404);
    expect((await callGlobex('GET', `${pathOf(one)}/versions`, tokens.globexAdmin)).status).toBe(404);
  });

  it('rejects a writer who may no longer see or comment on the task', async () => {
    const { service, acme, tokens } = fixture;
    const writer = await service.addMember(acme, 50, ['MEMBER']);
    const hidden = await writeComment({}, writer);
    await fixture.call('PUT', `/api/tasks/${hidden.task}`, tokens.operator, {
      title: 'Tylko dla operatora',
      visibleUserIds: [userIds.operator],
    });
    expect((await edit(hidden, 'x', 1, writer)).status).toBe(404);
    const shown = await writeComment({}, writer);
    await service.addMember(acme, 50, ['REPORTER']);
    expect((await edit(shown, 'x', 1, writer)).status).toBe(403);
    expect((await remove(shown, 1, writer)).status).toBe(403);
    expect((await listComments(shown.task, writer))[0]).toMatchObject({ canChange: false });
  });
});

describe('DELETE /api/tasks/{publicTaskId}/comments/{commentId}', () => {
  it('leaves an entry without text to all readers and keeps the text in the database', async () => {
    const target = await writeComment({ visibleToAuthor: true });
    await edit(target, 'poprawiony');
    expect((await remove(target, 2)).status).toBe(204);
    for (const token of [fixture.tokens.member, fixture.tokens.reporter, undefined]) {
      expect(await listComments(target.task, token)).toMatchObject([
        { id: target.comment, content: '', deletedAt: expect.any(String), canChange: false },
      ]);
    }
    expect((await listVersions(target, fixture.tokens.operator)).body).toEqual({
      success: true,
      versions: [],
      deletions: [],
    });
    const replaced = { replaced_by_user_id: userIds.member, replaced_by_email: 'user11@obieg.test' };
    expect(await readRows(target)).toEqual({
      content: '',
      versions: [
        { content: 'pierwotny', change_type: 'EDIT', ...replaced },
        { content: 'poprawiony', change_type: 'DELETE', ...replaced },
      ],
    });
    expect(await countEvents('obieg.tasks.comment.deleted', target)).toBe(1);
  });

  it('writes nothing when it is repeated', async () => {
    const target = await writeComment();
    expect((await remove(target, 1)).status).toBe(204);
    expect((await remove(target, 1)).status).toBe(204);
    expect((await readRows(target)).versions).toHaveLength(1);
    expect(await countEvents('obieg.tasks.comment.deleted', target)).toBe(1);
  });

  it('returns 412 for an earlier revision and deletes nothing', async () => {
    const target = await writeComment();
    await edit(target, 'poprawiony');
    expect((await remove(target, 1)).status).toBe(412);
    expect((await readRows(target)).content).toBe('poprawiony');
  });

  it('keeps the events free of texts', async () => {
    const target = await writeComment({ content: 'tajny-tekst' });
    await edit(target, 'tajny-tekst-2');
    await remove(target);
    const rows: { envelope: object }[] = await fixture.service.db.knex('outbox').select('envelope');
    expect(JSON.stringify(rows)).not.toContain('tajny-tekst');
  });
});

describe('GET /api/tasks/{publicTaskId}/comments/{commentId}/versions', () => {
  it('returns 404 to visitors and reporters, also to the writer of the comment, and tells no number', async () => {
    const { member, operator, reporter } = fixture.tokens;
    const target = await writeComment({ visibleToAuthor: true });
    const own = await writeComment({}, reporter);
    await edit(target, 'poprawiony');
    await edit(own, 'poprawiony', undefined, reporter);
    for (const token of [undefined, reporter]) {
      expect((await listVersions(target, token)).status).toBe(404);
      const [seen] = await listComments(target.task, token);
      expect(seen).toMatchObject({ content: 'poprawiony', editedAt: expect.any(String) });
      expect(seen).not.toHaveProperty('revision');
    }
    expect((await listVersions(own, reporter)).status).toBe(404);
    // The writer needs it for `If-Match`.
    expect((await listComments(own.task, reporter))[0]?.revision).toBe(2);
    for (const token of [member, operator])
      expect((await listVersions(target, token)).body.versions).toHaveLength(1);
  });
});

describe('DELETE /api/tasks/{publicTaskId}/comments/{commentId}/versions', () => {
  const removeVersions = (target: Target, token = fixture.tokens.member, revision?: number) =>
    fixture.call('DELETE', `${pathOf(target)}/versions`, token, undefined, revisionHeader(revision));

  it('deletes the earlier texts and tells members by whom and when', async () => {
    const target = await writeComment();
    await edit(target, 'drugi');
    await edit(target, 'trzeci');
    const [before] = await listComments(target.task, fixture.tokens.member);
    expect((await removeVersions(target, fixture.tokens.member, 3)).status).toBe(204);
    expect(await listComments(target.task, fixture.tokens.member)).toEqual([before]);
    const { versions, deletions } = (await listVersions(target, fixture.tokens.operator)).body;
    expect(versions).toEqual([]);
    expect(deletions).toEqual([
      {
        deletedAt: expect.any(String),
        deletedByEmail: 'user11@obieg.test',
        deletedByName: 'user11',
      },
    ]);
    expect((await readRows(target)).versions).toMatchObject([
      { content: '', change_type: 'EARLIER_DELETED', replaced_by_user_id: userIds.member },
    ]);
    // Open pages load the comment again: two edits and this.
    expect(await countEvents('obieg.tasks.comment.changed', target)).toBe(3);
    await edit(target, 'czwarty');
    expect((await listVersions(target, fixture.tokens.operator)).body).toMatchObject({
      versions: [{ content: 'trzeci' }],
      deletions,
    });
  });

  it('writes nothing when it is repeated or when there is no earlier text', async () => {
    const target = await writeComment();
    expect((await removeVersions(target)).status).toBe(204);
    expect((await readRows(target)).versions).toEqual([]);
    await edit(target, 'drugi');
    for (let attempt = 0; attempt < 2; attempt += 1) expect((await removeVersions(target)).status).toBe(204);
    expect((await readRows(target)).versions).toHaveLength(1);
    expect(await countEvents('obieg.tasks.comment.changed', target)).toBe(2);
  });

  it('returns 412 for an earlier revision and deletes nothing', async () => {
    const target = await writeComment();
    await edit(target, 'drugi');
    expect((await removeVersions(target, fixture.tokens.member, 1)).status).toBe(412);
    expect((await readRows(target)).versions).toHaveLength(1);
  });

  it('is only for the writer, also if the writer is a reporter', async () => {
    const { operator, admin, leader, reporter, superAdmin } = fixture.tokens;
    const target = await writeComment({ visibleToAuthor: true });
    await edit(target, 'drugi');
    for (const token of [operator, admin, superAdmin, reporter])
      expect((await removeVersions(target, token)).status).toBe(403);
    expect((await fixture.call('DELETE', `${pathOf(target)}/versions`)).status).toBe(401);
    const hidden = await writeComment({ visibleUserIds: [userIds.operator] });
    expect((await removeVersions(hidden, leader)).status).toBe(404);
    expect((await readRows(target)).versions).toHaveLength(1);
    const own = await writeComment({}, reporter);
    await edit(own, 'drugi', undefined, reporter);
    expect((await removeVersions(own, reporter)).status).toBe(204);
    expect((await listVersions(own, operator)).body.versions).toEqual([]);
  });

  it('keeps the texts of a deleted comment for the database administrator', async () => {
    const target = await writeComment();
    await edit(target, 'drugi');
    await remove(target);
    expect((await removeVersions(target)).status).toBe(204);
    expect((await readRows(target)).versions).toMatchObject([
      { content: 'pierwotny', change_type: 'EDIT' },
      { content: 'drugi', change_type: 'DELETE' },
    ]);
  });
});

describe('comment_versions', () => {
  it('cannot be changed by the service and are invisible to other organizations', async () => {
    const target = await writeComment();
    await edit(target, 'poprawiony');
    const { db } = fixture.service;
    const change = `update comment_versions set content = ''`;
    await expect(withOrganization(db, fixture.acme.id, (tx) => tx.raw(change))).rejects.toThrow(
      /permission denied/,
    );
    expect(
      await withOrganization(db, fixture.globex.id, (tx) => tx('comment_versions').select('id')),
    ).toEqual([]);
  });
});
