import { randomUUID } from 'node:crypto';
import { get, type IncomingMessage } from 'node:http';
import { limits } from '@obieg/contracts';
import { withOrganization } from '@obieg/service-kit';
import { pollUntil } from '@obieg/service-kit/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Acme, people, startAcme } from './acme';

let house: Acme;
beforeAll(async () => {
  house = await startAcme();
});
afterAll(() => house.tasks.close());

/** Adds rows to a table of the task's entries; `number` is the row's, from 1 on. */
const addEntries = (publicTaskId: number, table: string, count: number, columns: Record<string, string>) =>
  withOrganization(house.tasks.db, house.acme.id, (tx) =>
    tx.raw(
      `insert into ${table} (organization_id, task_id, ${Object.keys(columns).join(', ')})
       select t.organization_id, t.id, ${Object.values(columns).join(', ')}
         from tasks t, generate_series(1, ?::int) rows (number) where t.public_task_id = ? order by rows.number`,
      [count, publicTaskId],
    ),
  );
const comments = (content: string, visibleUserIds = "'{}'") => ({
  author_user_id: String(people.it),
  author_email: `'it@obieg.test'`,
  content,
  is_visible_to_author: 'false',
  visible_user_ids: visibleUserIds,
  visible_group_ids: `'{}'`,
});
const entries = { changed_by_user_id: String(people.it), changed_by_email: `'it@obieg.test'` };

const reader = { userId: 60, sessionId: randomUUID() };
const restriction = { title: 'Tajne', visibleUserIds: [people.operator] };

describe('a long list of entries', () => {
  it.each([0, 49, 50, 51, 100, 230])('of %i comments is whole and in order', async (count) => {
    const id = await house.submit({}, house.tokens.member);
    await addEntries(id, 'comments', count, comments(`'"Zażółć" \\ ' || number`));
    const { status, headers, body } = await house.call(
      'GET',
      `/api/tasks/${id}/comments`,
      house.tokens.member,
    );
    expect([status, headers['content-type']]).toEqual([200, 'application/json; charset=utf-8']);
    expect(body.success).toBe(true);
    expect(body.comments.map(({ content }: { content: string }) => content)).toEqual(
      Array.from({ length: count }, (_, index) => `"Zażółć" \\ ${index + 1}`),
    );
  });

  it('leaves out what the reader may not see, be it whole pieces', async () => {
    const id = await house.submit({}, house.tokens.member);
    const hidden = `case when number between 3 and 180 or number > 210 then '{${people.operator}}'::bigint[] else '{}' end`;
    await addEntries(id, 'comments', 300, comments('number::text', hidden));
    const path = `/api/tasks/${id}/comments`;
    const contents = async (token?: string) =>
      (await house.call('GET', path, token)).body.comments.map(({ content }: { content: string }) => content);
    expect(await contents(house.tokens.member)).toEqual([
      '1',
      '2',
      ...Array.from({ length: 30 }, (_, index) => String(index + 181)),
    ]);
    expect(await contents(house.tokens.operator)).toHaveLength(300);
    expect(await contents()).toEqual([]);
  });

  it('of the histories is whole and in order', async () => {
    const id = await house.submit({}, house.tokens.member);
    await addEntries(id, 'status_history', 120, {
      ...entries,
      status_name: `'Nr ' || number`,
      status_type: `'FINAL'`,
    });
    await addEntries(id, 'assignment_history', 120, {
      ...entries,
      assignment_type: `'USER'`,
      assigned_to_name: `'Nr ' || number`,
    });
    await addEntries(id, 'change_history', 120, {
      ...entries,
      change_type: `'EDIT'`,
      changes: `'[]'`,
      comment: `'Nr ' || number`,
    });
    const expected = Array.from({ length: 120 }, (_, index) => `Nr ${index + 1}`);
    for (const [path, list, field] of [
      ['status-history', 'statusHistory', 'statusName'],
      ['assignment-history', 'assignmentHistory', 'assignedToName'],
      ['change-history', 'changeHistory', 'comment'],
    ] as const) {
      const { body } = await house.call('GET', `/api/tasks/${id}/${path}`, house.tokens.member);
      const told = body[list].map((entry: Record<string, string>) => entry[field]);
      expect(
        told.filter((text: string) => text.startsWith('Nr ')),
        path,
      ).toEqual(expected);
    }
  });

  it.each([
    [
      'see the task',
      (id: number) => house.call('PUT', `/api/tasks/${id}`, house.tokens.operator, restriction),
    ],
    ['be here', () => house.tasks.addMember(house.acme, reader.userId, [])],
    ['use the session', () => house.tasks.endedSessions.add(reader.sessionId)],
  ])('is read no further than it is taken, and no further than the reader may %s', async (_what, end) => {
    await house.tasks.addMember(house.acme, reader.userId, ['MEMBER']);
    const id = await house.submit({}, house.tokens.member);
    await addEntries(id, 'comments', 4_000, comments(`repeat('ż', ${limits.commentMaxLength})`));
    const answer = await new Promise<IncomingMessage>((resolve, reject) => {
      const headers = {
        authorization: `Bearer ${house.tasks.identity.sign({ ...reader, organizationId: house.acme.id })}`,
        'x-obieg-site': 'organization',
        'x-obieg-organization-id': String(house.acme.id),
        'x-obieg-organization-code': house.acme.code,
      };
      get({ port: house.tasks.port, path: `/api/tasks/${id}/comments`, headers }, resolve).on(
        'error',
        reject,
      );
    });
    expect(answer.statusCode).toBe(200);
    // Nothing is taken of the answer, and the rest of it waits: by far not all fits what lies between.
    await end(id);
    let sizeBytes = 0;
    answer.on('data', (chunk: Buffer) => {
      sizeBytes += chunk.length;
    });
    answer.on('error', () => undefined);
    await pollUntil(async () => (answer.closed ? true : undefined), { describe: 'the end of the answer' });
    expect(answer.complete).toBe(false);
    expect(sizeBytes).toBeLessThan(4_000 * limits.commentMaxLength);
  });
});

describe('a task', () => {
  it('has so many comments at most, and says so', async () => {
    const id = await house.submit({}, house.tokens.member);
    await addEntries(id, 'comments', limits.commentsPerTaskMax - 1, comments('number::text'));
    const add = (headers = {}) =>
      house.call(
        'POST',
        `/api/tasks/${id}/comment`,
        house.tokens.member,
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
    const { body } = await house.call('GET', `/api/tasks/${id}/comments`, house.tokens.member);
    expect(body.comments).toHaveLength(limits.commentsPerTaskMax);
  });
});
