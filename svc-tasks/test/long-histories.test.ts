import { randomUUID } from 'node:crypto';
import { get, type IncomingMessage } from 'node:http';
import { limits } from '@obieg/contracts';
import { withOrganization } from '@obieg/service-kit';
import { pollUntil } from '@obieg/service-kit/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { analyze } from './analyze';
import { type Fixture, startFixture, userIds } from './fixture';

let fixture: Fixture;
beforeAll(async () => {
  fixture = await startFixture();
});
afterAll(() => fixture.service.close());

/** Inserts rows for the task into a table. The SQL expressions in `columns` can use `number`, which counts from 1. */
const insertEntries = (publicTaskId: number, table: string, count: number, columns: Record<string, string>) =>
  withOrganization(fixture.service.db, fixture.acme.id, (tx) =>
    tx.raw(
      `insert into ${table} (organization_id, task_id, ${Object.keys(columns).join(', ')})
       select t.organization_id, t.id, ${Object.values(columns).join(', ')}
         from tasks t, generate_series(1, ?::int) rows (number) where t.public_task_id = ? order by rows.number`,
      [count, publicTaskId],
    ),
  );
const commentColumns = (content: string, visibleUserIds = "'{}'") => ({
  author_user_id: String(userIds.groupMember),
  author_email: `'it@obieg.test'`,
  content,
  is_visible_to_author: 'false',
  visible_user_ids: visibleUserIds,
  visible_group_ids: `'{}'`,
});
const authorColumns = {
  changed_by_user_id: String(userIds.groupMember),
  changed_by_email: `'it@obieg.test'`,
};

const reader = { userId: 60, sessionId: randomUUID() };
const restriction = { title: 'Tajne', visibleUserIds: [userIds.operator] };

describe('a long list of comments or history entries', () => {
  it.each([0, 49, 50, 51, 100, 230])('contains all of %i comments in order', async (count) => {
    const id = await fixture.submit({}, fixture.tokens.member);
    await insertEntries(id, 'comments', count, commentColumns(`'"Zażółć" \\ ' || number`));
    const { status, headers, body } = await fixture.call(
      'GET',
      `/api/tasks/${id}/comments`,
      fixture.tokens.member,
    );
    expect([status, headers['content-type']]).toEqual([200, 'application/json; charset=utf-8']);
    expect(body.success).toBe(true);
    expect(body.comments.map(({ content }: { content: string }) => content)).toEqual(
      Array.from({ length: count }, (_, index) => `"Zażółć" \\ ${index + 1}`),
    );
  });

  it('omits hidden comments, even if they fill complete batches', async () => {
    const id = await fixture.submit({}, fixture.tokens.member);
    const hidden = `case when number between 3 and 180 or number > 210 then '{${userIds.operator}}'::bigint[] else '{}' end`;
    await insertEntries(id, 'comments', 300, commentColumns('number::text', hidden));
    const path = `/api/tasks/${id}/comments`;
    const listContents = async (token?: string) =>
      (await fixture.call('GET', path, token)).body.comments.map(
        ({ content }: { content: string }) => content,
      );
    expect(await listContents(fixture.tokens.member)).toEqual([
      '1',
      '2',
      ...Array.from({ length: 30 }, (_, index) => String(index + 181)),
    ]);
    expect(await listContents(fixture.tokens.operator)).toHaveLength(300);
    expect(await listContents()).toEqual([]);
  });

  it('contains all entries of each history in order', async () => {
    const id = await fixture.submit({}, fixture.tokens.member);
    await insertEntries(id, 'status_history', 120, {
      ...authorColumns,
      status_name: `'Nr ' || number`,
      status_type: `'FINAL'`,
    });
    await insertEntries(id, 'assignment_history', 120, {
      ...authorColumns,
      assignment_type: `'USER'`,
      assigned_to_name: `'Nr ' || number`,
    });
    await insertEntries(id, 'change_history', 120, {
      ...authorColumns,
      change_type: `'EDIT'`,
      changes: `'[]'`,
      comment: `'Nr ' || number`,
    });
    const expected = Array.from({ length: 120 }, (_, index) => `Nr ${index + 1}`);
    for (const [path, listKey, field] of [
      ['status-history', 'statusHistory', 'statusName'],
      ['assignment-history', 'assignmentHistory', 'assignedToName'],
      ['change-history', 'changeHistory', 'comment'],
    ] as const) {
      const { body } = await fixture.call('GET', `/api/tasks/${id}/${path}`, fixture.tokens.member);
      const texts = body[listKey].map((entry: Record<string, string>) => entry[field]);
      expect(
        texts.filter((text: string) => text.startsWith('Nr ')),
        path,
      ).toEqual(expected);
    }
  });

  it.each([
    [
      'the task is restricted',
      (id: number) => fixture.call('PUT', `/api/tasks/${id}`, fixture.tokens.operator, restriction),
    ],
    ['the membership ends', () => fixture.service.addMember(fixture.acme, reader.userId, [])],
    ['the session ends', () => fixture.service.endedSessions.add(reader.sessionId)],
  ])('aborts a slowly read response when %s', async (_what, revokeAccess) => {
    await fixture.service.addMember(fixture.acme, reader.userId, ['MEMBER']);
    const id = await fixture.submit({}, fixture.tokens.member);
    await analyze(fixture);
    await insertEntries(id, 'comments', 4_000, commentColumns(`repeat('ż', ${limits.commentMaxLength})`));
    const response = await new Promise<IncomingMessage>((resolve, reject) => {
      const headers = {
        authorization: `Bearer ${fixture.service.identity.sign({ ...reader, organizationId: fixture.acme.id })}`,
        'x-obieg-site': 'organization',
        'x-obieg-organization-id': String(fixture.acme.id),
        'x-obieg-organization-code': fixture.acme.code,
      };
      get({ port: fixture.service.port, path: `/api/tasks/${id}/comments`, headers }, resolve).on(
        'error',
        reject,
      );
    });
    expect(response.statusCode).toBe(200);
    // The client has read nothing yet. The response is larger than all buffers, so the service still waits.
    await revokeAccess(id);
    let sizeBytes = 0;
    response.on('data', (chunk: Buffer) => {
      sizeBytes += chunk.length;
    });
    response.on('error', () => undefined);
    await pollUntil(async () => (response.closed ? true : undefined), { describe: 'the response ends' });
    expect(response.complete).toBe(false);
    expect(sizeBytes).toBeLessThan(4_000 * limits.commentMaxLength);
  });
});

describe('POST /api/tasks/{id}/comment', () => {
  it('rejects a comment beyond the maximum per task with 409', async () => {
    const id = await fixture.submit({}, fixture.tokens.member);
    await insertEntries(id, 'comments', limits.commentsPerTaskMax - 1, commentColumns('number::text'));
    const add = (headers = {}) =>
      fixture.call(
        'POST',
        `/api/tasks/${id}/comment`,
        fixture.tokens.member,
        { content: 'Jeszcze coś' },
        headers,
      );
    expect((await add()).status).toBe(201);
    expect((await add()).body).toMatchObject({
      status: 409,
      code: 'CONFLICT',
      detail: expect.stringContaining(`(${limits.commentsPerTaskMax})`),
    });
    expect((await add({ 'accept-language': 'en' })).body.detail).toContain(
      `maximum of ${limits.commentsPerTaskMax} comments`,
    );
    const { body } = await fixture.call('GET', `/api/tasks/${id}/comments`, fixture.tokens.member);
    expect(body.comments).toHaveLength(limits.commentsPerTaskMax);
  });
});
