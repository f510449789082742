import { withOrganization } from '@obieg/service-kit';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type Fixture, startFixture } from './fixture';
import { createWorkflowEditor } from './workflow-editor';

let fixture: Fixture;
beforeAll(async () => {
  fixture = await startFixture();
});
afterAll(() => fixture.service.close());
const {
  getConfiguration,
  reset,
  publish,
  withChangedTransition,
  withChangedParameter,
  callAsOperator,
  getTask,
  run,
  submitInProgress,
} = createWorkflowEditor(() => fixture);
beforeEach(reset);

describe('a task when the configuration of its questions changes', () => {
  const listAnswers = async (id: number) =>
    (await getTask(id)).parameterDetails.map(
      ({ parameterName, parameterValue }: { parameterName: string; parameterValue: string }) => [
        parameterName,
        parameterValue,
      ],
    );
  const initialAnswers = [
    ['Parametr 1', 'Sprzęt'],
    ['Parametr 2', 'HP'],
  ];

  it('keeps the answers to deleted questions with their labels, but rejects changes to them', async () => {
    const id = await fixture.submit();
    const [first, second, third] = getConfiguration().parameters;
    await publish({ parameters: [first, third].flatMap((one) => one ?? []) });
    await publish({ parameters: third ? [third] : [] });
    expect(await listAnswers(id)).toEqual(initialAnswers);
    const unchanged = await callAsOperator('PUT', String(id), {
      title: 'T',
      workflowParameters: { 1: 'Sprzęt', 2: 'HP' },
    });
    expect(unchanged.status).toBe(200);
    const changed = await callAsOperator('PUT', String(id), {
      title: 'T',
      workflowParameters: { 2: 'Canon' },
    });
    expect(changed.body).toMatchObject({ status: 422, errors: [{ field: 'workflowParameters.2' }] });
    expect((await run(id, 2, { 1: 'Sprzęt', 2: 'HP' })).status).toBe(200);
    await publish({ parameters: [first, second, third].flatMap((one) => one ?? []) });
    expect(await listAnswers(id)).toEqual(initialAnswers);
  });

  it('keeps the answer when the question is deactivated and its type changes', async () => {
    const id = await fixture.submit();
    await publish({ parameters: withChangedParameter(2, { isActive: false, parameterType: 'DATE' }) });
    expect(await listAnswers(id)).toEqual(initialAnswers);
    expect(
      (await callAsOperator('PUT', String(id), { title: 'T', workflowParameters: { 2: 'HP' } })).status,
    ).toBe(200);
  });

  it('is not asked a deactivated question in transitions', async () => {
    const id = await submitInProgress();
    await publish({ parameters: withChangedParameter(3, { isActive: false }) });
    const { transitions } = (await callAsOperator('GET', `${id}/transitions`)).body;
    expect(transitions[0]).toMatchObject({ transitionName: 'Zakończ', requiredParameters: [] });
    expect((await run(id, 5, { 3: '1' })).body.errors).toEqual([
      { field: 'workflowParameters.3', message: 'To pytanie nie zostało zadane' },
    ]);
    expect((await run(id, 5)).body.task.statusName).toBe('Zakończone');
  });

  it('keeps an answer whose value is retired, but offers the value neither as a choice nor as a default', async () => {
    const id = await fixture.submit();
    const [first] = getConfiguration().parameters;
    const dictionaryValues = (first?.dictionaryValues ?? []).map((one) => ({
      ...one,
      isActive: one.value !== 'Sprzęt',
    }));
    const requiredParameters = [{ id: 1, parameterId: 1, isMandatory: true, defaultValue: 'Sprzęt' }];
    await publish({
      parameters: withChangedParameter(1, { dictionaryValues }),
      transitions: withChangedTransition(2, { requiredParameters }),
    });
    const { transitions } = (await callAsOperator('GET', `${id}/transitions`)).body;
    expect(transitions[0].requiredParameters).toMatchObject([
      { defaultValue: null, dictionaryValues: [{ value: 'Konto' }] },
    ]);
    const submission = { title: 'Nowe', workflowParameters: { '1': 'Sprzęt', '2': 'x' } };
    const rejected = await fixture.call('POST', '/api/tasks', fixture.tokens.member, submission);
    expect(rejected.body.errors).toEqual([
      { field: 'workflowParameters.1', message: 'Wybierz jedną z podanych wartości' },
    ]);
    expect((await run(id, 2, { 1: 'Sprzęt' })).body.task.statusName).toBe('W toku');
  });

  it('keeps an edited answer when a transition sends the previous one', async () => {
    const id = await fixture.submit();
    await callAsOperator('PUT', String(id), { title: 'T', workflowParameters: { 2: 'Canon' } });
    expect((await run(id, 2, { 1: 'Sprzęt', 2: 'HP' })).status).toBe(200);
    expect(await listAnswers(id)).toEqual([
      ['Parametr 1', 'Sprzęt'],
      ['Parametr 2', 'Canon'],
    ]);
  });
});

describe('the change history of an answer', () => {
  const requireAnswers = (...parameterIds: number[]) => ({
    requiredParameters: parameterIds.map((parameterId) => ({
      id: parameterId,
      parameterId,
      isMandatory: false,
      defaultValue: null,
    })),
  });
  const listChanges = async (id: number) =>
    (await callAsOperator('GET', `${id}/change-history`)).body.changeHistory.flatMap(
      ({ changes }: { changes: object[] }) => changes,
    );

  it('keeps the old label and type after the question is renamed, has another type or is deleted', async () => {
    await publish({
      parameters: withChangedParameter(3, { parameterType: 'BOOLEAN' }),
      transitions: getConfiguration().transitions.map((one) =>
        one.id === 2 || one.id === 5 ? { ...one, ...requireAnswers(3) } : one,
      ),
    });
    const id = await fixture.submit();
    await run(id, 2, { 3: 'true' });
    await run(id, 5, { 3: '' });
    const question = { field: 'workflowParameters', parameterId: 3, parameterType: 'BOOLEAN' };
    const expected = [
      { ...question, label: 'Parametr 3', before: null, after: 'true' },
      { ...question, label: 'Parametr 3', before: 'true', after: null },
    ];
    expect(await listChanges(id)).toEqual(expected);
    await publish({ parameters: withChangedParameter(3, { displayName: 'Pilne?', parameterType: 'TEXT' }) });
    expect(await listChanges(id)).toEqual(expected);
    await publish({ parameters: getConfiguration().parameters.filter((one) => one.id !== 3) });
    expect(await listChanges(id)).toEqual(expected);
  });

  it('distinguishes two questions with the same name', async () => {
    await publish({
      parameters: withChangedParameter(3, { parameterType: 'DATE', displayName: 'Parametr 2' }),
      transitions: withChangedTransition(2, requireAnswers(3)),
    });
    const id = await fixture.submit();
    await run(id, 2, { 3: '2026-11-30' });
    await callAsOperator('PUT', String(id), { title: 'T', workflowParameters: { 2: '2.5' } });
    expect((await listChanges(id)).slice(0, 1)).toMatchObject([{ parameterId: 3, parameterType: 'DATE' }]);
    expect((await listChanges(id)).slice(1)).toEqual([
      { field: 'title', label: null, before: 'Nie działa drukarka', after: 'T' },
      {
        field: 'workflowParameters',
        label: 'Parametr 2',
        before: 'HP',
        after: '2.5',
        parameterId: 2,
        parameterType: 'TEXT',
      },
    ]);
  });

  /** Inserts a history entry without answer types, as earlier versions wrote it. */
  const insertOldEntry = (id: number, changes: object[]) =>
    withOrganization(fixture.service.db, fixture.acme.id, async (tx) => {
      const task = await tx('tasks').where({ public_task_id: id }).first('id');
      await tx('change_history').insert({
        organization_id: fixture.acme.id,
        task_id: task.id,
        change_type: 'EDIT',
        changes: JSON.stringify(changes),
      });
    });

  it('gets its missing type from the questions with its label if they all have the same type', async () => {
    const { parameters } = getConfiguration();
    const copyParameter = (parameterId: number, id: number, more: Partial<(typeof parameters)[number]>) =>
      parameters.filter((one) => one.id === parameterId).map((one) => ({ ...one, id, ...more }));
    const retired = [
      ...copyParameter(3, 91, { displayName: 'Kiedyś', parameterType: 'DATE' }),
      ...copyParameter(3, 92, { displayName: 'Dwoiste', parameterType: 'NUMBER' }),
    ];
    const present = [
      ...parameters,
      ...copyParameter(3, 93, { displayName: 'Dwoiste', parameterType: 'TEXT' }),
      ...copyParameter(3, 94, { displayName: 'Kiedyś', parameterType: 'DATE' }),
    ];
    await publish({ parameters: [...parameters, ...retired] });
    await publish({ parameters: present });
    const id = await fixture.submit();
    const answer = (label: string) => ({ field: 'workflowParameters', label, before: '1', after: '2' });
    const title = { field: 'title', label: null, before: 'A', after: 'B' };
    const oldChanges = [...['Parametr 3', 'Kiedyś', 'Dwoiste', 'Nikt nie pamięta'].map(answer), title];
    await insertOldEntry(id, oldChanges);
    expect(await listChanges(id)).toEqual([
      { ...answer('Parametr 3'), parameterType: 'NUMBER' },
      { ...answer('Kiedyś'), parameterType: 'DATE' },
      answer('Dwoiste'),
      answer('Nikt nie pamięta'),
      title,
    ]);
  });
});
