import { createMemberLookUp, withOrganization } from '@obieg/service-kit';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { isNewsInList, isNewsOfTask } from '../src/live/news';
import { type Acme, startAcme } from './acme';
import { multipart, multipartType, png } from './files';
import { openLive } from './live';
import { commentsByRule, isInGroup, type Person, viewByRule } from './readers-rule';
import { anyWorld, createWorld, type MadeTask, type MadeWorld } from './readers-world';

let house: Acme;
beforeAll(async () => {
  house = await startAcme();
});
afterAll(() => house.tasks.close());

const send = (path: string, token: string | undefined) =>
  house.tasks.request('POST', path, {
    organization: house.acme,
    token,
    rawBody: multipart({ filename: 'a.png', content: png }),
    headers: { 'content-type': multipartType },
  });
const attach = async (id: number, token: string): Promise<number> => {
  const { status, body } = await send(`/api/tasks/${id}/attachments`, token);
  expect([status, body.message]).toEqual([201, '']);
  return body.attachment.id;
};

interface Reader {
  /** Undefined: a visitor. */
  person: Person | undefined;
  token: string | undefined;
}

const isOperator = ({ person }: Reader): boolean =>
  person?.role !== undefined && !['MEMBER', 'REPORTER'].includes(person.role);

/** Each path by which a part of a task can leave, and what it answers this reader when they see the task so. */
const pathsOf = ({ file }: MadeTask, reader: Reader, view: 'member' | 'author' | 'visitor' | undefined) => {
  const open = view ? 200 : 404;
  const guarded = (mayRead: boolean): number => {
    if (reader.token === undefined) return 401;
    if (view === undefined) return 404;
    return view === 'member' && mayRead ? 200 : 403;
  };
  return {
    '': open,
    '/transitions': open,
    '/comments': open,
    '/status-history': open,
    '/assignment-history': open,
    '/change-history': open,
    [`/attachments/${file}/download`]: open,
    '/parameters': guarded(isOperator(reader)),
    '/assignees?searchTerm=user': guarded(true),
  };
};

const changes: [method: string, part: string, body?: object][] = [
  ['PUT', '', { title: 'Przejęte' }],
  ['POST', '/transition', { transitionId: 2 }],
  ['POST', '/comment', { content: 'Przejęte' }],
  ['POST', '/assign', { assignmentType: 'ASSIGN_TO_ME' }],
  ['POST', '/priority', { priority: 'HIGHEST' }],
  ['DELETE', ''],
];

const checkTask = async (world: MadeWorld, reader: Reader, task: MadeTask): Promise<void> => {
  const { person, token } = reader;
  const view = viewByRule(world, person, task);
  const story = `${JSON.stringify(person)} sees as ${view} ${JSON.stringify(task)}`;
  const address = `/api/tasks/${task.id}`;
  const expected = pathsOf(task, reader, view);
  const open = expected[''];
  const answers = await Promise.all(
    Object.keys(expected).map(async (part) => ({
      part,
      ...(await house.call('GET', `${address}${part}`, token)),
    })),
  );
  expect(Object.fromEntries(answers.map(({ part, status }) => [part, status])), story).toEqual(expected);
  const live = await openLive(house.tasks.port, house.acme, `${address}/live`, token);
  live.leave();
  expect(live.status, story).toBe(token === undefined ? 401 : open);
  if (view === undefined) {
    const refused = token === undefined ? 401 : 404;
    for (const [method, part, body] of changes)
      expect((await house.call(method, `${address}${part}`, token, body)).status, `${method} ${story}`).toBe(
        refused,
      );
    expect((await send(`${address}/attachments`, token)).status, story).toBe(refused);
    return;
  }
  const bodyOf = (wanted: string) => answers.find(({ part }) => part === wanted)?.body;
  expect(bodyOf('').task.view, story).toBe(view);
  expect(
    bodyOf('/comments').comments.map(({ content }: { content: string }) => content),
    story,
  ).toEqual(commentsByRule(world, person, view, task));
  const named = bodyOf('').task.visibleUsers.concat(bodyOf('').task.visibleGroups);
  if (view !== 'member') expect([named, bodyOf('/transitions').transitions], story).toEqual([[], []]);
  if (view === 'visitor') {
    // Nobody's address, and nothing of what is among members.
    expect(JSON.stringify(answers.map(({ body }) => body)), story).not.toMatch(/\w@\w/);
    expect(bodyOf('/assignment-history').assignmentHistory, story).toEqual([]);
    expect(bodyOf('/change-history').changeHistory, story).toEqual([]);
  }
};

const checkLists = async (world: MadeWorld, reader: Reader & { person: Person }): Promise<void> => {
  const { person, token } = reader;
  const seen = world.tasks.filter((task) =>
    ['member', 'author'].includes(viewByRule(world, person, task) ?? ''),
  );
  const mine = seen.filter(
    ({ assignee }) => assignee && 'userId' in assignee && assignee.userId === person.id,
  );
  const ofMyGroups = seen.filter(
    ({ assignee }) => assignee && 'groupId' in assignee && isInGroup(world, person, assignee.groupId),
  );
  const expected: [query: string, tasks: readonly MadeTask[]][] = [
    ['', seen],
    ['&assignedToMe=true', mine],
    ['&assignedToMyGroups=true', ofMyGroups],
    ['&statusTypes=INITIAL,INTERMEDIATE', seen],
    ['&statusTypes=FINAL', []],
    ...['title', 'assignee', 'createdBy', 'statusName', 'lastUpdatedAt'].map(
      (key): [string, readonly MadeTask[]] => [`&sortBy=${key}&sortDirection=asc`, seen],
    ),
  ];
  const isOfWorld = (id: number): boolean => world.tasks.some((task) => task.id === id);
  const check = async ([query, tasks]: (typeof expected)[number]): Promise<void> => {
    const ids = tasks.map(({ id }) => id).sort();
    const story = `${JSON.stringify(person)} lists ${query}`;
    const listed: number[] = [];
    let cursor: string | null = '';
    while (cursor !== null) {
      const page: { status: number; body: { tasks: { publicTaskId: number }[] } & Record<string, unknown> } =
        await house.call(
          'GET',
          `/api/tasks?search=${world.marker}&limit=4${query}${cursor ? `&cursor=${cursor}` : ''}`,
          token,
        );
      expect([page.status, page.body['total']], story).toEqual([200, ids.length]);
      listed.push(...page.body.tasks.map(({ publicTaskId }) => publicTaskId));
      cursor = page.body['nextCursor'] as string | null;
    }
    expect(listed.sort(), story).toEqual(ids);
    expect((await house.numbersListed(token ?? '', query)).filter(isOfWorld).sort(), story).toEqual(ids);
  };
  await Promise.all(expected.map(check));
};

/** What each is told of as it happens. */
const checkNews = async (world: MadeWorld, { person }: Reader & { person: Person }): Promise<void> => {
  const { db } = house.tasks;
  const { id: organizationId } = house.acme;
  const member = await createMemberLookUp(db).findPermissions(person.id, organizationId);
  if (!member) throw new Error(`${person.id} is no member`);
  const caller = {
    organizationId,
    entry: organizationId,
    actor: { userId: person.id, sessionId: '', organizationId, ...member },
    language: 'mul' as const,
    traceparent: '',
  };
  const check = async (task: MadeTask): Promise<void> => {
    const { id: publicTaskId } = task;
    const view = viewByRule(world, person, task);
    const story = `${JSON.stringify(person)} hears of ${JSON.stringify(task)}`;
    const news = { organizationId, publicTaskId };
    const isListed = view === 'member' || view === 'author';
    // What has been deleted is news to who had it in the list, which this rule has no word for.
    if (!task.isDeleted) expect(await isNewsInList(db, caller, [news]), story).toBe(isListed);
    const heard = await isNewsOfTask(db, caller, publicTaskId, [news]).catch(({ status }) => status);
    expect(heard, story).toBe(view ? true : 404);
    const read = view ? commentsByRule(world, person, view, task) : [];
    const comments: { id: number; content: string }[] = await withOrganization(db, organizationId, (tx) =>
      tx('comments as c')
        .join('tasks as t', 't.id', 'c.task_id')
        .where('t.public_task_id', publicTaskId)
        .select('c.id', 'c.content'),
    );
    for (const { id: commentId, content } of comments.slice(-1)) {
      const ofComment = isNewsOfTask(db, caller, publicTaskId, [{ ...news, commentId }]);
      expect(await ofComment.catch(({ status }) => status), story).toBe(view ? read.includes(content) : 404);
    }
  };
  await Promise.all(world.tasks.map(check));
};

/** Who was a member once and is none any more, and who never was. */
const checkOutsiders = async (world: MadeWorld): Promise<void> => {
  const { call, callElsewhere, tokens } = house;
  for (const { id, role } of world.people)
    if (role === undefined)
      for (const path of ['/api/tasks', ...world.tasks.map((task) => `/api/tasks/${task.id}`)])
        expect((await call('GET', path, world.tokens.get(id))).status, `${id} has left`).toBe(401);
  for (const task of world.tasks) {
    const parts = Object.keys(pathsOf(task, { person: undefined, token: undefined }, undefined));
    const there = await Promise.all(
      parts.map((part) => callElsewhere('GET', `/api/tasks/${task.id}${part}`, tokens.foreign)),
    );
    expect(there.map(({ status }) => status)).toEqual(parts.map(() => 404));
    expect((await call('GET', `/api/tasks/${task.id}`, tokens.foreign)).status).toBe(401);
  }
  const found = await callElsewhere('GET', `/api/tasks?search=${world.marker}`, tokens.foreign);
  expect(found.body).toMatchObject({ tasks: [], total: 0 });
};

/** Everything that a change of one of these tasks would leave behind. */
const traces = ({ tasks }: MadeWorld) =>
  withOrganization(house.tasks.db, house.acme.id, async (tx) => {
    const rows = await tx('tasks')
      .whereIn(
        'public_task_id',
        tasks.map(({ id }) => id),
      )
      .orderBy('id')
      .select('id', 'revision', 'updated_at', 'deleted_at');
    const ids = rows.map(({ id }) => id);
    const parts = ['comments', 'attachments', 'status_history', 'assignment_history', 'change_history'];
    return [rows, ...(await Promise.all(parts.map((part) => tx(part).whereIn('task_id', ids).pluck('id'))))];
  });

describe('the readers of random tasks', () => {
  it('are those of the rule, over every path', { timeout: 240_000 }, async () => {
    await fc.assert(
      fc.asyncProperty(anyWorld, async (drawn) => {
        const world = await createWorld(house, drawn, attach);
        const before = await traces(world);
        const visitor: Reader = { person: undefined, token: undefined };
        await Promise.all(world.tasks.map((task) => checkTask(world, visitor, task)));
        for (const person of world.people.filter(({ role }) => role !== undefined)) {
          const reader = { person, token: world.tokens.get(person.id) };
          await checkLists(world, reader);
          await checkNews(world, reader);
          await Promise.all(world.tasks.map((task) => checkTask(world, reader, task)));
        }
        await checkOutsiders(world);
        expect(await traces(world)).toEqual(before);
      }),
      { numRuns: 2, endOnFailure: true },
    );
  });
});
