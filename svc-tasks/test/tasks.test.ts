import { rollbackMigrations, runMigrations } from '@obieg/service-kit';
import { createTestDatabase, recordedEvents } from '@obieg/service-kit/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { migrations } from '../migrations/index';
import {
  configurationOf,
  startTasks,
  status,
  submission,
  type TasksService,
  type TestOrganization,
} from './tasks-service';

let tasks: TasksService;
let acme: TestOrganization;
let globex: TestOrganization;
const tokens: Record<'operator' | 'member' | 'reporter' | 'it' | 'observer' | 'foreign', string> = {
  operator: '',
  member: '',
  reporter: '',
  it: '',
  observer: '',
  foreign: '',
};
beforeAll(async () => {
  tasks = await startTasks();
  acme = await tasks.addOrganization(1, 'acme');
  globex = await tasks.addOrganization(2, 'globex');
  tokens.operator = await tasks.addMember(acme, 10, ['OPERATOR']);
  tokens.member = await tasks.addMember(acme, 11, ['MEMBER']);
  tokens.reporter = await tasks.addMember(acme, 12, ['REPORTER']);
  tokens.it = await tasks.addMember(acme, 13, ['MEMBER']);
  tokens.observer = await tasks.addMember(acme, 14, ['MEMBER']);
  tokens.foreign = await tasks.addMember(globex, 20, ['ORG_ADMIN']);
  await tasks.addGroup(acme, 5);
  await tasks.addGroup(acme, 6, 5);
  await tasks.joinGroup(acme, 6, 13, 'MEMBER');
  await tasks.joinGroup(acme, 5, 14, 'OBSERVER');
});
afterAll(() => tasks.close());

const call = (
  method: string,
  path: string,
  token?: string,
  body?: unknown,
  headers?: Record<string, string>,
) => tasks.request(method, path, { organization: acme, token, body, ...(headers ? { headers } : {}) });
const submit = async (more: object = {}, token?: string): Promise<number> =>
  (await call('POST', '/api/tasks', token, { ...submission, ...more })).body.publicTaskId;

describe('POST /api/tasks', () => {
  it('takes a visitor’s submission, places it and emits the event', async () => {
    const { status: code, body } = await call('POST', '/api/tasks', undefined, {
      ...submission,
      statusId: 3,
      organizationId: globex.id,
      assignedUserId: 10,
      visibleUserIds: [10],
    });
    expect(code).toBe(201);
    expect(body).toMatchObject({ success: true, needsEmailVerification: true });
    expect(String(body.publicTaskId)).toMatch(/^[1-9]\d{11}$/);
    const { body: shown } = await call('GET', `/api/tasks/${body.publicTaskId}`, tokens.operator);
    expect(shown.task).toMatchObject({
      title: 'Nie działa drukarka',
      statusName: 'Nowe',
      createdBy: 'jan@example.com',
      assignedUserId: null,
      assignedGroupName: 'Grupa 6',
      visibleUsers: [],
      organizationName: 'Organizacja acme',
      parameterDetails: [
        { parameterId: 1, parameterName: 'Parametr 1', parameterValue: 'Sprzęt' },
        { parameterId: 2, parameterName: 'Parametr 2', parameterValue: 'HP' },
      ],
    });
    const [event] = await recordedEvents(tasks.db.knex, 'obieg.tasks.task.changed');
    expect(event).toMatchObject({
      organizationid: acme.id,
      data: { publicTaskId: body.publicTaskId, statusId: status.new, parameterIds: [1, 2] },
    });
  });

  it.each([
    ['no answers', { workflowParameters: {} }, 'workflowParameters.1'],
    ['a value outside the dictionary', { workflowParameters: { '1': 'Inne' } }, 'workflowParameters.1'],
    [
      'a question that was not asked',
      { workflowParameters: { '1': 'Konto', '2': 'x' } },
      'workflowParameters.2',
    ],
    [
      'a parameter that visitors are never asked',
      { workflowParameters: { '1': 'Konto', '3': '5' } },
      'workflowParameters.3',
    ],
    ['no title', { title: '  ' }, 'title'],
    ['no e-mail', { createdByEmail: undefined }, 'createdByEmail'],
    ['a broken e-mail', { createdByEmail: 'jan@' }, 'createdByEmail'],
    ['an unknown priority', { priority: 'URGENT' }, 'priority'],
    ['answers that are no texts', { workflowParameters: { '1': { a: 1 } } }, 'workflowParameters.1'],
  ])('rejects %s', async (_, more, field) => {
    const { status: code, body } = await call('POST', '/api/tasks', undefined, { ...submission, ...more });
    expect(code).toBe(422);
    expect(body.errors.map((error: { field: string }) => error.field)).toContain(field);
  });

  it('makes a signed-in submitter the author, and lets members assign and restrict', async () => {
    const id = await submit(
      { createdByEmail: 'no address', assignedUserId: 10, visibleGroupIds: [6] },
      tokens.member,
    );
    const { body } = await call('GET', `/api/tasks/${id}`, tokens.operator);
    expect(body.task).toMatchObject({
      createdBy: 'user11@obieg.test',
      assignedUserName: 'user10',
      visibleGroups: [{ groupId: 6, groupName: 'Grupa 6' }],
      needsEmailVerification: false,
    });
    for (const more of [
      { assignedUserId: 20 },
      { assignedUserId: 12 },
      { assignedUserId: 10, assignedGroupId: 6 },
      { visibleUserIds: [20] },
      { assignedGroupId: 99 },
      { visibleGroupIds: [99] },
    ]) {
      expect((await call('POST', '/api/tasks', tokens.member, { ...submission, ...more })).status).toBe(422);
    }
  });

  it('makes one task of fifty submissions with one key', async () => {
    const answers = await Promise.all(
      Array.from({ length: 50 }, () =>
        call('POST', '/api/tasks', undefined, submission, { 'idempotency-key': 'one-key-for-all' }),
      ),
    );
    expect(new Set(answers.map(({ status: code, body }) => `${code}/${body.publicTaskId}`)).size).toBe(1);
    expect(answers[0]?.status).toBe(201);
    const other = await call(
      'POST',
      '/api/tasks',
      undefined,
      { ...submission, title: 'Inne' },
      { 'idempotency-key': 'one-key-for-all' },
    );
    expect(other.status).toBe(409);
    await tasks.addMember(acme, 40, ['REPORTER']);
    await tasks.tell(
      'obieg.identity.user.changed',
      { id: 40, username: 'jan', email: submission.createdByEmail, systemRoles: [] },
      40,
    );
    const again = await call('POST', '/api/tasks', undefined, submission, {
      'idempotency-key': 'one-key-for-all',
      'accept-language': 'en',
    });
    expect(again.body).toEqual(answers[0]?.body);
    const somebodyElse = await call('POST', '/api/tasks', tokens.member, submission, {
      'idempotency-key': 'one-key-for-all',
    });
    expect(somebodyElse.body.publicTaskId).not.toBe(answers[0]?.body.publicTaskId);
  });
});

describe('who sees a task', () => {
  it('shows a visitor the anonymous projection', async () => {
    const id = await submit();
    const { body } = await call('GET', `/api/tasks/${id}`);
    expect(body.task).toMatchObject({
      createdBy: 'j***@example.com',
      assignedUserEmail: null,
      view: 'visitor',
    });
    expect((await call('GET', `/api/tasks/${id}/transitions`)).body.transitions).toEqual([]);
    expect((await call('GET', `/api/tasks/${id}/status-history`)).body.statusHistory).toMatchObject([
      { statusName: 'Nowe', changedByEmail: 'j***@example.com', transitionName: 'Nowe zgłoszenie' },
    ]);
    expect((await call('GET', `/api/tasks/${id}`, tokens.reporter)).body.task.createdBy).toBe(
      'j***@example.com',
    );
  });

  it('hides a restricted task on every path from all but its readers', async () => {
    const id = await submit({ visibleGroupIds: [6] }, tokens.member);
    const paths = ['', '/transitions', '/comments', '/status-history'];
    for (const path of paths) {
      expect((await call('GET', `/api/tasks/${id}${path}`)).status).toBe(404);
      for (const token of [tokens.operator, tokens.reporter, tokens.observer])
        expect((await call('GET', `/api/tasks/${id}${path}`, token)).status).toBe(404);
      for (const token of [tokens.member, tokens.it])
        expect((await call('GET', `/api/tasks/${id}${path}`, token)).status).toBe(200);
    }
    expect((await call('POST', `/api/tasks/${id}/comment`, tokens.operator, { content: 'x' })).status).toBe(
      404,
    );
    expect(
      (await call('POST', `/api/tasks/${id}/transition`, tokens.operator, { transitionId: 2 })).status,
    ).toBe(404);
    const numbersOf = async (token: string) =>
      (await call('GET', '/api/tasks?limit=200', token)).body.tasks.map(
        (task: { publicTaskId: number }) => task.publicTaskId,
      );
    expect(await numbersOf(tokens.operator)).not.toContain(id);
    expect(await numbersOf(tokens.it)).toContain(id);
  });

  it('hides other tenants', async () => {
    const id = await submit();
    for (const token of [undefined, tokens.foreign])
      expect((await tasks.request('GET', `/api/tasks/${id}`, { organization: globex, token })).status).toBe(
        404,
      );
    expect(
      (await tasks.request('GET', '/api/tasks', { organization: globex, token: tokens.foreign })).body,
    ).toMatchObject({ tasks: [], total: 0 });
    expect((await call('GET', `/api/tasks/${id}`, tokens.foreign)).status).toBe(401);
  });

  it('lets a reporter see and comment their own tasks only', async () => {
    const own = await submit({}, tokens.reporter);
    const list = await call('GET', '/api/tasks', tokens.reporter);
    expect(list.body.tasks.map((task: { publicTaskId: number }) => task.publicTaskId)).toEqual([own]);
    expect((await call('GET', `/api/tasks/${own}`, tokens.reporter)).body.task.createdBy).toBe(
      'user12@obieg.test',
    );
    expect(
      (await call('POST', `/api/tasks/${own}/comment`, tokens.reporter, { content: 'Dopisuję' })).status,
    ).toBe(201);
    expect(
      (await call('POST', `/api/tasks/${own}/transition`, tokens.reporter, { transitionId: 2 })).status,
    ).toBe(403);
    expect(
      (await call('POST', `/api/tasks/${await submit()}/comment`, tokens.reporter, { content: 'x' })).status,
    ).toBe(403);
  });
});

describe('GET /api/tasks', () => {
  it('rejects anonymous and bad input', async () => {
    expect((await call('GET', '/api/tasks')).status).toBe(401);
    for (const query of ['statusTypes=DONE', 'limit=0', 'limit=1000', 'cursor=!!!', 'assignedToMe=maybe'])
      expect((await call('GET', `/api/tasks?${query}`, tokens.member)).status).toBe(400);
  });

  it('filters, pages newest first and loses nothing', async () => {
    const mine = [
      await submit({ assignedUserId: 11 }, tokens.member),
      await submit({ assignedUserId: 11 }, tokens.member),
      await submit({ assignedUserId: 11 }, tokens.member),
    ];
    const first = (
      await call(
        'GET',
        '/api/tasks?assignedToMe=true&limit=2&statusTypes=INITIAL,INTERMEDIATE',
        tokens.member,
      )
    ).body;
    const second = (
      await call(
        'GET',
        `/api/tasks?assignedToMe=true&limit=2&statusTypes=INITIAL,INTERMEDIATE&cursor=${first.nextCursor}`,
        tokens.member,
      )
    ).body;
    expect(
      [...first.tasks, ...second.tasks].map((task: { publicTaskId: number }) => task.publicTaskId),
    ).toEqual([...mine].reverse());
    expect([first.total, second.nextCursor]).toEqual([3, null]);
    expect(
      (await call('GET', '/api/tasks?assignedToMe=true&statusTypes=FINAL', tokens.member)).body.tasks,
    ).toEqual([]);
    const groups = (await call('GET', '/api/tasks?assignedToMyGroups=true&limit=200', tokens.it)).body.tasks;
    expect(new Set(groups.map((task: { assignedGroupName: string }) => task.assignedGroupName))).toEqual(
      new Set(['Grupa 6']),
    );
  });
});

describe('transitions', () => {
  const offered = async (id: number, token: string) =>
    (await call('GET', `/api/tasks/${id}/transitions`, token)).body.transitions;
  const run = (id: number, transitionId: number, token: string, workflowParameters: object = {}) =>
    call('POST', `/api/tasks/${id}/transition`, token, { transitionId, workflowParameters });

  it('are offered with reasons; a member of a child group executes for its ancestor, an observer does not', async () => {
    const id = await submit();
    const summary = async (token: string) =>
      (await offered(id, token)).map(({ transitionName, canExecute, reasons }: Record<string, unknown>) => [
        transitionName,
        canExecute,
        reasons,
      ]);
    expect(await summary(tokens.member)).toEqual([
      ['Rozpocznij', true, []],
      ['Odrzuć', true, []],
      ['Tylko IT', false, ['EXECUTOR_GROUP_REQUIRED']],
      ['Oddaj', true, []],
    ]);
    expect((await summary(tokens.it))[2]).toEqual(['Tylko IT', true, []]);
    expect((await summary(tokens.observer))[2]).toEqual(['Tylko IT', false, ['EXECUTOR_GROUP_REQUIRED']]);
    expect((await run(id, 4, tokens.observer)).status).toBe(403);
    expect(
      (await offered(await submit({ workflowParameters: { '1': 'Konto' } }), tokens.member)).map(
        ({ transitionName }: { transitionName: string }) => transitionName,
      ),
    ).toContain('Dla kont');
  });

  it('run to the end, with required parameters, history, target group and events', async () => {
    const id = await submit();
    expect((await run(id, 2, tokens.member)).body.task).toMatchObject({
      statusName: 'W toku',
      statusType: 'INTERMEDIATE',
    });
    expect(await run(id, 5, tokens.member)).toMatchObject({
      status: 422,
      body: { errors: [{ field: 'workflowParameters.3', message: 'Odpowiedź jest wymagana' }] },
    });
    expect((await run(id, 5, tokens.member, { '3': 'dużo' })).status).toBe(422);
    const done = await run(id, 5, tokens.member, { '1': 'Sprzęt', '3': '2,5' });
    expect(done.body.task).toMatchObject({ statusName: 'Zakończone', assignedGroupName: 'Grupa 5' });
    expect(done.body.task.parameterDetails).toContainEqual({
      parameterId: 3,
      parameterName: 'Parametr 3',
      parameterType: 'NUMBER',
      parameterValue: '2.5',
    });
    const history = (await call('GET', `/api/tasks/${id}/status-history`, tokens.member)).body.statusHistory;
    expect(
      history.map(({ statusName, transitionName }: Record<string, string>) => [statusName, transitionName]),
    ).toEqual([
      ['Nowe', 'Nowe zgłoszenie'],
      ['W toku', 'Rozpocznij'],
      ['Zakończone', 'Zakończ'],
    ]);
    const events = (await recordedEvents(tasks.db.knex, 'obieg.tasks.task.changed')).filter(
      ({ data }) => (data as { publicTaskId: number }).publicTaskId === id,
    );
    expect(events.map(({ data }) => (data as { statusId: number }).statusId)).toEqual([1, 2, 3]);
    const versions = events.map(({ aggregateversion }) => aggregateversion);
    expect(versions).toEqual([...versions].sort((one, other) => one - other));
  });

  it('let one of two at once win; the other gets 409, and there is one history row', async () => {
    const id = await submit();
    const answers = await Promise.all([
      run(id, 2, tokens.operator),
      run(id, 3, tokens.member),
      run(id, 2, tokens.it),
    ]);
    expect(answers.map(({ status: code }) => code).sort()).toEqual([200, 409, 409]);
    expect(answers.find(({ status: code }) => code === 409)?.body.code).toBe('STATUS_MOVED_ON');
    expect(
      (await call('GET', `/api/tasks/${id}/status-history`, tokens.member)).body.statusHistory,
    ).toHaveLength(2);
  });

  it('reject anonymous and bad input', async () => {
    const id = await submit();
    expect((await call('POST', `/api/tasks/${id}/transition`, undefined, { transitionId: 2 })).status).toBe(
      401,
    );
    for (const body of [
      {},
      { transitionId: '2' },
      { transitionId: -1 },
      { transitionId: 999 },
      { transitionId: 1e20 },
    ])
      expect((await call('POST', `/api/tasks/${id}/transition`, tokens.member, body)).status).toBe(422);
  });
});

describe('comments', () => {
  const contentsFor = async (id: number, token?: string) =>
    (await call('GET', `/api/tasks/${id}/comments`, token)).body.comments.map(
      ({ content }: { content: string }) => content,
    );

  it('are seen by those they are meant for', async () => {
    const id = await submit({}, tokens.reporter);
    const add = (content: string, more: object = {}) =>
      call('POST', `/api/tasks/${id}/comment`, tokens.member, { content, ...more });
    await add('wszyscy');
    await add('autor', { visibleToAuthor: true });
    await add('operator', { visibleUserIds: [10] });
    await add('IT', { visibleGroupIds: [6] });
    expect(await contentsFor(id, tokens.member)).toEqual(['wszyscy', 'autor', 'operator', 'IT']);
    expect(await contentsFor(id, tokens.operator)).toEqual(['wszyscy', 'autor', 'operator']);
    expect(await contentsFor(id, tokens.it)).toEqual(['wszyscy', 'autor', 'IT']);
    expect(await contentsFor(id, tokens.reporter)).toEqual(['autor']);
    expect(await contentsFor(id)).toEqual(['autor']);
    expect((await recordedEvents(tasks.db.knex, 'obieg.tasks.comment.added')).at(-1)).toMatchObject({
      data: { publicTaskId: id, authorUserId: 11 },
    });
  });

  it('reject anonymous and bad input', async () => {
    const id = await submit();
    expect((await call('POST', `/api/tasks/${id}/comment`, undefined, { content: 'x' })).status).toBe(401);
    for (const body of [
      {},
      { content: '  ' },
      { content: 'x', visibleUserIds: [20] },
      { content: 'x'.repeat(20_000) },
    ])
      expect((await call('POST', `/api/tasks/${id}/comment`, tokens.member, body)).status).toBe(422);
  });
});

describe('a configuration that changes while tasks are in flight', () => {
  it('keeps a task in a status that is gone readable, and refuses what is not offered any more', async () => {
    const organization = await tasks.addOrganization(3, 'initech');
    const token = await tasks.addMember(organization, 30, ['MEMBER']);
    const made = await tasks.request('POST', '/api/tasks', { organization, token, body: submission });
    const path = `/api/tasks/${made.body.publicTaskId}`;
    const changed = configurationOf(organization.id);
    await tasks.tell(
      'obieg.workflow.configuration.changed',
      { ...changed, statuses: changed.statuses.slice(1), transitions: [] },
      organization.id,
    );
    expect((await tasks.request('GET', path, { organization, token })).body.task.statusName).toBe('Nowe');
    expect(
      (await tasks.request('POST', `${path}/transition`, { organization, token, body: { transitionId: 2 } }))
        .status,
    ).toBe(422);
    expect(
      (await tasks.request('POST', '/api/tasks', { organization, body: submission })).body,
    ).toMatchObject({ status: 409, code: 'NO_INITIAL_STATUS' });
  });
});

describe('migrations', () => {
  it('run up, down, up', async () => {
    const other = await createTestDatabase(migrations);
    const options = { url: other.ownerUrl, migrations, appRole: other.appRole };
    expect(await rollbackMigrations(options)).toHaveLength(migrations.length);
    expect(await runMigrations(options)).toHaveLength(migrations.length);
    await other.close();
  });
});
