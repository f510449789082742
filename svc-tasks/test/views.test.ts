import { type SavedTaskView, taskSortKeys, taskViewLimits } from '@obieg/contracts';
import { withOrganization } from '@obieg/service-kit';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type Fixture, startFixture, type TestUser, userIds } from './fixture';

let fixture: Fixture;
beforeAll(async () => {
  fixture = await startFixture();
});
afterAll(() => fixture.service.close());
beforeEach(() => withOrganization(fixture.service.db, fixture.acme.id, (tx) => tx('task_views').delete()));

const path = '/api/task-views';
const openTasks = {
  name: 'Otwarte',
  query: { statusTypes: 'INITIAL,INTERMEDIATE', assignees: 'none,user:10,group:5', createdDays: '7' },
  sort: { by: 'priority', direction: 'desc' },
  columns: ['priority', 'title'],
  isShared: false,
} as const;

const as =
  (user: TestUser) =>
  (method: string, suffix = '', body?: object, headers: Record<string, string> = {}) =>
    fixture.call(method, `${path}${suffix}`, fixture.tokens[user], body, headers);
const create = async (user: TestUser, more: object = {}): Promise<SavedTaskView> => {
  const { status, body } = await as(user)('POST', '', { ...openTasks, ...more });
  expect([status, body.detail]).toEqual([201, undefined]);
  return body.view;
};
const listNames = async (user: TestUser): Promise<string[]> =>
  (await as(user)('GET')).body.views.map(({ name }: SavedTaskView) => name);

const methods = [
  ['GET', ''],
  ['POST', ''],
  ['PUT', '/1'],
  ['DELETE', '/1'],
] as const;

describe('/api/task-views', () => {
  it.each(methods)('%s%s requires BASE', async (method, suffix) => {
    const body = method === 'GET' || method === 'DELETE' ? undefined : openTasks;
    expect((await fixture.call(method, `${path}${suffix}`, undefined, body)).status).toBe(401);
    expect((await as('reporter')(method, suffix, body)).status).toBe(403);
  });

  it("hides another organization's views", async () => {
    const view = await create('operator', { isShared: true });
    const { callGlobex, tokens } = fixture;
    const globex = (method: string, suffix = '', body?: object) =>
      callGlobex(method, `${path}${suffix}`, tokens.globexAdmin, body);
    expect((await globex('GET')).body.views).toEqual([]);
    expect((await globex('PUT', `/${view.id}`, openTasks)).status).toBe(404);
    expect((await globex('DELETE', `/${view.id}`)).status).toBe(404);
    expect(await listNames('member')).toEqual(['Otwarte']);
  });
});

describe('GET /api/task-views', () => {
  it('lists own and shared views by name', async () => {
    await create('member', { name: 'Żółte' });
    await create('member', { name: 'zwykłe' });
    await create('operator', { name: 'Ćwiczenia', isShared: true });
    await create('operator', { name: 'Prywatne' });
    expect(await listNames('member')).toEqual(['Ćwiczenia', 'zwykłe', 'Żółte']);
    expect(await listNames('observer')).toEqual(['Ćwiczenia']);
    expect(await listNames('admin')).toEqual(['Ćwiczenia']);
  });

  it('omits stored columns and orders of a later release', async () => {
    const { id } = await create('member');
    await withOrganization(fixture.service.db, fixture.acme.id, (tx) =>
      tx('task_views')
        .where({ id })
        .update({ columns: ['later', 'priority'], sort_by: 'later' }),
    );
    const { views } = (await as('member')('GET')).body;
    expect(views).toMatchObject([{ columns: ['title', 'priority'], sort: { by: 'createdAt' } }]);
  });
});

describe('POST /api/task-views', () => {
  it('returns the view with its ETag and what the caller may do', async () => {
    const { status, body, headers } = await as('member')('POST', '', openTasks);
    expect(status).toBe(201);
    expect(body.view).toEqual({
      ...openTasks,
      id: expect.any(Number),
      invalidFilters: [],
      isOwn: true,
      canChange: true,
      revision: 1,
    });
    expect(headers['etag']).toBe('"1"');
  });

  it('lets only operators share a view', async () => {
    expect((await as('member')('POST', '', { ...openTasks, isShared: true })).status).toBe(403);
    expect(await listNames('member')).toEqual([]);
    const view = await create('operator', { isShared: true });
    const { views } = (await as('member')('GET')).body;
    expect(views).toEqual([{ ...view, isOwn: false, canChange: false }]);
  });

  it('has the query of every filter of the list accepted', async () => {
    const query = {
      assignedToMe: 'true',
      priorities: 'HIGH,LOW',
      statusIds: '1,2',
      createdBy: 'jan@example.com',
      createdFrom: '2026-01-01T00:00:00+01:00',
      updatedBefore: '2026-12-01T00:00:00Z',
      answers: '{"1":"Sprzęt"}',
      search: 'drukarka',
    };
    expect((await create('member', { query, columns: taskSortKeys })).query).toEqual(query);
  });

  it.each([
    ['an unknown filter', { query: { color: 'red' } }, 'query.color'],
    ['the cursor of a list', { query: { cursor: 'x' } }, 'query.cursor'],
    ['an order in the query', { query: { sortBy: 'title' } }, 'query.sortBy'],
    ['a filter that is no text', { query: { createdDays: 7 } }, 'query.createdDays'],
    ['an unknown value', { query: { statusTypes: 'DONE' } }, 'query.statusTypes.0'],
    ['an id that is too large', { query: { statusIds: '9999999999999999' } }, 'query.statusIds.0'],
    [
      'a list of too many ids',
      { query: { statusIds: Array.from({ length: 51 }, (_, n) => n + 1).join() } },
      'query.statusIds',
    ],
    ['an assignee without a kind', { query: { assignees: '12' } }, 'query.assignees.0'],
    ['a moment without an offset', { query: { createdFrom: '2026-01-01T00:00:00' } }, 'query.createdFrom'],
    ['answers that are no JSON', { query: { answers: '{' } }, 'query.answers'],
    ['answers that are no object', { query: { answers: '[1]' } }, 'query.answers'],
    [
      'too many answers',
      { query: { answers: '{"1":"","2":"","3":"","4":"","5":"","6":""}' } },
      'query.answers',
    ],
    ['a query that is no object', { query: 'statusTypes=FINAL' }, 'query'],
    [
      'a query with a prototype key',
      { query: JSON.parse('{"__proto__":{"a":1}, "constructor":"x"}') },
      'query.constructor',
    ],
    ['a blank name', { name: ' \u200b' }, 'name'],
    ['a long name', { name: 'x'.repeat(taskViewLimits.nameMaxLength + 1) }, 'name'],
    ['columns without the title', { columns: ['priority'] }, 'columns'],
    ['a repeated column', { columns: ['title', 'title'] }, 'columns'],
    ['an unknown column', { columns: ['title', 'answers'] }, 'columns.1'],
    ['an order by relevance', { sort: { by: 'relevance', direction: 'asc' } }, 'sort.by'],
  ])('rejects %s with 422', async (_, more, field) => {
    const { status, body } = await as('member')('POST', '', { ...openTasks, ...more });
    expect([status, body.errors?.[0]?.field]).toEqual([422, field]);
    expect(await listNames('member')).toEqual([]);
  });

  it('refuses one view more than the maximum, counted for each member', async () => {
    const { service, acme } = fixture;
    const insertMany = (count: number, isShared: boolean) =>
      withOrganization(service.db, acme.id, (tx) =>
        tx.raw(
          `insert into task_views (organization_id, owner_user_id, name, query, sort_by, sort_direction, columns, is_shared)
           select :organizationId, 11, 'x', '{}', 'createdAt', 'desc', '{title}', :isShared from generate_series(1, :count)`,
          { organizationId: acme.id, count, isShared },
        ),
      );
    await insertMany(taskViewLimits.ownMax, false);
    expect((await as('member')('POST', '', openTasks)).status).toBe(409);
    const own = await create('operator');
    await insertMany(taskViewLimits.sharedMax, true);
    const shared = { ...openTasks, isShared: true };
    expect((await as('operator')('POST', '', shared)).status).toBe(409);
    expect((await as('operator')('PUT', `/${own.id}`, shared)).status).toBe(409);
  });
});

describe('PUT /api/task-views/{viewId}', () => {
  it('replaces the view and increases its revision', async () => {
    const { id } = await create('member');
    const changed = { ...openTasks, name: 'Moje', query: {}, columns: ['title'] };
    const { status, body, headers } = await as('member')('PUT', `/${id}`, changed, { 'if-match': '"1"' });
    expect([status, headers['etag']]).toEqual([200, '"2"']);
    expect(body.view).toMatchObject({ ...changed, id, revision: 2 });
  });

  it('returns 412 if another user has saved since', async () => {
    const { id } = await create('operator', { isShared: true });
    const change = (user: TestUser) =>
      as(user)('PUT', `/${id}`, { ...openTasks, isShared: true }, { 'if-match': '"1"' });
    const statuses = await Promise.all([change('operator'), change('admin')]);
    expect(statuses.map(({ status }) => status).toSorted()).toEqual([200, 412]);
    expect((await as('operator')('DELETE', `/${id}`, undefined, { 'if-match': '"1"' })).status).toBe(412);
  });

  it('names the author of the other change', async () => {
    const { id } = await create('operator', { isShared: true });
    const view = { ...openTasks, isShared: true };
    await as('admin')('PUT', `/${id}`, view);
    const { body } = await as('operator')('PUT', `/${id}`, view, { 'if-match': '"1"' });
    expect(body.lastChange).toEqual({
      at: expect.stringMatching(/^\d{4}-/),
      authorName: `user${userIds.admin}`,
    });
  });

  it('returns 404 for the private view of another member', async () => {
    const { id } = await create('member');
    for (const user of ['observer', 'admin', 'superAdmin'] as const) {
      expect((await as(user)('PUT', `/${id}`, openTasks)).status, user).toBe(404);
      expect((await as(user)('DELETE', `/${id}`)).status, user).toBe(404);
    }
    expect((await as('member')('PUT', '/0', openTasks)).status).toBe(404);
  });

  it('lets operators change a shared view, and only its owner stop sharing it', async () => {
    const { id } = await create('operator', { isShared: true });
    const change = (user: TestUser, isShared: boolean) =>
      as(user)('PUT', `/${id}`, { ...openTasks, isShared });
    expect((await change('member', true)).status).toBe(403);
    expect((await as('member')('DELETE', `/${id}`)).status).toBe(403);
    expect((await change('admin', false)).status).toBe(403);
    expect((await change('admin', true)).body.view).toMatchObject({ isOwn: false, canChange: true });
    expect((await change('operator', false)).status).toBe(200);
    expect(await listNames('admin')).toEqual([]);
  });

  it('refuses a member who shares a view', async () => {
    const { id } = await create('member');
    expect((await as('member')('PUT', `/${id}`, { ...openTasks, isShared: true })).status).toBe(403);
    expect(await listNames('observer')).toEqual([]);
  });
});

describe('DELETE /api/task-views/{viewId}', () => {
  it('deletes the view once', async () => {
    const { id } = await create('member');
    expect((await as('member')('DELETE', `/${id}`)).status).toBe(204);
    expect((await as('member')('DELETE', `/${id}`)).status).toBe(404);
    expect(await listNames('member')).toEqual([]);
  });
});
