import { recordedEvents } from '@obieg/service-kit/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Fixture, startFixture, userIds } from './fixture';

let fixture: Fixture;
beforeAll(async () => {
  fixture = await startFixture();
});
afterAll(() => fixture.service.close());

describe('comments of a task', () => {
  const listContents = async (id: number, token?: string) =>
    (await fixture.call('GET', `/api/tasks/${id}/comments`, token)).body.comments.map(
      ({ content }: { content: string }) => content,
    );

  it('are visible only to the readers that they name', async () => {
    const id = await fixture.submit({}, fixture.tokens.reporter);
    const add = (content: string, more: object = {}) =>
      fixture.call('POST', `/api/tasks/${id}/comment`, fixture.tokens.member, { content, ...more });
    await add('wszyscy');
    await add('autor', { visibleToAuthor: true });
    await add('operator', { visibleUserIds: [10] });
    await add('IT', { visibleGroupIds: [6] });
    expect(await listContents(id, fixture.tokens.member)).toEqual(['wszyscy', 'autor', 'operator', 'IT']);
    expect(await listContents(id, fixture.tokens.operator)).toEqual(['wszyscy', 'autor', 'operator']);
    expect(await listContents(id, fixture.tokens.groupMember)).toEqual(['wszyscy', 'autor', 'IT']);
    expect(await listContents(id, fixture.tokens.reporter)).toEqual(['autor']);
    expect(await listContents(id)).toEqual(['autor']);
    expect((await recordedEvents(fixture.service.db.knex, 'obieg.tasks.comment.added')).at(-1)).toMatchObject(
      {
        data: { publicTaskId: id, authorUserId: 11 },
      },
    );
  });

  it.each([
    ['of a member for everyone', 'member', { visibleToAuthor: true }],
    ['of the author', 'reporter', {}],
  ] as const)('%s move the last update, but not the revision', async (_, user, more) => {
    const { call, submit, tokens } = fixture;
    const id = await submit({}, tokens.reporter);
    const before = (await call('GET', `/api/tasks/${id}`, tokens.reporter)).body.task;
    const listTaskEvents = () => recordedEvents(fixture.service.db.knex, 'obieg.tasks.task.changed');
    const taskEvents = await listTaskEvents();
    const { status, body } = await call('POST', `/api/tasks/${id}/comment`, tokens[user], {
      content: 'Nadal nie działa',
      ...more,
    });
    expect(status).toBe(201);
    const after = (await call('GET', `/api/tasks/${id}`, tokens.reporter)).body.task;
    expect(after.revision).toBe(before.revision);
    expect(Date.parse(after.lastUpdatedAt)).toBeGreaterThan(Date.parse(before.lastUpdatedAt));
    expect(body.task.lastUpdatedAt).toBe(after.lastUpdatedAt);
    const { body: list } = await call('GET', '/api/tasks?sortBy=lastUpdatedAt', tokens.member);
    expect(list.tasks[0]).toMatchObject({ publicTaskId: id, lastUpdatedAt: after.lastUpdatedAt });
    const comments = await recordedEvents(fixture.service.db.knex, 'obieg.tasks.comment.added');
    expect(comments.at(-1)).toMatchObject({ data: { publicTaskId: id, movesLastUpdate: true } });
    // One event for one change: nothing changed that other services know.
    expect(await listTaskEvents()).toEqual(taskEvents);
  });

  it.each([
    ['for members', {}],
    ['for chosen people', { visibleToAuthor: true, visibleUserIds: [userIds.operator] }],
    ['for a chosen group', { visibleToAuthor: true, visibleGroupIds: [6] }],
  ])('%s do not move the last update', async (_, more) => {
    const { call, submit, tokens } = fixture;
    const id = await submit({}, tokens.reporter);
    const readTask = async () => (await call('GET', `/api/tasks/${id}`, tokens.reporter)).body.task;
    const before = await readTask();
    const sent = await call('POST', `/api/tasks/${id}/comment`, tokens.member, { content: 'x', ...more });
    expect(sent.status).toBe(201);
    expect(sent.body.task.lastUpdatedAt).toBe(before.lastUpdatedAt);
    expect(await readTask()).toEqual(before);
  });

  it('that change or are repeated do not move the last update again', async () => {
    const { call, submit, tokens } = fixture;
    const id = await submit({}, tokens.reporter);
    const key = { 'idempotency-key': 'klucz-aktualizacji' };
    const comment = { content: 'raz', visibleToAuthor: true };
    const add = () => call('POST', `/api/tasks/${id}/comment`, tokens.member, comment, key);
    const { lastUpdatedAt } = (await add()).body.task;
    expect((await add()).body.task.lastUpdatedAt).toBe(lastUpdatedAt);
    const [{ id: commentId }] = (await call('GET', `/api/tasks/${id}/comments`, tokens.member)).body.comments;
    const path = `/api/tasks/${id}/comments/${commentId}`;
    expect((await call('PUT', path, tokens.member, { content: 'dwa' })).status).toBe(200);
    expect((await call('DELETE', path, tokens.member)).status).toBe(204);
    expect((await call('GET', `/api/tasks/${id}`, tokens.member)).body.task.lastUpdatedAt).toBe(
      lastUpdatedAt,
    );
  });

  it('are added once per idempotency key, caller and task', async () => {
    const [id, another] = [await fixture.submit(), await fixture.submit()];
    const add = (task: number, content: string, token = fixture.tokens.member, key = 'klucz-komentarza') =>
      fixture.call('POST', `/api/tasks/${task}/comment`, token, { content }, { 'idempotency-key': key });
    const responses = await Promise.all([add(id, 'raz'), add(id, 'raz'), add(id, 'raz')]);
    expect(responses.map(({ status }) => status)).toEqual([201, 201, 201]);
    expect(responses[0]?.body.task.publicTaskId).toBe(id);
    expect((await add(id, 'coś innego')).status).toBe(409);
    expect((await add(id, 'raz', fixture.tokens.member, 'krótki')).status).toBe(400);
    expect((await add(id, 'raz', fixture.tokens.operator)).status).toBe(201);
    expect((await add(another, 'raz')).status).toBe(201);
    expect(await listContents(id, fixture.tokens.member)).toEqual(['raz', 'raz']);
    expect(await listContents(another, fixture.tokens.member)).toEqual(['raz']);
  });

  it('for named readers and the author are hidden from visitors, unless a visitor submitted the task', async () => {
    const comment = { content: 'operator i autor', visibleUserIds: [10], visibleToAuthor: true };
    const reporterTask = await fixture.submit({}, fixture.tokens.reporter);
    await fixture.call('POST', `/api/tasks/${reporterTask}/comment`, fixture.tokens.member, comment);
    expect(await listContents(reporterTask, fixture.tokens.reporter)).toEqual([comment.content]);
    expect(await listContents(reporterTask, fixture.tokens.groupMember)).toEqual([]);
    expect(await listContents(reporterTask)).toEqual([]);
    const visitorTask = await fixture.submit();
    await fixture.call('POST', `/api/tasks/${visitorTask}/comment`, fixture.tokens.member, comment);
    expect(await listContents(visitorTask)).toEqual([comment.content]);
  });

  it('name their readers only to members', async () => {
    const { call, submit, tokens } = fixture;
    const comment = { content: 'x', visibleUserIds: [10], visibleGroupIds: [6], visibleToAuthor: true };
    const readers = async (id: number, token?: string) => {
      const { comments } = (await call('GET', `/api/tasks/${id}/comments`, token)).body;
      return [comments[0].visibleUsers.length, comments[0].visibleGroups.length];
    };
    const [ofReporter, ofVisitor] = [await submit({}, tokens.reporter), await submit()];
    for (const id of [ofReporter, ofVisitor])
      await call('POST', `/api/tasks/${id}/comment`, tokens.member, comment);
    expect(await readers(ofReporter, tokens.operator)).toEqual([1, 1]);
    expect(await readers(ofReporter, tokens.reporter)).toEqual([0, 0]);
    expect(await readers(ofVisitor)).toEqual([0, 0]);
  });

  it('for named readers are hidden from visitors after the author verifies the address in this organization', async () => {
    const { service, acme, globex, call, submit, tokens } = fixture;
    const id = await submit({ createdByEmail: 'User40@obieg.test' });
    const add = (comment: object) => call('POST', `/api/tasks/${id}/comment`, tokens.member, comment);
    await add({ content: 'do nazwanych', visibleUserIds: [10], visibleGroupIds: [6], visibleToAuthor: true });
    await add({ content: 'do autora', visibleToAuthor: true });
    await service.addMember(globex, 40, ['REPORTER'], true);
    const unverified = await service.addMember(acme, 40, ['REPORTER'], false);
    for (const token of [undefined, unverified, tokens.reporter])
      expect(await listContents(id, token)).toEqual(['do nazwanych', 'do autora']);
    const author = await service.addMember(acme, 40, ['REPORTER'], true);
    expect(await listContents(id, author)).toEqual(['do nazwanych', 'do autora']);
    for (const token of [undefined, tokens.reporter])
      expect(await listContents(id, token)).toEqual(['do autora']);
  });

  it('are visible to a reporter who is named and submitted the task', async () => {
    const id = await fixture.submit({}, fixture.tokens.reporter);
    const comment = { content: 'do zgłaszającej', visibleUserIds: [userIds.reporter] };
    await fixture.call('POST', `/api/tasks/${id}/comment`, fixture.tokens.member, comment);
    expect(await listContents(id, fixture.tokens.reporter)).toEqual([comment.content]);
    expect(await listContents(id, fixture.tokens.operator)).toEqual([]);
  });

  it('are hidden from a named member who has lost BASE', async () => {
    const { service, acme, call, submit, tokens } = fixture;
    const named = await service.addMember(acme, 60, ['MEMBER']);
    const id = await submit();
    const comment = { content: 'do nazwanej', visibleUserIds: [60] };
    await call('POST', `/api/tasks/${id}/comment`, tokens.member, comment);
    expect(await listContents(id, named)).toEqual([comment.content]);
    expect(await listContents(id, await service.addMember(acme, 60, ['REPORTER']))).toEqual([]);
  });

  it('are rejected from visitors with 401, and with bad input with 422', async () => {
    const id = await fixture.submit();
    expect((await fixture.call('POST', `/api/tasks/${id}/comment`, undefined, { content: 'x' })).status).toBe(
      401,
    );
    for (const body of [
      {},
      { content: '  ' },
      { content: 'x', visibleUserIds: [20] },
      { content: 'x', visibleUserIds: [userIds.operator, userIds.reporter] },
      { content: 'x'.repeat(20_000) },
    ])
      expect(
        (await fixture.call('POST', `/api/tasks/${id}/comment`, fixture.tokens.member, body)).status,
      ).toBe(422);
  });
});
