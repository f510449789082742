import { createMemberLookUp, withOrganization } from '@obieg/service-kit';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { hasUpdateInList, hasUpdateInTask } from '../src/live/task-updates';
import { indexQueuedChanges } from '../src/search/search-queue';
import { buildMultipart, multipartType, png } from './attachment-files';
import { type Fixture, startFixture } from './fixture';
import { openLiveStream } from './live-stream';
import {
  arbitraryOrganization,
  type CreatedOrganization,
  type CreatedTask,
  createOrganization,
} from './random-organization';
import { computeComments, computeView, isInGroup, type Person, type ReaderView } from './visibility-model';

let fixture: Fixture;
beforeAll(async () => {
  fixture = await startFixture();
});
afterAll(() => fixture.service.close());

const upload = (path: string, token: string | undefined) =>
  fixture.service.request('POST', path, {
    organization: fixture.acme,
    token,
    rawBody: buildMultipart({ filename: 'a.png', content: png }),
    headers: { 'content-type': multipartType },
  });
const attach = async (id: number, token: string): Promise<number> => {
  const { status, body } = await upload(`/api/tasks/${id}/attachments`, token);
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

/** Returns each readable path of a task with the status that the reader must get. */
const listExpectedStatuses = (
  { attachmentId }: CreatedTask,
  reader: Reader,
  view: ReaderView,
): Record<string, number> => {
  const publicStatus = view ? 200 : 404;
  const memberStatus = (mayRead: boolean): number => {
    if (reader.token === undefined) return 401;
    if (view === undefined) return 404;
    return view === 'member' && mayRead ? 200 : 403;
  };
  return {
    '': publicStatus,
    '/transitions': publicStatus,
    '/comments': publicStatus,
    '/status-history': publicStatus,
    '/assignment-history': publicStatus,
    '/change-history': publicStatus,
    [`/attachments/${attachmentId}/download`]: publicStatus,
    '/parameters': memberStatus(isOperator(reader)),
    '/assignees?searchTerm=user': memberStatus(true),
    '/mention-candidates?searchTerm=user': memberStatus(true),
    '/unmatched-mentions?text=@user': memberStatus(true),
  };
};

const changes: [method: string, part: string, body?: object][] = [
  ['PUT', '', { title: 'Przejęte' }],
  ['POST', '/transition', { transitionId: 2 }],
  ['POST', '/comment', { content: 'Przejęte' }],
  ['POST', '/assign', { assignmentType: 'ASSIGN_TO_ME' }],
  ['POST', '/priority', { priority: 'HIGHEST' }],
  ['POST', '/due', { dueAt: null }],
  ['DELETE', ''],
];

const checkTask = async (
  organization: CreatedOrganization,
  reader: Reader,
  task: CreatedTask,
): Promise<void> => {
  const { person, token } = reader;
  const view = computeView(organization, person, task);
  const context = `${JSON.stringify(person)} sees as ${view} ${JSON.stringify(task)}`;
  const taskPath = `/api/tasks/${task.id}`;
  const expected = listExpectedStatuses(task, reader, view);
  const responses = await Promise.all(
    Object.keys(expected).map(async (part) => ({
      part,
      ...(await fixture.call('GET', `${taskPath}${part}`, token)),
    })),
  );
  expect(Object.fromEntries(responses.map(({ part, status }) => [part, status])), context).toEqual(expected);
  const live = await openLiveStream(fixture.service.port, fixture.acme, `${taskPath}/live`, token);
  live.close();
  expect(live.status, context).toBe(token === undefined ? 401 : expected['']);
  if (view === undefined) {
    const expectedStatus = token === undefined ? 401 : 404;
    for (const [method, part, body] of changes)
      expect(
        (await fixture.call(method, `${taskPath}${part}`, token, body)).status,
        `${method} ${context}`,
      ).toBe(expectedStatus);
    expect((await upload(`${taskPath}/attachments`, token)).status, context).toBe(expectedStatus);
    return;
  }
  const bodyOf = (path: string) => responses.find(({ part }) => part === path)?.body;
  expect(bodyOf('').task.view, context).toBe(view);
  expect(
    bodyOf('/comments').comments.map(({ content }: { content: string }) => content),
    context,
  ).toEqual(computeComments(organization, person, view, task));
  const visibleReaders = bodyOf('').task.visibleUsers.concat(bodyOf('').task.visibleGroups);
  if (view !== 'member')
    expect([visibleReaders, bodyOf('/transitions').transitions], context).toEqual([[], []]);
  if (view === 'visitor') {
    // Visitors see no e-mail address and no internal history.
    expect(JSON.stringify(responses.map(({ body }) => body)), context).not.toMatch(/\w@\w/);
    expect(bodyOf('/assignment-history').assignmentHistory, context).toEqual([]);
    expect(bodyOf('/change-history').changeHistory, context).toEqual([]);
  }
};

const checkLists = async (
  organization: CreatedOrganization,
  reader: Reader & { person: Person },
): Promise<void> => {
  const { person, token } = reader;
  const visible = organization.tasks.filter((task) =>
    ['member', 'author'].includes(computeView(organization, person, task) ?? ''),
  );
  const assignedToReader = visible.filter(
    ({ assignee }) => assignee && 'userId' in assignee && assignee.userId === person.id,
  );
  const assignedToGroups = visible.filter(
    ({ assignee }) => assignee && 'groupId' in assignee && isInGroup(organization, person, assignee.groupId),
  );
  const expected: [query: string, tasks: readonly CreatedTask[]][] = [
    ['', visible],
    ['&assignedToMe=true', assignedToReader],
    ['&assignedToMyGroups=true', assignedToGroups],
    ['&statusTypes=INITIAL,INTERMEDIATE', visible],
    ['&statusTypes=FINAL', []],
    ...['title', 'assignee', 'createdBy', 'statusName', 'lastUpdatedAt'].map(
      (key): [string, readonly CreatedTask[]] => [`&sortBy=${key}&sortDirection=asc`, visible],
    ),
  ];
  const isGenerated = (id: number): boolean => organization.tasks.some((task) => task.id === id);
  const check = async ([query, tasks]: (typeof expected)[number]): Promise<void> => {
    const ids = tasks.map(({ id }) => id).sort();
    const context = `${JSON.stringify(person)} lists ${query}`;
    const listed: number[] = [];
    let cursor: string | null = '';
    while (cursor !== null) {
      const page: { status: number; body: { tasks: { publicTaskId: number }[] } & Record<string, unknown> } =
        await fixture.call(
          'GET',
          `/api/tasks?search=${organization.marker}&limit=4${query}${cursor ? `&cursor=${cursor}` : ''}`,
          token,
        );
      expect([page.status, page.body['total']], context).toEqual([200, ids.length]);
      listed.push(...page.body.tasks.map(({ publicTaskId }) => publicTaskId));
      cursor = page.body['nextCursor'] as string | null;
    }
    expect(listed.sort(), context).toEqual(ids);
    expect((await fixture.listTaskIds(token ?? '', query)).filter(isGenerated).sort(), context).toEqual(ids);
  };
  await Promise.all(expected.map(check));
};

/** Checks for which tasks the reader gets live updates. */
const checkLiveUpdates = async (
  organization: CreatedOrganization,
  { person }: Reader & { person: Person },
): Promise<void> => {
  const { db } = fixture.service;
  const { id: organizationId } = fixture.acme;
  const member = await createMemberLookUp(db).findPermissions(person.id, organizationId);
  if (!member) throw new Error(`${person.id} is no member`);
  const caller = {
    organizationId,
    tenantScope: organizationId,
    actor: { userId: person.id, sessionId: '', organizationId, ...member },
    language: 'mul' as const,
    traceparent: '',
  };
  const check = async (task: CreatedTask): Promise<void> => {
    const { id: publicTaskId } = task;
    const view = computeView(organization, person, task);
    const context = `${JSON.stringify(person)} gets updates of ${JSON.stringify(task)}`;
    const update = { organizationId, publicTaskId };
    const isListed = view === 'member' || view === 'author';
    // The model does not know who listed a task before its deletion, so deleted tasks are not compared.
    if (!task.isDeleted) expect(await hasUpdateInList(db, caller, [update]), context).toBe(isListed);
    const isUpdated = await hasUpdateInTask(db, caller, publicTaskId, [update]).catch(({ status }) => status);
    expect(isUpdated, context).toBe(view ? true : 404);
    const visibleComments = view ? computeComments(organization, person, view, task) : [];
    const comments: { id: number; content: string }[] = await withOrganization(db, organizationId, (tx) =>
      tx('comments as c')
        .join('tasks as t', 't.id', 'c.task_id')
        .where('t.public_task_id', publicTaskId)
        .select('c.id', 'c.content'),
    );
    for (const { id: commentId, content } of comments.slice(-1)) {
      const isCommentUpdate = hasUpdateInTask(db, caller, publicTaskId, [{ ...update, commentId }]);
      expect(await isCommentUpdate.catch(({ status }) => status), context).toBe(
        view ? visibleComments.includes(content) : 404,
      );
    }
  };
  await Promise.all(organization.tasks.map(check));
};

/** Checks that former members and users of globex get no access. */
const checkOutsiders = async (organization: CreatedOrganization): Promise<void> => {
  const { call, callGlobex, tokens } = fixture;
  for (const { id, role } of organization.people)
    if (role === undefined)
      for (const path of ['/api/tasks', ...organization.tasks.map((task) => `/api/tasks/${task.id}`)])
        expect((await call('GET', path, organization.tokens.get(id))).status, `${id} has left`).toBe(401);
  for (const task of organization.tasks) {
    const parts = Object.keys(listExpectedStatuses(task, { person: undefined, token: undefined }, undefined));
    const globexResponses = await Promise.all(
      parts.map((part) => callGlobex('GET', `/api/tasks/${task.id}${part}`, tokens.globexAdmin)),
    );
    expect(globexResponses.map(({ status }) => status)).toEqual(parts.map(() => 404));
    expect((await call('GET', `/api/tasks/${task.id}`, tokens.globexAdmin)).status).toBe(401);
  }
  const found = await callGlobex('GET', `/api/tasks?search=${organization.marker}`, tokens.globexAdmin);
  expect(found.body).toMatchObject({ tasks: [], total: 0 });
};

/** Reads all rows that a change to one of these tasks would add or update. */
const readTaskRows = ({ tasks }: CreatedOrganization) =>
  withOrganization(fixture.service.db, fixture.acme.id, async (tx) => {
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
  it('match the visibility model on each path', { timeout: 240_000 }, async () => {
    await fc.assert(
      fc.asyncProperty(arbitraryOrganization, async (generated) => {
        const organization = await createOrganization(fixture, generated, attach);
        // A search does not index so many texts itself.
        await indexQueuedChanges(fixture.service.db, fixture.acme.id, 60_000);
        const before = await readTaskRows(organization);
        const visitor: Reader = { person: undefined, token: undefined };
        await Promise.all(organization.tasks.map((task) => checkTask(organization, visitor, task)));
        for (const person of organization.people.filter(({ role }) => role !== undefined)) {
          const reader = { person, token: organization.tokens.get(person.id) };
          await checkLists(organization, reader);
          await checkLiveUpdates(organization, reader);
          await Promise.all(organization.tasks.map((task) => checkTask(organization, reader, task)));
        }
        await checkOutsiders(organization);
        expect(await readTaskRows(organization)).toEqual(before);
      }),
      { numRuns: 2, endOnFailure: true },
    );
  });
});
