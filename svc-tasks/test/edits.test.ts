import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Acme, people, startAcme } from './acme';
import { editsOf } from './edits';

let house: Acme;
beforeAll(async () => {
  house = await startAcme();
});
afterAll(() => house.tasks.close());

const { taskOf, tagOf, edit, changesOf } = editsOf(() => house);

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

  it.each(['', ' '])('takes an If-Match of "%s" for no permission to overwrite', async (ifMatch) => {
    const id = await house.submit();
    expect((await edit(id, { title: 'Bez znacznika' }, { 'if-match': ifMatch })).status).toBe(400);
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
