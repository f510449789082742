import { withOrganization } from '@obieg/service-kit';
import { untilLockWaits } from '@obieg/service-kit/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Acme, people, startAcme } from './acme';

let house: Acme;
beforeAll(async () => {
  house = await startAcme();
});
afterAll(() => house.tasks.close());

const taskOf = async (id: number, token = house.tokens.operator) =>
  (await house.call('GET', `/api/tasks/${id}`, token)).body.task;
const tagOf = async (id: number): Promise<string> =>
  String((await house.call('GET', `/api/tasks/${id}`, house.tokens.operator)).headers['etag']);
const edit = (
  id: number,
  body: object,
  headers: Record<string, string> = {},
  token = house.tokens.operator,
) => house.call('PUT', `/api/tasks/${id}`, token, { title: 'Nie działa drukarka', ...body }, headers);
const changesOf = async (id: number, token?: string) =>
  (await house.call('GET', `/api/tasks/${id}/change-history`, token)).body.changeHistory;

describe('PUT /api/tasks/{id}', () => {
  it('edits title, description, answers and visibility, with history and event', async () => {
    const { submit, tokens, eventsOf } = house;
    const id = await submit({}, tokens.member);
    const { status, body } = await edit(id, {
      title: '  Nie działa skaner ',
      description: 'Świeci na czerwono',
      workflowParameters: { '1': 'Sprzęt', '2': 'Canon' },
      visibleUserIds: [people.operator],
      visibleGroupIds: [6],
      comment: 'Poprawka',
    });
    expect([status, body]).toEqual([200, { success: true, message: '' }]);
    expect(await taskOf(id)).toMatchObject({
      title: 'Nie działa skaner',
      description: 'Świeci na czerwono',
      visibleUsers: [{ userId: people.operator }],
      visibleGroups: [{ groupId: 6 }],
      parameterDetails: [{ parameterValue: 'Sprzęt' }, { parameterValue: 'Canon' }],
    });
    expect(await changesOf(id, tokens.operator)).toMatchObject([
      {
        changedByEmail: 'user10@obieg.test',
        changeType: 'EDIT',
        comment: 'Poprawka',
        changes: [
          { field: 'title', label: null, before: 'Nie działa drukarka', after: 'Nie działa skaner' },
          { field: 'description', before: 'Zażółć gęślą jaźń', after: 'Świeci na czerwono' },
          { field: 'visibleUsers', before: null, after: 'user10' },
          { field: 'visibleGroups', before: null, after: 'Grupa 6' },
          { field: 'workflowParameters', label: 'Parametr 2', before: 'HP', after: 'Canon' },
        ],
      },
    ]);
    expect(
      (await eventsOf(id, 'obieg.tasks.task.changed')).map(({ data }) => (data as { title: string }).title),
    ).toEqual(['Nie działa drukarka', 'Nie działa skaner']);
  });

  it('tells in the history of one group in the place of another of the same name', async () => {
    const { submit, tokens, tasks, acme } = house;
    for (const group of [61, 62]) await tasks.addGroup(acme, group);
    await withOrganization(tasks.db, acme.id, (tx) =>
      tx('groups').whereIn('id', [61, 62]).update({ name: 'Bliźnięta' }),
    );
    const id = await submit({ visibleGroupIds: [61] }, tokens.operator);
    expect((await edit(id, { visibleGroupIds: [62] })).status).toBe(200);
    expect(await changesOf(id, tokens.operator)).toMatchObject([
      { changes: [{ field: 'visibleGroups', before: 'Bliźnięta', after: 'Bliźnięta' }] },
    ]);
  });

  it.each([
    ['no lists', {}, [10], [6]],
    ['empty lists', { visibleUserIds: [], visibleGroupIds: [] }, [10], [6]],
    ['null', { visibleUserIds: null, visibleGroupIds: null }, [10], [6]],
    ['the marker for users', { visibleUserIds: [-1] }, [], [6]],
    ['the marker for users, no groups', { visibleUserIds: [-1], visibleGroupIds: [] }, [], []],
    ['the marker for both', { visibleUserIds: [-1], visibleGroupIds: [-1] }, [], []],
    ['users alone', { visibleUserIds: [10, 11, 10] }, [10, 11], [6]],
    ['users and no groups', { visibleUserIds: [10], visibleGroupIds: [] }, [10], []],
  ])('reads %s as a visibility', async (_, lists, userIds, groupIds) => {
    const { submit, tokens } = house;
    const id = await submit({ visibleUserIds: [10], visibleGroupIds: [6] }, tokens.member);
    expect((await edit(id, lists)).status).toBe(200);
    const task = await taskOf(id, tokens.member);
    expect(task.visibleUsers.map(({ userId }: { userId: number }) => userId)).toEqual(userIds);
    expect(task.visibleGroups.map(({ groupId }: { groupId: number }) => groupId)).toEqual(groupIds);
    const isOpen = userIds.length + groupIds.length === 0;
    expect((await house.call('GET', `/api/tasks/${id}`, tokens.admin)).status).toBe(isOpen ? 200 : 404);
    expect((await house.call('GET', `/api/tasks/${id}`)).status).toBe(isOpen ? 200 : 404);
  });

  it('keeps a reader who has left the organization when the list names them still', async () => {
    const { tasks, acme, submit, tokens } = house;
    await tasks.addMember(acme, 50, ['MEMBER']);
    const id = await submit({ visibleUserIds: [10, 50] }, tokens.member);
    await tasks.addMember(acme, 50, []);
    expect((await edit(id, { visibleUserIds: [10, 50, 13], visibleGroupIds: [] })).status).toBe(200);
    expect((await edit(await submit({}, tokens.member), { visibleUserIds: [50] })).status).toBe(422);
  });

  it('keeps a reader who has become a reporter, and takes no other reporter', async () => {
    const { tasks, acme, submit, tokens } = house;
    await tasks.addMember(acme, 51, ['MEMBER']);
    const id = await submit({ visibleUserIds: [10, 51] }, tokens.member);
    await tasks.addMember(acme, 51, ['REPORTER']);
    expect((await edit(id, { visibleUserIds: [10, 51, 13] })).status).toBe(200);
    expect((await taskOf(id)).visibleUsers).toHaveLength(3);
    const { status, body } = await edit(id, { visibleUserIds: [10, 51, people.reporter] });
    expect([status, body.message]).toEqual([422, 'Nie ma takiego użytkownika w organizacji']);
    expect((await edit(id, { visibleUserIds: [10, 13] })).status).toBe(200);
    expect((await edit(id, { visibleUserIds: [10, 51] })).status).toBe(422);
  });

  it.each([
    ['no title', { title: ' ' }, 'title', 'Tytuł jest wymagany'],
    ['a long title', { title: 'x'.repeat(256) }, 'title'],
    ['the marker beside others', { visibleUserIds: [-1, 10] }, 'visibleUserIds'],
    [
      'a user of nobody',
      { visibleUserIds: [999] },
      'visibleUserIds',
      'Nie ma takiego użytkownika w organizacji',
    ],
    ['another tenant’s user', { visibleUserIds: [20] }, 'visibleUserIds'],
    [
      'a group that is none',
      { visibleGroupIds: [99] },
      'visibleGroupIds',
      'Nie ma takiej grupy w organizacji',
    ],
    ['a value outside the dictionary', { workflowParameters: { '1': 'Inne' } }, 'workflowParameters.1'],
    ['an answer the task does not hold', { workflowParameters: { '3': '5' } }, 'workflowParameters.3'],
    ['an unknown parameter', { workflowParameters: { '77': 'x' } }, 'workflowParameters.77'],
    ['a description that is no text', { description: 5 }, 'description'],
  ])('rejects %s and changes nothing', async (_, body, field, message?: string) => {
    const id = await house.submit();
    const before = await taskOf(id);
    const answer = await edit(id, body);
    expect([answer.status, answer.body.errors[0].field.split('.').slice(0, 2).join('.')]).toEqual([
      422,
      field,
    ]);
    if (message) expect(answer.body.message).toBe(message);
    expect(await taskOf(id)).toEqual(before);
    expect(await changesOf(id, house.tokens.operator)).toEqual([]);
  });

  it('refuses in the specification’s words', async () => {
    const id = await house.submit();
    expect((await edit(id, {}, {}, house.tokens.member)).body.message).toBe(
      'Nie masz uprawnień do edycji zadań. Wymagane uprawnienie: OPERATOR',
    );
  });

  it('says what is wrong with a field in the reader’s language', async () => {
    const id = await house.submit();
    const answer = async (body: object, language: string) =>
      (await edit(id, body, { 'accept-language': language })).body.errors;
    expect(await answer({ title: ' ' }, 'mul')).toEqual([{ field: 'title', message: 'Tytuł jest wymagany' }]);
    expect(await answer({ title: ' ' }, 'en')).toEqual([{ field: 'title', message: 'Title is required' }]);
    const long = { title: 'x'.repeat(256) };
    expect(await answer(long, 'pl')).toEqual([{ field: 'title', message: 'Najwięcej znaków: 255' }]);
    expect(await answer(long, 'en')).toEqual([{ field: 'title', message: 'At most 255 characters' }]);
  });

  it('takes a description away with null, and leaves it alone when absent', async () => {
    const id = await house.submit();
    await edit(id, {});
    expect((await taskOf(id)).description).toBe('Zażółć gęślą jaźń');
    await edit(id, { description: null });
    expect((await taskOf(id)).description).toBeNull();
  });

  it('honours If-Match: one of two editors wins, the other gets 412', async () => {
    const { submit, call, tokens } = house;
    const id = await submit();
    const tag = await tagOf(id);
    const answers = await Promise.all(
      ['Pierwszy', 'Drugi', 'Trzeci'].map((title) => edit(id, { title }, { 'if-match': tag })),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 412, 412]);
    const lost = answers.find(({ status }) => status === 412);
    expect(lost?.body).toMatchObject({ code: 'PRECONDITION_FAILED', success: false });
    const won = answers.find(({ status }) => status === 200);
    expect(won?.headers['etag']).toBe(await tagOf(id));
    expect(await changesOf(id, tokens.operator)).toHaveLength(1);

    const read = await tagOf(id);
    await call('POST', `/api/tasks/${id}/transition`, tokens.member, { transitionId: 2 });
    expect((await edit(id, { title: 'Po zmianie statusu' }, { 'if-match': read })).status).toBe(412);
    for (const wrap of [() => '*', (tag: string) => `W/${tag}`, (tag: string) => `"0", ${tag}`]) {
      const ifMatch = wrap(await tagOf(id));
      expect((await edit(id, { title: `Zgodny ${ifMatch}` }, { 'if-match': ifMatch })).status).toBe(200);
    }
  });

  it('loses nothing when one edits and others move, assign and comment at once', async () => {
    const { submit, call, tokens } = house;
    const id = await submit({}, tokens.member);
    const tag = await tagOf(id);
    const path = `/api/tasks/${id}`;
    const [edited, ...others] = await Promise.all([
      edit(id, { title: 'Poprawiony tytuł' }, { 'if-match': tag }),
      call('POST', `${path}/transition`, tokens.admin, { transitionId: 2 }),
      call('POST', `${path}/assign`, tokens.member, { assignmentType: 'ASSIGN_TO_ME' }),
      call('POST', `${path}/priority`, tokens.admin, { priority: 'HIGHEST' }),
      call('POST', `${path}/comment`, tokens.member, { content: 'Jadę' }),
    ]);
    expect(others.map(({ status }) => status)).toEqual([200, 200, 200, 201]);
    // Who edited what is not there any more learns it, and saves over what is.
    if (edited.status === 412) expect((await edit(id, { title: 'Poprawiony tytuł' })).status).toBe(200);
    else expect(edited.status).toBe(200);
    expect(await taskOf(id)).toMatchObject({
      title: 'Poprawiony tytuł',
      statusName: 'W toku',
      assignedUserId: people.member,
      priority: 'HIGHEST',
    });
    const changeTypes = (await changesOf(id, tokens.operator)).map(
      ({ changeType }: { changeType: string }) => changeType,
    );
    expect(changeTypes.toSorted()).toEqual(['EDIT', 'PRIORITY']);
    expect((await call('GET', `${path}/status-history`, tokens.operator)).body.statusHistory).toHaveLength(2);
    expect((await call('GET', `${path}/comments`, tokens.operator)).body.comments).toHaveLength(1);
  });

  it('is harmless when repeated', async () => {
    const { submit, tokens, eventsOf } = house;
    const id = await submit();
    await edit(id, { title: 'Raz' });
    const tag = await tagOf(id);
    await edit(id, { title: 'Raz' });
    expect(await tagOf(id)).toBe(tag);
    expect(await changesOf(id, tokens.operator)).toHaveLength(1);
    expect(await eventsOf(id, 'obieg.tasks.task.changed')).toHaveLength(2);
  });

  it('lets who restricts a task out of their own sight save it', async () => {
    const { submit, tokens, call } = house;
    const id = await submit({}, tokens.member);
    expect((await edit(id, { visibleUserIds: [people.it] })).status).toBe(200);
    expect((await call('GET', `/api/tasks/${id}`, tokens.operator)).status).toBe(404);
  });

  it('judges sight by what is true once the task is free', async () => {
    const { tasks, acme, submit, tokens, call } = house;
    const id = await submit({}, tokens.member);
    let waiting: ReturnType<typeof call> | undefined;
    await withOrganization(tasks.db, acme.id, async (tx) => {
      const [row] = await tx('tasks')
        .where({ public_task_id: id })
        .update({ is_restricted: true })
        .returning('id');
      await tx('task_readers').insert({
        organization_id: acme.id,
        task_id: row.id,
        kind: 'USER',
        reader_id: people.member,
      });
      waiting = call('POST', `/api/tasks/${id}/priority`, tokens.operator, { priority: 'LOW' });
      await untilLockWaits(tasks.db.knex);
    });
    expect((await waiting)?.status).toBe(404);
  });
});

describe('GET /api/tasks/{id}/parameters', () => {
  it('lists the questions of the task’s answers, with what can be chosen', async () => {
    const { submit, call, tokens } = house;
    const id = await submit();
    expect((await call('GET', `/api/tasks/${id}/parameters`, tokens.operator)).body).toEqual({
      success: true,
      parameters: [
        {
          parameterId: 1,
          displayName: 'Parametr 1',
          parameterType: 'DICTIONARY',
          dictionaryValues: [{ value: 'Sprzęt' }, { value: 'Konto' }],
        },
        { parameterId: 2, displayName: 'Parametr 2', parameterType: 'TEXT', dictionaryValues: [] },
      ],
    });
  });
});

describe('POST /api/tasks/{id}/priority', () => {
  const change = (id: number, body: object, token = house.tokens.operator) =>
    house.call('POST', `/api/tasks/${id}/priority`, token, body);

  it('changes it, with history and event, and once only', async () => {
    const { submit, tokens, eventsOf } = house;
    const id = await submit();
    const answer = await change(id, { priority: 'HIGHEST', comment: 'Prezes czeka' });
    expect(answer.body.task).toMatchObject({ priority: 'HIGHEST' });
    await change(id, { priority: 'HIGHEST' });
    expect(await changesOf(id, tokens.member)).toMatchObject([
      {
        changeType: 'PRIORITY',
        comment: 'Prezes czeka',
        changes: [{ field: 'priority', before: 'NORMAL', after: 'HIGHEST' }],
      },
    ]);
    expect(
      (await eventsOf(id, 'obieg.tasks.task.changed')).map(
        ({ data }) => (data as { priority: string }).priority,
      ),
    ).toEqual(['NORMAL', 'HIGHEST']);
  });

  it('rejects what is no priority, and says who may in the specification’s words', async () => {
    const id = await house.submit();
    for (const body of [{}, { priority: 'URGENT' }, { priority: null }, { priority: ['HIGH'] }])
      expect((await change(id, body)).status).toBe(422);
    expect((await change(id, { priority: 'LOW' }, house.tokens.member)).body.message).toBe(
      'Nie masz uprawnień do zmiany priorytetu. Wymagane uprawnienie: OPERATOR',
    );
  });
});

describe('GET /api/tasks/{id}/change-history', () => {
  it('shows visitors nothing, and a reporter neither comments nor who else may see the task', async () => {
    const { submit, tokens, call } = house;
    const id = await submit({}, tokens.reporter);
    await edit(id, { title: 'Po edycji', visibleUserIds: [10], comment: 'między nami' });
    await edit(id, { title: 'Po edycji', visibleUserIds: [-1], comment: 'i jeszcze' });
    expect(await changesOf(id)).toEqual([]);
    expect(await changesOf(id, tokens.reporter)).toMatchObject([
      { changes: [{ field: 'title' }], comment: null },
    ]);
    expect(
      (await call('GET', `/api/tasks/${id}/change-history`, tokens.member)).body.changeHistory,
    ).toHaveLength(2);
  });
});

describe('DELETE /api/tasks/{id}', () => {
  it('takes the task out of every answer, keeps its rows, and emits the event', async () => {
    const { tasks, acme, submit, tokens, call, eventsOf, numbersListed } = house;
    const id = await submit({ assignedUserId: people.member }, tokens.member);
    await call('POST', `/api/tasks/${id}/comment`, tokens.member, { content: 'x' });
    const tag = await tagOf(id);
    const path = `/api/tasks/${id}`;
    expect((await call('DELETE', path, tokens.operator, undefined, { 'if-match': '"99"' })).status).toBe(412);
    const answer = await call('DELETE', path, tokens.operator, undefined, { 'if-match': tag });
    expect([answer.status, answer.body]).toEqual([204, '']);
    for (const part of [
      '',
      '/transitions',
      '/comments',
      '/status-history',
      '/assignment-history',
      '/change-history',
    ])
      expect((await call('GET', `${path}${part}`, tokens.member)).status).toBe(404);
    expect(await numbersListed(tokens.member)).not.toContain(id);
    expect(await numbersListed(tokens.member, '&assignedToMe=true')).not.toContain(id);
    expect((await call('DELETE', path, tokens.operator)).status).toBe(404);
    expect(await eventsOf(id, 'obieg.tasks.task.deleted')).toMatchObject([
      { organizationid: acme.id, data: { organizationId: acme.id, publicTaskId: id } },
    ]);
    const [changed] = (await eventsOf(id, 'obieg.tasks.task.changed')).slice(-1);
    const [deleted] = await eventsOf(id, 'obieg.tasks.task.deleted');
    expect(deleted?.aggregateversion).toBeGreaterThan(Number(changed?.aggregateversion));
    const kept = await withOrganization(tasks.db, acme.id, (tx) =>
      tx('change_history as h')
        .join('tasks as t', 't.id', 'h.task_id')
        .where('t.public_task_id', id)
        .select('h.change_type', 'h.changed_by_email', 't.title'),
    );
    expect(kept).toEqual([
      { change_type: 'DELETE', changed_by_email: 'user10@obieg.test', title: 'Nie działa drukarka' },
    ]);
  });

  it('lets one of two at once win', async () => {
    const { submit, tokens, call, eventsOf } = house;
    const id = await submit();
    const answers = await Promise.all([
      call('DELETE', `/api/tasks/${id}`, tokens.operator),
      call('DELETE', `/api/tasks/${id}`, tokens.admin),
    ]);
    expect(answers.map(({ status }) => status).sort()).toEqual([204, 404]);
    expect(await eventsOf(id, 'obieg.tasks.task.deleted')).toHaveLength(1);
  });
});
