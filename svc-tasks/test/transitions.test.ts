import { recordedEvents } from '@obieg/service-kit/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Acme, startAcme } from './acme';

let house: Acme;
beforeAll(async () => {
  house = await startAcme();
});
afterAll(() => house.tasks.close());

describe('transitions', () => {
  const offered = async (id: number, token: string) =>
    (await house.call('GET', `/api/tasks/${id}/transitions`, token)).body.transitions;
  const run = (id: number, transitionId: number, token: string, workflowParameters: object = {}) =>
    house.call('POST', `/api/tasks/${id}/transition`, token, { transitionId, workflowParameters });

  it('are offered with reasons; a member of a child group executes for its ancestor, an observer does not', async () => {
    const id = await house.submit();
    const summary = async (token: string) =>
      (await offered(id, token)).map(({ transitionName, canExecute, reasons }: Record<string, unknown>) => [
        transitionName,
        canExecute,
        reasons,
      ]);
    expect(await summary(house.tokens.member)).toEqual([
      ['Rozpocznij', true, []],
      ['Odrzuć', true, []],
      ['Tylko IT', false, ['EXECUTOR_GROUP_REQUIRED']],
      ['Oddaj', true, []],
    ]);
    expect((await summary(house.tokens.it))[2]).toEqual(['Tylko IT', true, []]);
    expect((await summary(house.tokens.observer))[2]).toEqual([
      'Tylko IT',
      false,
      ['EXECUTOR_GROUP_REQUIRED'],
    ]);
    expect((await run(id, 4, house.tokens.observer)).status).toBe(403);
    expect(
      (await offered(await house.submit({ workflowParameters: { '1': 'Konto' } }), house.tokens.member)).map(
        ({ transitionName }: { transitionName: string }) => transitionName,
      ),
    ).toContain('Dla kont');
  });

  it('name the groups that may run them to members who may not, and to nobody else', async () => {
    const id = await house.submit();
    const named = async (token?: string) =>
      ((await house.call('GET', `/api/tasks/${id}/transitions`, token)).body.transitions as object[]).flatMap(
        (option) => ('executorGroupNames' in option ? [option.executorGroupNames] : []),
      );
    expect(await named(house.tokens.member)).toEqual([['Grupa 5']]);
    expect(await named(house.tokens.observer)).toEqual([['Grupa 5']]);
    expect(await named(house.tokens.it)).toEqual([]);
    for (const token of [undefined, house.tokens.reporter])
      expect((await house.call('GET', `/api/tasks/${id}/transitions`, token)).body.transitions).toEqual([]);
  });

  it('run to the end, with required parameters, history, target group and events', async () => {
    const id = await house.submit();
    expect((await run(id, 2, house.tokens.member)).body.task).toMatchObject({
      statusName: 'W toku',
      statusType: 'INTERMEDIATE',
    });
    expect(await run(id, 5, house.tokens.member)).toMatchObject({
      status: 422,
      body: { errors: [{ field: 'workflowParameters.3', message: 'Odpowiedź jest wymagana' }] },
    });
    expect((await run(id, 5, house.tokens.member, { '3': 'dużo' })).status).toBe(422);
    const done = await run(id, 5, house.tokens.member, { '1': 'Sprzęt', '3': '2,5' });
    expect(done.body.task).toMatchObject({ statusName: 'Zakończone', assignedGroupName: 'Grupa 5' });
    expect(done.body.task.parameterDetails).toContainEqual({
      parameterId: 3,
      parameterName: 'Parametr 3',
      parameterType: 'NUMBER',
      parameterValue: '2.5',
    });
    const history = (await house.call('GET', `/api/tasks/${id}/status-history`, house.tokens.member)).body
      .statusHistory;
    expect(
      history.map(({ statusName, transitionName }: Record<string, string>) => [statusName, transitionName]),
    ).toEqual([
      ['Nowe', 'Nowe zgłoszenie'],
      ['W toku', 'Rozpocznij'],
      ['Zakończone', 'Zakończ'],
    ]);
    const { changeHistory } = (
      await house.call('GET', `/api/tasks/${id}/change-history`, house.tokens.member)
    ).body;
    expect(changeHistory).toMatchObject([
      {
        changeType: 'EDIT',
        changes: [{ field: 'workflowParameters', label: 'Parametr 3', before: null, after: '2.5' }],
      },
    ]);
    const events = (await recordedEvents(house.tasks.db.knex, 'obieg.tasks.task.changed')).filter(
      ({ data }) => (data as { publicTaskId: number }).publicTaskId === id,
    );
    expect(events.map(({ data }) => (data as { statusId: number }).statusId)).toEqual([1, 2, 3]);
    const versions = events.map(({ aggregateversion }) => aggregateversion);
    expect(versions).toEqual([...versions].sort((one, other) => one - other));
  });

  it('let one of two at once win; the other gets 409, and there is one history row', async () => {
    const id = await house.submit();
    const answers = await Promise.all([
      run(id, 2, house.tokens.operator),
      run(id, 3, house.tokens.member),
      run(id, 2, house.tokens.it),
    ]);
    expect(answers.map(({ status: code }) => code).sort()).toEqual([200, 409, 409]);
    expect(answers.find(({ status: code }) => code === 409)?.body.code).toBe('STATUS_MOVED_ON');
    expect(
      (await house.call('GET', `/api/tasks/${id}/status-history`, house.tokens.member)).body.statusHistory,
    ).toHaveLength(2);
  });

  it('reject anonymous and bad input', async () => {
    const id = await house.submit();
    expect(
      (await house.call('POST', `/api/tasks/${id}/transition`, undefined, { transitionId: 2 })).status,
    ).toBe(401);
    for (const body of [
      {},
      { transitionId: '2' },
      { transitionId: -1 },
      { transitionId: 999 },
      { transitionId: 1e20 },
    ])
      expect(
        (await house.call('POST', `/api/tasks/${id}/transition`, house.tokens.member, body)).status,
      ).toBe(422);
  });
});
