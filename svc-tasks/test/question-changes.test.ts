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
