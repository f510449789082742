import { type TaskListItem, type TaskSortKey, taskListResponseSchema, taskSortKeys } from '@obieg/contracts';
import { withOrganization } from '@obieg/service-kit';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Fixture, startFixture, userIds } from './fixture';

let fixture: Fixture;
const ids: number[] = [];
beforeAll(async () => {
  fixture = await startFixture();
  const { submit, tokens, call } = fixture;
  const submissions: [object, string | undefined][] = [
    // With combining characters, like text that is copied from a PDF.
    [{ title: 'Żarówka'.normalize('NFD'), description: null }, undefined],
    [{ title: 'zamek', priority: 'HIGH', assignedUserId: userIds.member }, tokens.member],
    [{ title: 'Ćma', priority: 'LOWEST', createdByEmail: 'ala@example.com' }, undefined],
    [{ title: 'Łącze padło', priority: 'HIGHEST', assignedGroupId: 5 }, tokens.groupMember],
    [{ title: 'lampa 100%_', description: 'Stoi w ŁAZIENCE obok żółwia' }, tokens.reporter],
    [{ title: 'Zamek', priority: 'LOW', assignedUserId: userIds.groupMember }, tokens.operator],
    [
      { title: 'Tajne łącze', visibleUserIds: [userIds.member], assignedUserId: userIds.member },
      tokens.member,
    ],
  ];
  for (const [more, token] of submissions) ids.push(await submit(more, token));
  const [first, second] = ids;
  await call('POST', `/api/tasks/${second}/transition`, tokens.member, { transitionId: 2 });
  await call('POST', `/api/tasks/${first}/transition`, tokens.member, { transitionId: 3 });
});
afterAll(() => fixture.service.close());

const list = async (query: string, token = fixture.tokens.operator) => {
  const { status, body } = await fixture.call('GET', `/api/tasks?${query}`, token);
  expect([status, body.detail]).toEqual([200, undefined]);
  return body as { tasks: TaskListItem[]; total: number; nextCursor: string | null };
};
const listTitles = async (query: string, token?: string) =>
  (await list(query, token)).tasks.map(({ title }) => title);

describe('GET /api/tasks', () => {
  it('rejects visitors with 401 and bad input with 400', async () => {
    expect((await fixture.call('GET', '/api/tasks')).status).toBe(401);
    for (const query of [
      'statusTypes=DONE',
      'limit=0',
      'limit=1000',
      'cursor=!!!',
      'assignedToMe=maybe',
      'priorities=URGENT',
      'due=soon',
    ])
      expect((await fixture.call('GET', `/api/tasks?${query}`, fixture.tokens.member)).status).toBe(400);
  });

  it('returns exactly the fields of the contract as JSON', async () => {
    const { headers, body } = await fixture.call('GET', '/api/tasks', fixture.tokens.member);
    expect(headers['content-type']).toMatch(/^application\/json/);
    expect(taskListResponseSchema.parse(body)).toEqual(body);
    const viewed = (await fixture.call('GET', `/api/tasks/${ids[1]}`, fixture.tokens.member)).body.task;
    const { hasUnread, createdByAddressHint, assignedGroupPath, ...listed } = body.tasks.find(
      ({ title }: TaskListItem) => title === 'zamek',
    );
    expect(viewed).toMatchObject(listed);
    expect([hasUnread, createdByAddressHint, assignedGroupPath]).toEqual([false, null, null]);
  });

  it('shortens a long description, which GET /api/tasks/{id} returns completely', async () => {
    const description = 'ż'.repeat(2_000);
    const id = await fixture.submit({ title: 'długi opis', description }, fixture.tokens.reporter);
    const listed = (await list('search=d%C5%82ugi', fixture.tokens.reporter)).tasks[0];
    expect(listed).toMatchObject({ publicTaskId: id, description: 'ż'.repeat(500) });
    const shown = await fixture.call('GET', `/api/tasks/${id}`, fixture.tokens.reporter);
    expect(shown.body.task.description).toBe(description);
    expect((await fixture.call('DELETE', `/api/tasks/${id}`, fixture.tokens.operator)).status).toBe(204);
  });

  it('returns the newest task first, and counts only tasks that the caller may see', async () => {
    expect(await listTitles('')).toEqual(['Zamek', 'lampa 100%_', 'Łącze padło', 'Ćma', 'zamek', 'Żarówka']);
    expect((await list('')).total).toBe(6);
    expect((await list('', fixture.tokens.member)).total).toBe(7);
    expect(await list('', fixture.tokens.reporter)).toMatchObject({
      total: 1,
      tasks: [{ title: 'lampa 100%_' }],
    });
  });

  it('returns texts with special characters unchanged', async () => {
    const { service, acme, call, submit, tokens } = fixture;
    const hostile = 'ą "cudzysłów" \\ \u0001 \u2028 😀 </script> {"a":1}, \\u0022 \'';
    const runSql = (sql: string) =>
      withOrganization(service.db, acme.id, (tx) => tx.raw(sql, { text: hostile }));
    const names = await withOrganization(service.db, acme.id, async (tx) => ({
      status: (await tx('statuses').where({ id: 1 }).first('name')).name,
      organization: (await tx('organizations').first('name')).name,
    }));
    await runSql('update groups set name = :text where id = 9');
    await runSql('update statuses set name = :text where id = 1');
    await runSql('update organizations set name = :text');
    await runSql(`update users set username = :text where id = ${userIds.observer}`);
    const texts = { title: hostile, description: `${hostile}\n\t${hostile}` };
    const created = [
      await submit({ ...texts, assignedGroupId: 9 }, tokens.member),
      await submit({ ...texts, assignedUserId: userIds.observer }, tokens.member),
    ];
    const shown = { ...texts, statusName: hostile, organizationName: hostile };
    const [userTask, groupTask] = (await list('limit=2')).tasks;
    expect(userTask).toMatchObject({ ...shown, assignedUserName: hostile, assignedGroupName: null });
    expect(groupTask).toMatchObject({ ...shown, assignedUserName: null, assignedGroupName: hostile });
    expect((await call('GET', `/api/tasks/${created[1]}`, tokens.member)).body.task).toMatchObject(shown);
    for (const id of created) await call('DELETE', `/api/tasks/${id}`, tokens.operator);
    await withOrganization(service.db, acme.id, async (tx) => {
      await tx('statuses').where({ id: 1 }).update({ name: names.status });
      await tx('organizations').update({ name: names.organization });
    });
  });
});

describe('GET /api/tasks with filters', () => {
  it('applies each filter of the specification and their combinations', async () => {
    const { tokens } = fixture;
    expect(await listTitles('assignedToMe=true', tokens.member)).toEqual(['Tajne łącze', 'zamek']);
    expect(await listTitles('assignedToMe=true&statusTypes=INTERMEDIATE', tokens.member)).toEqual(['zamek']);
    expect(await listTitles('assignedToMe=false&statusTypes=INTERMEDIATE,FINAL')).toEqual([
      'zamek',
      'Żarówka',
    ]);
    expect(await listTitles('statusTypes=')).toHaveLength(6);
    expect(await listTitles('assignedToMyGroups=true', tokens.observer)).toEqual(['Łącze padło']);
    expect(await listTitles('assignedToMyGroups=true&assignedToMe=true', tokens.groupMember)).toEqual([]);
    expect(await listTitles('assignedToMe=true&search=zamek&sortBy=title', tokens.groupMember)).toEqual([
      'Zamek',
    ]);
    expect(await listTitles('priorities=HIGH,LOWEST')).toEqual(['Ćma', 'zamek']);
    expect((await list('priorities=NORMAL&limit=1')).total).toBe(2);
    expect(await listTitles('priorities=')).toHaveLength(6);
    expect(await listTitles('priorities=HIGH,LOW&statusTypes=INITIAL')).toEqual(['Zamek']);
    expect(await listTitles('priorities=HIGH&assignedToMe=true', tokens.member)).toEqual(['zamek']);
    expect(await listTitles('priorities=HIGHEST,HIGH&search=lacze')).toEqual(['Łącze padło']);
    expect(await listTitles('priorities=HIGH,NORMAL', tokens.reporter)).toEqual(['lampa 100%_']);
  });
});

describe('GET /api/tasks with sortBy and cursor', () => {
  const collator = new Intl.Collator('pl');
  const ranks = ['LOWEST', 'LOW', 'NORMAL', 'HIGH', 'HIGHEST'];
  const byText = (read: (task: TaskListItem) => string) => (one: TaskListItem, other: TaskListItem) =>
    collator.compare(read(one), read(other));
  const byNumber = (read: (task: TaskListItem) => number) => (one: TaskListItem, other: TaskListItem) =>
    read(one) - read(other);
  const comparisons: Record<TaskSortKey, (one: TaskListItem, other: TaskListItem) => number> = {
    publicTaskId: byNumber(({ publicTaskId }) => publicTaskId),
    title: byText(({ title }) => title),
    statusName: byText(({ statusName }) => statusName),
    priority: byNumber(({ priority }) => ranks.indexOf(priority)),
    assignee: byText(
      ({ assignedUserName, assignedGroupName }) => assignedUserName ?? assignedGroupName ?? '',
    ),
    createdBy: byText(({ createdBy }) => createdBy ?? ''),
    createdAt: byNumber(({ createdAt }) => Date.parse(createdAt)),
    lastUpdatedAt: byNumber(({ lastUpdatedAt }) => Date.parse(lastUpdatedAt)),
    nextTargetAt: byNumber(() => 0),
    dueAt: byNumber(({ dueAt }) => (dueAt ? Date.parse(dueAt) : Number.MAX_SAFE_INTEGER)),
  };

  it.each(taskSortKeys.flatMap((key) => [[key, 'asc'] as const, [key, 'desc'] as const]))(
    'sorts by %s %s, and the pages contain each task once',
    async (sortBy, sortDirection) => {
      const found: TaskListItem[] = [];
      let cursor: string | null = '';
      while (cursor !== null) {
        const page = await list(
          `sortBy=${sortBy}&sortDirection=${sortDirection}&limit=2${cursor ? `&cursor=${cursor}` : ''}`,
        );
        expect(page.total).toBe(6);
        found.push(...page.tasks);
        cursor = page.nextCursor;
      }
      expect(new Set(found.map(({ publicTaskId }) => publicTaskId)).size).toBe(6);
      expect(found).toHaveLength(6);
      const sign = sortDirection === 'asc' ? 1 : -1;
      for (const [index, task] of found.slice(1).entries())
        expect(sign * comparisons[sortBy](found[index] as TaskListItem, task)).toBeLessThanOrEqual(0);
    },
  );

  it('sorts by the Polish alphabet', async () => {
    expect(await listTitles('sortBy=title&sortDirection=asc')).toEqual([
      'Ćma',
      'lampa 100%_',
      'Łącze padło',
      'zamek',
      'Zamek',
      'Żarówka',
    ]);
  });

  it('continues at the same position after a task is added', async () => {
    const { submit, call, tokens, listTaskIds } = fixture;
    const before = await listTaskIds(tokens.operator);
    const first = await list('limit=2');
    const added = await submit({ title: 'Spóźnione' });
    const second = await list(`limit=200&cursor=${first.nextCursor}`);
    expect([...first.tasks, ...second.tasks].map(({ publicTaskId }) => publicTaskId)).toEqual(before);
    expect((await call('DELETE', `/api/tasks/${added}`, tokens.operator)).status).toBe(204);
  });

  it.each(taskSortKeys)('by %s accepts a cursor with a very large id', async (sortBy) => {
    for (const sortDirection of ['asc', 'desc']) {
      const order = `sortBy=${sortBy}&sortDirection=${sortDirection}`;
      const { nextCursor } = await list(`${order}&limit=2`);
      const position = JSON.parse(Buffer.from(String(nextCursor), 'base64url').toString());
      position[3] = 2 ** 40;
      const farCursor = Buffer.from(JSON.stringify(position)).toString('base64url');
      expect((await list(`${order}&limit=2&cursor=${farCursor}`)).tasks.length).toBeLessThanOrEqual(2);
    }
  });

  it('rejects an invalid cursor and a cursor of another order with 400', async () => {
    const { nextCursor } = await list('limit=1&sortBy=title');
    const encodeCursor = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');
    for (const query of [
      `cursor=${nextCursor}`,
      `cursor=${nextCursor}&sortBy=title&sortDirection=asc`,
      'cursor=!!!',
      `cursor=${encodeCursor(null)}`,
      `cursor=${encodeCursor(['createdAt', 'desc', 'text', 1, 1])}`,
      `cursor=${encodeCursor(['createdAt', 'desc', 1e300, 1, 1])}`,
      `sortBy=title&cursor=${encodeCursor(['title', 'desc', 'a\u0000b', 1, 1])}`,
      `sortBy=title&cursor=${encodeCursor(['title', 'desc', 5, 1, 1])}`,
      'sortBy=answers',
      'sortDirection=up',
      `search=${'x'.repeat(101)}`,
      'search=a&search=b',
      'search=%00',
    ])
      expect((await fixture.call('GET', `/api/tasks?${query}`, fixture.tokens.operator)).status).toBe(400);
    const farCursor = encodeCursor([
      'lastUpdatedAt',
      'desc',
      Number.MAX_SAFE_INTEGER,
      Number.MAX_SAFE_INTEGER,
      0,
    ]);
    expect((await list(`sortBy=lastUpdatedAt&cursor=${farCursor}`)).tasks).toHaveLength(6);
  });
});

describe('GET /api/tasks with search', () => {
  const search = (text: string, token?: string) => listTitles(`search=${encodeURIComponent(text)}`, token);

  it('finds words in title and description, ignoring case and diacritics', async () => {
    expect(await search('ŻARÓWKA')).toEqual(['Żarówka']);
    expect(await search('zarowka')).toEqual(['Żarówka']);
    expect(await search('łazience')).toEqual(['lampa 100%_']);
    expect(await search('  zolwia \t lampa ')).toEqual(['lampa 100%_']);
    expect(await search('lampa zamek')).toEqual([]);
    expect(await search('   ')).toHaveLength(6);
    // Some keyboards send combining characters.
    expect(await search('Żarówka'.normalize('NFD'))).toEqual(['Żarówka']);
  });

  it('finds a task by its id, with and without "#"', async () => {
    const id = String(ids[3]);
    for (const text of [id, `#${id}`, id.slice(0, 9)]) expect(await search(text)).toContain('Łącze padło');
  });

  it('finds a task by its web address', async () => {
    for (const rest of ['', '/', '?from=mail', '#comments'])
      expect(await search(`https://acme.obieg.example/task/${ids[3]}${rest}`)).toEqual(['Łącze padło']);
    for (const address of [`https://acme.obieg.example/task/${ids[3]}0`, 'https://acme.obieg.example/task/1'])
      expect(await search(address)).toEqual([]);
  });

  it('matches special characters literally', async () => {
    expect(await search('100%_')).toEqual(['lampa 100%_']);
    for (const text of ['%', '_']) expect(await search(text)).toEqual(['lampa 100%_']);
    for (const text of ['\\', "'; drop table tasks; --", ':readerId', '?', '$1'])
      expect(await search(text)).toEqual([]);
  });

  it('finds only tasks that the caller may see', async () => {
    expect(await search('łącze')).toEqual(['Łącze padło']);
    expect(await search('łącze', fixture.tokens.member)).toEqual(['Tajne łącze', 'Łącze padło']);
    expect(await search('łącze', fixture.tokens.reporter)).toEqual([]);
    const { tokens, callGlobex } = fixture;
    expect((await callGlobex('GET', '/api/tasks?search=zamek', tokens.globexAdmin)).body).toMatchObject({
      tasks: [],
      total: 0,
    });
  });

  it('finds a task by its edited text, and not after its deletion', async () => {
    const { submit, call, tokens } = fixture;
    const id = await submit({ title: 'Przed' });
    await call('PUT', `/api/tasks/${id}`, tokens.operator, { title: 'Po', description: 'wyjątkowe słowo' });
    expect(await search('wyjatkowe')).toEqual(['Po']);
    expect(await search('przed')).toEqual([]);
    await call('DELETE', `/api/tasks/${id}`, tokens.operator);
    expect(await search('wyjatkowe')).toEqual([]);
  });
});
