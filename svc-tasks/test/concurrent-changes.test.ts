import { withOrganization } from '@obieg/service-kit';
import { untilLockWaits } from '@obieg/service-kit/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildMultipart, multipartType, png } from './attachment-files';
import { type Fixture, startFixture, userIds } from './fixture';

let fixture: Fixture;
beforeAll(async () => {
  fixture = await startFixture();
});
afterAll(() => fixture.service.close());

type TestResponse = Awaited<ReturnType<Fixture['call']>>;
type SendRequest = (id: number) => Promise<TestResponse>;

/** Locks the task until both requests wait for the lock, in the given order. */
const sendWhileLocked = async (
  id: number,
  requests: readonly [SendRequest, SendRequest],
): Promise<TestResponse[]> => {
  const responses: Promise<TestResponse>[] = [];
  await withOrganization(fixture.service.db, fixture.acme.id, async (tx) => {
    await tx('tasks').where({ public_task_id: id }).forUpdate().first('id');
    for (const send of requests) {
      responses.push(send(id));
      await untilLockWaits(fixture.service.db.knex, responses.length);
    }
  });
  return Promise.all(responses);
};

interface Outcome {
  id: number;
  one: TestResponse;
  other: TestResponse;
  /** Whether the request `one` got the lock first. */
  isOneFirst: boolean;
}

/** Runs two requests concurrently on one task, then in the opposite order on a second task. */
const runInBothOrders = async (
  one: SendRequest,
  other: SendRequest,
  check: (outcome: Outcome) => Promise<void>,
  prepare: (id: number) => Promise<unknown> = async () => undefined,
): Promise<void> => {
  for (const isOneFirst of [true, false]) {
    const id = await fixture.submit({}, fixture.tokens.member);
    await prepare(id);
    const responses = await sendWhileLocked(id, isOneFirst ? [one, other] : [other, one]);
    const [oneResponse, otherResponse] = (isOneFirst ? responses : responses.toReversed()) as [
      TestResponse,
      TestResponse,
    ];
    await check({ id, one: oneResponse, other: otherResponse, isOneFirst });
  }
};

const post = (id: number, part: string, token: string, body: object) =>
  fixture.call('POST', `/api/tasks/${id}/${part}`, token, body);
const edit = (id: number, token: string, body: object, headers: Record<string, string> = {}) =>
  fixture.call('PUT', `/api/tasks/${id}`, token, { title: 'Nie działa drukarka', ...body }, headers);
const upload = (id: number, token: string) =>
  fixture.service.request('POST', `/api/tasks/${id}/attachments`, {
    organization: fixture.acme,
    token,
    rawBody: buildMultipart({ filename: 'a.png', content: png }),
    headers: { 'content-type': multipartType },
  });
const getPart = async (id: number, part: string, key: string) =>
  (await fixture.call('GET', `/api/tasks/${id}/${part}`, fixture.tokens.member)).body[key];
const getTask = async (id: number) =>
  (await fixture.call('GET', `/api/tasks/${id}`, fixture.tokens.member)).body.task;
const getEtag = async (id: number): Promise<string> =>
  String((await fixture.call('GET', `/api/tasks/${id}`, fixture.tokens.member)).headers['etag']);
const listChangedEvents = async (id: number) =>
  (await fixture.listTaskEvents(id, 'obieg.tasks.task.changed')).map(
    ({ data }) => data as Record<string, unknown>,
  );

interface Change {
  before: string | null;
  after: string | null;
}
/** Reads the history of one field, oldest first. */
const getFieldHistory = async (id: number, field: string): Promise<Change[]> =>
  (await getPart(id, 'change-history', 'changeHistory'))
    .flatMap(({ changes }: { changes: (Change & { field: string })[] }) => changes)
    .filter((change: { field: string }) => change.field === field);
/** Checks that each entry starts with the value that the previous entry ended with. */
const expectContiguous = (history: Change[], first: string | null, last: string | null): void => {
  expect(history.map(({ before }) => before)).toEqual([
    first,
    ...history.slice(0, -1).map(({ after }) => after),
  ]);
  expect(history.at(-1)?.after).toBe(last);
};

const toUser = (userId: number) => ({ assignmentType: 'ASSIGN_TO_USER', userId });
const toGroup = (groupId: number) => ({ assignmentType: 'ASSIGN_TO_GROUP', groupId });
const listAssignedNames = async (id: number): Promise<string[]> =>
  (await getPart(id, 'assignment-history', 'assignmentHistory')).map(
    ({ assignedToName }: { assignedToName: string }) => assignedToName,
  );

describe('two concurrent changes to a task', () => {
  it('both edit it without If-Match, and the history contains both edits', () =>
    runInBothOrders(
      (id) => edit(id, fixture.tokens.operator, { title: 'Pierwszy', description: 'Opis pierwszego' }),
      (id) => edit(id, fixture.tokens.admin, { title: 'Drugi', description: 'Opis drugiego' }),
      async ({ id, one, other, isOneFirst }) => {
        expect([one.status, other.status]).toEqual([200, 200]);
        const last = isOneFirst ? 'Drugi' : 'Pierwszy';
        const task = await getTask(id);
        expect(task.title).toBe(last);
        const [titles, descriptions] = [
          await getFieldHistory(id, 'title'),
          await getFieldHistory(id, 'description'),
        ];
        expect([titles.length, descriptions.length]).toEqual([2, 2]);
        expectContiguous(titles, 'Nie działa drukarka', last);
        expectContiguous(descriptions, 'Zażółć gęślą jaźń', task.description);
        expect((await listChangedEvents(id)).map(({ title }) => title)).toEqual([
          'Nie działa drukarka',
          ...titles.map(({ after }) => after),
        ]);
      },
    ));

  it('edit the same revision, and the second edit gets 412 without a change', () =>
    runInBothOrders(
      async (id) =>
        edit(
          id,
          fixture.tokens.operator,
          { visibleUserIds: [10, 11, 16] },
          { 'if-match': await getEtag(id) },
        ),
      async (id) =>
        edit(id, fixture.tokens.admin, { visibleUserIds: [11, 16] }, { 'if-match': await getEtag(id) }),
      async ({ id, one, other, isOneFirst }) => {
        // The administrator's edit hides the task from the operator, so the operator gets 404 instead of 412.
        expect([one.status, other.status]).toEqual(isOneFirst ? [200, 412] : [404, 200]);
        expect(await getFieldHistory(id, 'visibleUsers')).toMatchObject([
          { before: null, after: isOneFirst ? 'user10, user11, user16' : 'user11, user16' },
        ]);
      },
    ));

  it('both change the priority, and the history contains both in lock order', () =>
    runInBothOrders(
      (id) => post(id, 'priority', fixture.tokens.operator, { priority: 'HIGHEST' }),
      (id) => post(id, 'priority', fixture.tokens.admin, { priority: 'LOWEST' }),
      async ({ id, one, other, isOneFirst }) => {
        expect([one.status, other.status]).toEqual([200, 200]);
        const history = await getFieldHistory(id, 'priority');
        expect(history).toHaveLength(2);
        expectContiguous(history, 'NORMAL', isOneFirst ? 'LOWEST' : 'HIGHEST');
        expect((await getTask(id)).priority).toBe(history.at(-1)?.after);
      },
    ));

  it('are an edit and a transition, and the edit gets 412 if the transition ran first', () =>
    runInBothOrders(
      async (id) =>
        edit(id, fixture.tokens.operator, { title: 'Poprawione' }, { 'if-match': await getEtag(id) }),
      (id) => post(id, 'transition', fixture.tokens.admin, { transitionId: 2 }),
      async ({ id, one: edited, other: moved, isOneFirst }) => {
        expect([edited.status, moved.status]).toEqual([isOneFirst ? 200 : 412, 200]);
        expect(await getTask(id)).toMatchObject({
          title: isOneFirst ? 'Poprawione' : 'Nie działa drukarka',
          statusName: 'W toku',
        });
        expect(await getFieldHistory(id, 'title')).toHaveLength(isOneFirst ? 1 : 0);
      },
    ));

  it('are two transitions, and the second gets 409', () =>
    runInBothOrders(
      (id) => post(id, 'transition', fixture.tokens.operator, { transitionId: 2 }),
      (id) => post(id, 'transition', fixture.tokens.admin, { transitionId: 3 }),
      async ({ id, one, other, isOneFirst }) => {
        expect([one.status, other.status]).toEqual(isOneFirst ? [200, 409] : [409, 200]);
        expect((isOneFirst ? other : one).body.code).toBe('STATUS_MOVED_ON');
        const names = (await getPart(id, 'status-history', 'statusHistory')).map(
          ({ statusName }: { statusName: string }) => statusName,
        );
        expect(names).toEqual(['Nowe', isOneFirst ? 'W toku' : 'Zakończone']);
        expect((await getTask(id)).statusName).toBe(names.at(-1));
        expect((await listChangedEvents(id)).map(({ statusId }) => statusId)).toEqual([
          1,
          isOneFirst ? 2 : 3,
        ]);
      },
    ));

  it('are two transitions with an answer, and the task has the answer of the first', () => {
    const finish = (token: string, answer: string) => (id: number) =>
      post(id, 'transition', token, { transitionId: 5, workflowParameters: { '3': answer } });
    return runInBothOrders(
      finish(fixture.tokens.operator, '1'),
      finish(fixture.tokens.admin, '2'),
      async ({ id, one, other, isOneFirst }) => {
        expect([one.status, other.status]).toEqual(isOneFirst ? [200, 409] : [409, 200]);
        expect((await getTask(id)).parameterDetails).toContainEqual(
          expect.objectContaining({ parameterId: 3, parameterValue: isOneFirst ? '1' : '2' }),
        );
      },
      (id) => post(id, 'transition', fixture.tokens.operator, { transitionId: 2 }),
    );
  });

  it('are an assignment and a transition to a group, and the last one in the history sets the assignee', () =>
    runInBothOrders(
      (id) => post(id, 'assign', fixture.tokens.operator, toUser(userIds.groupMember)),
      (id) => post(id, 'transition', fixture.tokens.admin, { transitionId: 8 }),
      async ({ id, one, other, isOneFirst }) => {
        expect([one.status, other.status]).toEqual([200, 200]);
        const names = isOneFirst ? ['Grupa 6', 'user13', 'Grupa 9'] : ['Grupa 6', 'Grupa 9', 'user13'];
        expect(await listAssignedNames(id)).toEqual(names);
        const task = await getTask(id);
        expect([task.assignedUserName ?? task.assignedGroupName, task.statusName]).toEqual([
          names.at(-1),
          'W toku',
        ]);
      },
    ));
});

describe('a leader’s assignment during an operator’s assignment', () => {
  it('succeeds only while the task is assigned to the group', () =>
    runInBothOrders(
      (id) => post(id, 'assign', fixture.tokens.operator, toGroup(9)),
      (id) => post(id, 'assign', fixture.tokens.leader, toUser(userIds.groupMember)),
      async ({ id, one: byOperator, other: byLeader, isOneFirst }) => {
        expect([byOperator.status, byLeader.status]).toEqual([200, isOneFirst ? 403 : 200]);
        expect(await listAssignedNames(id)).toEqual(
          isOneFirst ? ['Grupa 6', 'Grupa 9'] : ['Grupa 6', 'user13', 'Grupa 9'],
        );
        expect((await getTask(id)).assignedGroupName).toBe('Grupa 9');
      },
    ));
});

describe('a comment during an edit that restricts the task', () => {
  it('is added before the edit, or gets 404 without a trace', () =>
    runInBothOrders(
      (id) => edit(id, fixture.tokens.operator, { description: 'Tajne', visibleUserIds: [userIds.operator] }),
      (id) => post(id, 'comment', fixture.tokens.admin, { content: 'Widzę to?' }),
      async ({ id, one: restricted, other: comment, isOneFirst }) => {
        expect([restricted.status, comment.status]).toEqual([200, isOneFirst ? 404 : 201]);
        const { body } = await fixture.call('GET', `/api/tasks/${id}/comments`, fixture.tokens.operator);
        expect(body.comments).toHaveLength(isOneFirst ? 0 : 1);
        expect(JSON.stringify(comment.body)).not.toContain('Tajne');
      },
    ));
});

describe('during the deletion of a task', () => {
  const requests: [what: string, successStatus: number, send: SendRequest][] = [
    ['an edit', 200, (id) => edit(id, fixture.tokens.admin, { title: 'Za późno' })],
    ['a transition', 200, (id) => post(id, 'transition', fixture.tokens.admin, { transitionId: 2 })],
    [
      'an assignment',
      200,
      (id) => post(id, 'assign', fixture.tokens.admin, { assignmentType: 'ASSIGN_TO_ME' }),
    ],
    ['a priority change', 200, (id) => post(id, 'priority', fixture.tokens.admin, { priority: 'HIGHEST' })],
    ['a comment', 201, (id) => post(id, 'comment', fixture.tokens.admin, { content: 'Za późno' })],
    ['an upload', 201, (id) => upload(id, fixture.tokens.admin)],
  ];
  it.each(requests)('%s succeeds before the deletion or gets 404', (_what, successStatus, send) =>
    runInBothOrders(
      (id) => fixture.call('DELETE', `/api/tasks/${id}`, fixture.tokens.operator),
      send,
      async ({ id, one: deleted, other, isOneFirst }) => {
        expect([deleted.status, other.status]).toEqual([204, isOneFirst ? 404 : successStatus]);
        expect((await fixture.call('GET', `/api/tasks/${id}`, fixture.tokens.admin)).status).toBe(404);
        // Consumers must receive the deletion as the last event.
        const versions = (await fixture.listTaskEvents(id, 'obieg.tasks.task.changed')).map(
          ({ aggregateversion }) => aggregateversion,
        );
        const [deletion] = await fixture.listTaskEvents(id, 'obieg.tasks.task.deleted');
        expect(Math.max(...versions)).toBeLessThan(deletion?.aggregateversion ?? 0);
      },
    ),
  );
});

describe('a change of a value that another user has changed meanwhile', () => {
  const olga = userIds.member;
  const unassigned = { userId: null, groupId: null };
  it.each([
    [
      'priority',
      { priority: 'HIGH', expectedPriority: 'NORMAL' },
      { priority: 'LOW', expectedPriority: 'NORMAL' },
      { priority: 'LOW', expectedPriority: 'HIGH' },
    ],
    [
      'due',
      { dueAt: '2027-01-04T09:00:00.000Z', expectedDueAt: null },
      { dueAt: '2027-01-05T09:00:00.000Z', expectedDueAt: null },
      { dueAt: '2027-01-05T09:00:00.000Z', expectedDueAt: '2027-01-04T10:00:00+01:00' },
    ],
    [
      'assign',
      { assignmentType: 'ASSIGN_TO_USER', userId: olga },
      { assignmentType: 'ASSIGN_TO_ME', expectedAssignee: unassigned },
      { assignmentType: 'ASSIGN_TO_ME', expectedAssignee: { userId: olga, groupId: null } },
    ],
  ])('is refused for %s until the caller has seen that value', async (part, first, late, again) => {
    const id = await fixture.submit({}, fixture.tokens.member);
    const send = (body: object) => post(id, part, fixture.tokens.operator, body);
    expect((await send(first)).status).toBe(200);
    expect(await send(late)).toMatchObject({ status: 412, body: { code: 'PRECONDITION_FAILED' } });
    // Nothing is replaced by a call that asks for what is there already.
    expect((await send({ ...first, comment: 'Tak zostaje.' })).status).toBe(200);
    expect((await send(again)).status).toBe(200);
    const unconditional = Object.entries(first).filter(([name]) => !name.startsWith('expected'));
    expect((await send(Object.fromEntries(unconditional))).status).toBe(200);
  });
});
