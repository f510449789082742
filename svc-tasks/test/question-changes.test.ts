import { withOrganization } from '@obieg/service-kit';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type Acme, startAcme } from './acme';
import { changingWorkflow } from './changing-workflow';

let house: Acme;
beforeAll(async () => {
  house = await startAcme();
});
afterAll(() => house.tasks.close());
const { current, restart, publish, changedTransition, changedParameter, as, view, run, begin } =
  changingWorkflow(() => house);
beforeEach(restart);

describe('a question that changes under a task', () => {
  const answersOf = async (id: number) =>
    (await view(id)).parameterDetails.map(
      ({ parameterName, parameterValue }: { parameterName: string; parameterValue: string }) => [
        parameterName,
        parameterValue,
      ],
    );
  const before = [
    ['Parametr 1', 'Sprzęt'],
    ['Parametr 2', 'HP'],
  ];

  it('deleted: its answer stays readable under its name, for who deletes it twice, too; others can be corrected', async () => {
    const id = await house.submit();
    const [first, second, third] = current().parameters;
    await publish({ parameters: [first, third].flatMap((one) => one ?? []) });
    await publish({ parameters: third ? [third] : [] });
    expect(await answersOf(id)).toEqual(before);
    const kept = await as('PUT', String(id), { title: 'T', workflowParameters: { 1: 'Sprzęt', 2: 'HP' } });
    expect(kept.status).toBe(200);
    const changed = await as('PUT', String(id), { title: 'T', workflowParameters: { 2: 'Canon' } });
    expect(changed.body).toMatchObject({ status: 422, errors: [{ field: 'workflowParameters.2' }] });
    expect((await run(id, 2, { 1: 'Sprzęt', 2: 'HP' })).status).toBe(200);
    await publish({ parameters: [first, second, third].flatMap((one) => one ?? []) });
    expect(await answersOf(id)).toEqual(before);
  });

  it('deactivated or of another type: the answer stays as it was given', async () => {
    const id = await house.submit();
    await publish({ parameters: changedParameter(2, { isActive: false, parameterType: 'DATE' }) });
    expect(await answersOf(id)).toEqual(before);
    expect((await as('PUT', String(id), { title: 'T', workflowParameters: { 2: 'HP' } })).status).toBe(200);
  });

  it('deactivated: asked for nowhere, by no transition either', async () => {
    const id = await begin();
    await publish({ parameters: changedParameter(3, { isActive: false }) });
    const { transitions } = (await as('GET', `${id}/transitions`)).body;
    expect(transitions[0]).toMatchObject({ transitionName: 'Zakończ', requiredParameters: [] });
    expect((await run(id, 5, { 3: '1' })).body.errors).toEqual([
      { field: 'workflowParameters.3', message: 'To pytanie nie zostało zadane' },
    ]);
    expect((await run(id, 5)).body.task.statusName).toBe('Zakończone');
  });

  it('whose value was retired: what holds it stays good, nobody can choose it, no default offers it', async () => {
    const id = await house.submit();
    const [first] = current().parameters;
    const dictionaryValues = (first?.dictionaryValues ?? []).map((one) => ({
      ...one,
      isActive: one.value !== 'Sprzęt',
    }));
    const requiredParameters = [{ id: 1, parameterId: 1, isMandatory: true, defaultValue: 'Sprzęt' }];
    await publish({
      parameters: changedParameter(1, { dictionaryValues }),
      transitions: changedTransition(2, { requiredParameters }),
    });
    const { transitions } = (await as('GET', `${id}/transitions`)).body;
    expect(transitions[0].requiredParameters).toMatchObject([
      { defaultValue: null, dictionaryValues: [{ value: 'Konto' }] },
    ]);
    const submission = { title: 'Nowe', workflowParameters: { '1': 'Sprzęt', '2': 'x' } };
    const refused = await house.call('POST', '/api/tasks', house.tokens.member, submission);
    expect(refused.body.errors).toEqual([
      { field: 'workflowParameters.1', message: 'Wybierz jedną z podanych wartości' },
    ]);
    expect((await run(id, 2, { 1: 'Sprzęt' })).body.task.statusName).toBe('W toku');
  });

  it('answered anew by somebody else meanwhile: who runs a transition with the old answer does not undo it', async () => {
    const id = await house.submit();
    await as('PUT', String(id), { title: 'T', workflowParameters: { 2: 'Canon' } });
    expect((await run(id, 2, { 1: 'Sprzęt', 2: 'HP' })).status).toBe(200);
    expect(await answersOf(id)).toEqual([
      ['Parametr 1', 'Sprzęt'],
      ['Parametr 2', 'Canon'],
    ]);
  });
});

describe('the history of an answer', () => {
  const ask = (...parameterIds: number[]) => ({
    requiredParameters: parameterIds.map((parameterId) => ({
      id: parameterId,
      parameterId,
      isMandatory: false,
      defaultValue: null,
    })),
  });
  const changesOf = async (id: number) =>
    (await as('GET', `${id}/change-history`)).body.changeHistory.flatMap(
      ({ changes }: { changes: object[] }) => changes,
    );

  it('says of which type it was then, once it is emptied and its question renamed, retyped and deleted', async () => {
    await publish({
      parameters: changedParameter(3, { parameterType: 'BOOLEAN' }),
      transitions: current().transitions.map((one) =>
        one.id === 2 || one.id === 5 ? { ...one, ...ask(3) } : one,
      ),
    });
    const id = await house.submit();
    await run(id, 2, { 3: 'true' });
    await run(id, 5, { 3: '' });
    const question = { field: 'workflowParameters', parameterId: 3, parameterType: 'BOOLEAN' };
    const expected = [
      { ...question, label: 'Parametr 3', before: null, after: 'true' },
      { ...question, label: 'Parametr 3', before: 'true', after: null },
    ];
    expect(await changesOf(id)).toEqual(expected);
    await publish({ parameters: changedParameter(3, { displayName: 'Pilne?', parameterType: 'TEXT' }) });
    expect(await changesOf(id)).toEqual(expected);
    await publish({ parameters: current().parameters.filter((one) => one.id !== 3) });
    expect(await changesOf(id)).toEqual(expected);
  });

  it('tells two questions of one name apart', async () => {
    await publish({
      parameters: changedParameter(3, { parameterType: 'DATE', displayName: 'Parametr 2' }),
      transitions: changedTransition(2, ask(3)),
    });
    const id = await house.submit();
    await run(id, 2, { 3: '2026-11-30' });
    await as('PUT', String(id), { title: 'T', workflowParameters: { 2: '2.5' } });
    expect((await changesOf(id)).slice(0, 1)).toMatchObject([{ parameterId: 3, parameterType: 'DATE' }]);
    expect((await changesOf(id)).slice(1)).toEqual([
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

  /** An entry as it was written before entries said of which type an answer was. */
  const writeOldEntry = (id: number, changes: object[]) =>
    withOrganization(house.tasks.db, house.acme.id, async (tx) => {
      const task = await tx('tasks').where({ public_task_id: id }).first('id');
      await tx('change_history').insert({
        organization_id: house.acme.id,
        task_id: task.id,
        change_type: 'EDIT',
        changes: JSON.stringify(changes),
      });
    });

  it('that was written without a type has that of the known questions of its name, if they agree', async () => {
    const { parameters } = current();
    const like = (parameterId: number, id: number, more: Partial<(typeof parameters)[number]>) =>
      parameters.filter((one) => one.id === parameterId).map((one) => ({ ...one, id, ...more }));
    const gone = [
      ...like(3, 91, { displayName: 'Kiedyś', parameterType: 'DATE' }),
      ...like(3, 92, { displayName: 'Dwoiste', parameterType: 'NUMBER' }),
    ];
    const now = [
      ...parameters,
      ...like(3, 93, { displayName: 'Dwoiste', parameterType: 'TEXT' }),
      ...like(3, 94, { displayName: 'Kiedyś', parameterType: 'DATE' }),
    ];
    await publish({ parameters: [...parameters, ...gone] });
    await publish({ parameters: now });
    const id = await house.submit();
    const answer = (label: string) => ({ field: 'workflowParameters', label, before: '1', after: '2' });
    const title = { field: 'title', label: null, before: 'A', after: 'B' };
    const old = [...['Parametr 3', 'Kiedyś', 'Dwoiste', 'Nikt nie pamięta'].map(answer), title];
    await writeOldEntry(id, old);
    expect(await changesOf(id)).toEqual([
      { ...answer('Parametr 3'), parameterType: 'NUMBER' },
      { ...answer('Kiedyś'), parameterType: 'DATE' },
      answer('Dwoiste'),
      answer('Nikt nie pamięta'),
      title,
    ]);
  });
});
