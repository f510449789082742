import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createEditHelpers } from './edit-helpers';
import { type Fixture, startFixture, userIds } from './fixture';

let fixture: Fixture;
beforeAll(async () => {
  fixture = await startFixture();
});
afterAll(() => fixture.service.close());

const { getTask, getEtag, edit, getChangeHistory } = createEditHelpers(() => fixture);

describe('PUT /api/tasks/{id}', () => {
  it('edits title, description, answers and visibility, and writes history and an event', async () => {
    const { submit, tokens, listTaskEvents } = fixture;
    const id = await submit({}, tokens.member);
    const { status, body } = await edit(id, {
      title: '  Nie działa skaner ',
      description: 'Świeci na czerwono',
      workflowParameters: { '1': 'Sprzęt', '2': 'Canon' },
      visibleUserIds: [userIds.operator],
      visibleGroupIds: [6],
      comment: 'Poprawka',
    });
    expect([status, body]).toEqual([200, { success: true, message: '' }]);
    expect(await getTask(id)).toMatchObject({
      title: 'Nie działa skaner',
      description: 'Świeci na czerwono',
      visibleUsers: [{ userId: userIds.operator }],
      visibleGroups: [{ groupId: 6 }],
      parameterDetails: [{ parameterValue: 'Sprzęt' }, { parameterValue: 'Canon' }],
    });
    expect(await getChangeHistory(id, tokens.operator)).toMatchObject([
      {
        changedByEmail: 'user10@obieg.test',
        changeType: 'EDIT',
        comment: 'Poprawka',
        changes: [
          { field: 'title', label: null, before: 'Nie działa drukarka', after: 'Nie działa skaner' },
          { field: 'description', before: 'Zażółć gęślą jaźń', after: 'Świeci na czerwono' },
          { field: 'visibleUsers', before: null, after: 'user10' },
          { field: 'visibleGroups', before: null, after: 'Grupa 5 / Grupa 6' },
          { field: 'workflowParameters', label: 'Parametr 2', before: 'HP', after: 'Canon' },
        ],
      },
    ]);
    expect(
      (await listTaskEvents(id, 'obieg.tasks.task.changed')).map(
        ({ data }) => (data as { title: string }).title,
      ),
    ).toEqual(['Nie działa drukarka', 'Nie działa skaner']);
  });

  it.each([
    ['no title', { title: ' ' }, 'title', 'Tytuł jest wymagany'],
    ['a long title', { title: 'x'.repeat(256) }, 'title'],
    ['the "none" marker together with a user', { visibleUserIds: [-1, 10] }, 'visibleUserIds'],
    [
      'an unknown user',
      { visibleUserIds: [999] },
      'visibleUserIds',
      'Nie ma takiego użytkownika w organizacji',
    ],
    ['a user of another tenant', { visibleUserIds: [20] }, 'visibleUserIds'],
    ['an unknown group', { visibleGroupIds: [99] }, 'visibleGroupIds', 'Nie ma takiej grupy w organizacji'],
    ['a value outside the dictionary', { workflowParameters: { '1': 'Inne' } }, 'workflowParameters.1'],
    [
      'an answer to a question that the task does not have',
      { workflowParameters: { '3': '5' } },
      'workflowParameters.3',
    ],
    ['an unknown parameter', { workflowParameters: { '77': 'x' } }, 'workflowParameters.77'],
    ['a description that is not a string', { description: 5 }, 'description'],
  ])('rejects %s and changes nothing', async (_, body, field, message?: string) => {
    const id = await fixture.submit();
    const before = await getTask(id);
    const response = await edit(id, body);
    expect([response.status, response.body.errors[0].field.split('.').slice(0, 2).join('.')]).toEqual([
      422,
      field,
    ]);
    if (message) expect(response.body.message).toBe(message);
    expect(await getTask(id)).toEqual(before);
    expect(await getChangeHistory(id, fixture.tokens.operator)).toEqual([]);
  });

  it('rejects a member with the message of the specification', async () => {
    const id = await fixture.submit();
    expect((await edit(id, {}, {}, fixture.tokens.member)).body.message).toBe(
      'Nie masz uprawnień do edycji zadań. Wymagane uprawnienie: OPERATOR',
    );
  });

  it('returns field errors in the language of Accept-Language', async () => {
    const id = await fixture.submit();
    const getErrors = async (body: object, language: string) =>
      (await edit(id, body, { 'accept-language': language })).body.errors;
    expect(await getErrors({ title: ' ' }, 'mul')).toEqual([
      { field: 'title', message: 'Tytuł jest wymagany' },
    ]);
    expect(await getErrors({ title: ' ' }, 'en')).toEqual([{ field: 'title', message: 'Title is required' }]);
    const long = { title: 'x'.repeat(256) };
    expect(await getErrors(long, 'pl')).toEqual([{ field: 'title', message: 'Najwięcej znaków: 255' }]);
    expect(await getErrors(long, 'en')).toEqual([{ field: 'title', message: 'At most 255 characters' }]);
  });

  it('removes the description with null, and leaves it unchanged if the field is absent', async () => {
    const id = await fixture.submit();
    await edit(id, {});
    expect((await getTask(id)).description).toBe('Zażółć gęślą jaźń');
    await edit(id, { description: null });
    expect((await getTask(id)).description).toBeNull();
  });

  it('accepts one of several concurrent edits of a revision, and rejects the others with 412', async () => {
    const { submit, call, tokens } = fixture;
    const id = await submit();
    const etag = await getEtag(id);
    const responses = await Promise.all(
      ['Pierwszy', 'Drugi', 'Trzeci'].map((title) => edit(id, { title }, { 'if-match': etag })),
    );
    expect(responses.map(({ status }) => status).sort()).toEqual([200, 412, 412]);
    const rejected = responses.find(({ status }) => status === 412);
    expect(rejected?.body).toMatchObject({ code: 'PRECONDITION_FAILED', success: false });
    const accepted = responses.find(({ status }) => status === 200);
    expect(accepted?.headers['etag']).toBe(await getEtag(id));
    expect(await getChangeHistory(id, tokens.operator)).toHaveLength(1);

    const outdatedEtag = await getEtag(id);
    await call('POST', `/api/tasks/${id}/transition`, tokens.member, { transitionId: 2 });
    expect((await edit(id, { title: 'Po zmianie statusu' }, { 'if-match': outdatedEtag })).status).toBe(412);
    for (const buildIfMatch of [() => '*', (etag: string) => `W/${etag}`, (etag: string) => `"0", ${etag}`]) {
      const ifMatch = buildIfMatch(await getEtag(id));
      expect((await edit(id, { title: `Zgodny ${ifMatch}` }, { 'if-match': ifMatch })).status).toBe(200);
    }
  });

  it.each(['', ' '])('rejects the blank If-Match "%s" with 400', async (ifMatch) => {
    const id = await fixture.submit();
    expect((await edit(id, { title: 'Bez znacznika' }, { 'if-match': ifMatch })).status).toBe(400);
  });

  it('loses no change when it runs concurrently with a transition, an assignment and a comment', async () => {
    const { submit, call, tokens } = fixture;
    const id = await submit({}, tokens.member);
    const etag = await getEtag(id);
    const path = `/api/tasks/${id}`;
    const [edited, ...others] = await Promise.all([
      edit(id, { title: 'Poprawiony tytuł' }, { 'if-match': etag }),
      call('POST', `${path}/transition`, tokens.admin, { transitionId: 2 }),
      call('POST', `${path}/assign`, tokens.member, { assignmentType: 'ASSIGN_TO_ME' }),
      call('POST', `${path}/priority`, tokens.admin, { priority: 'HIGHEST' }),
      call('POST', `${path}/comment`, tokens.member, { content: 'Jadę' }),
    ]);
    expect(others.map(({ status }) => status)).toEqual([200, 200, 200, 201]);
    // The editor gets 412 if another change came first, and then saves without If-Match.
    if (edited.status === 412) expect((await edit(id, { title: 'Poprawiony tytuł' })).status).toBe(200);
    else expect(edited.status).toBe(200);
    expect(await getTask(id)).toMatchObject({
      title: 'Poprawiony tytuł',
      statusName: 'W toku',
      assignedUserId: userIds.member,
      priority: 'HIGHEST',
    });
    const changeTypes = (await getChangeHistory(id, tokens.operator)).map(
      ({ changeType }: { changeType: string }) => changeType,
    );
    expect(changeTypes.toSorted()).toEqual(['EDIT', 'PRIORITY']);
    expect((await call('GET', `${path}/status-history`, tokens.operator)).body.statusHistory).toHaveLength(2);
    expect((await call('GET', `${path}/comments`, tokens.operator)).body.comments).toHaveLength(1);
  });

  it('changes nothing when repeated', async () => {
    const { submit, tokens, listTaskEvents } = fixture;
    const id = await submit();
    await edit(id, { title: 'Raz' });
    const etag = await getEtag(id);
    await edit(id, { title: 'Raz' });
    expect(await getEtag(id)).toBe(etag);
    expect(await getChangeHistory(id, tokens.operator)).toHaveLength(1);
    expect(await listTaskEvents(id, 'obieg.tasks.task.changed')).toHaveLength(2);
  });
});

describe('GET /api/tasks/{id}/parameters', () => {
  it('lists the questions that the task has answers to, with the values of each dictionary', async () => {
    const { submit, call, tokens } = fixture;
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
  it('is empty for visitors, and hides comments and visibility changes from a reporter', async () => {
    const { submit, tokens, call } = fixture;
    const id = await submit({}, tokens.reporter);
    await edit(id, { title: 'Po edycji', visibleUserIds: [10], comment: 'między nami' });
    await edit(id, { title: 'Po edycji', visibleUserIds: [-1], comment: 'i jeszcze' });
    expect(await getChangeHistory(id)).toEqual([]);
    expect(await getChangeHistory(id, tokens.reporter)).toMatchObject([
      { changes: [{ field: 'title' }], comment: null },
    ]);
    expect(
      (await call('GET', `/api/tasks/${id}/change-history`, tokens.member)).body.changeHistory,
    ).toHaveLength(2);
  });
});
