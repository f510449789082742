import { recordedEvents } from '@obieg/service-kit/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Fixture, startFixture } from './fixture';

let fixture: Fixture;
beforeAll(async () => {
  fixture = await startFixture();
});
afterAll(() => fixture.service.close());

describe('the transitions of a task', () => {
  const listTransitions = async (id: number, token: string) =>
    (await fixture.call('GET', `/api/tasks/${id}/transitions`, token)).body.transitions;
  const run = (id: number, transitionId: number, token: string, workflowParameters: object = {}) =>
    fixture.call('POST', `/api/tasks/${id}/transition`, token, { transitionId, workflowParameters });

  it('are listed with the reasons why the caller may not run them', async () => {
    const id = await fixture.submit();
    const summarize = async (token: string) =>
      (await listTransitions(id, token)).map(
        ({ transitionName, canExecute, reasons }: Record<string, unknown>) => [
          transitionName,
          canExecute,
          reasons,
        ],
      );
    expect(await summarize(fixture.tokens.member)).toEqual([
      ['Rozpocznij', true, []],
      ['Odrzuć', true, []],
      ['Tylko IT', false, ['EXECUTOR_GROUP_REQUIRED']],
      ['Oddaj', true, []],
    ]);
    // Members of the child group belong to the executor group. Observers do not.
    expect((await summarize(fixture.tokens.groupMember))[2]).toEqual(['Tylko IT', true, []]);
    expect((await summarize(fixture.tokens.observer))[2]).toEqual([
      'Tylko IT',
      false,
      ['EXECUTOR_GROUP_REQUIRED'],
    ]);
    expect((await run(id, 4, fixture.tokens.observer)).status).toBe(403);
    expect(
      (
        await listTransitions(
          await fixture.submit({ workflowParameters: { '1': 'Konto' } }),
          fixture.tokens.member,
        )
      ).map(({ transitionName }: { transitionName: string }) => transitionName),
    ).toContain('Dla kont');
  });

  it('name their executor groups only to members who may not run them', async () => {
    const id = await fixture.submit();
    const listGroupNames = async (token?: string) =>
      (
        (await fixture.call('GET', `/api/tasks/${id}/transitions`, token)).body.transitions as object[]
      ).flatMap((option) => ('executorGroupNames' in option ? [option.executorGroupNames] : []));
    expect(await listGroupNames(fixture.tokens.member)).toEqual([['Grupa 5']]);
    expect(await listGroupNames(fixture.tokens.observer)).toEqual([['Grupa 5']]);
    expect(await listGroupNames(fixture.tokens.groupMember)).toEqual([]);
    for (const token of [undefined, fixture.tokens.reporter])
      expect((await fixture.call('GET', `/api/tasks/${id}/transitions`, token)).body.transitions).toEqual([]);
  });

  it('move the task to its final status, with required answers, target group, history and events', async () => {
    const id = await fixture.submit();
    expect((await run(id, 2, fixture.tokens.member)).body.task).toMatchObject({
      statusName: 'W toku',
      statusType: 'INTERMEDIATE',
    });
    expect(await run(id, 5, fixture.tokens.member, { '3': '' })).toMatchObject({
      status: 422,
      body: { errors: [{ field: 'workflowParameters.3', message: 'Odpowiedź jest wymagana' }] },
    });
    expect((await run(id, 5, fixture.tokens.member, { '3': 'dużo' })).status).toBe(422);
    const finished = await run(id, 5, fixture.tokens.member, { '1': 'Sprzęt', '3': '2,5' });
    expect(finished.body.task).toMatchObject({ statusName: 'Zakończone', assignedGroupName: 'Grupa 5' });
    expect(finished.body.task.parameterDetails).toContainEqual({
      parameterId: 3,
      parameterName: 'Parametr 3',
      parameterType: 'NUMBER',
      parameterValue: '2.5',
    });
    const history = (await fixture.call('GET', `/api/tasks/${id}/status-history`, fixture.tokens.member)).body
      .statusHistory;
    expect(
      history.map(({ statusName, transitionName }: Record<string, string>) => [statusName, transitionName]),
    ).toEqual([
      ['Nowe', 'Nowe zgłoszenie'],
      ['W toku', 'Rozpocznij'],
      ['Zakończone', 'Zakończ'],
    ]);
    const { changeHistory } = (
      await fixture.call('GET', `/api/tasks/${id}/change-history`, fixture.tokens.member)
    ).body;
    expect(changeHistory).toMatchObject([
      {
        changeType: 'EDIT',
        changes: [{ field: 'workflowParameters', label: 'Parametr 3', before: null, after: '2.5' }],
      },
    ]);
    const events = (await recordedEvents(fixture.service.db.knex, 'obieg.tasks.task.changed')).filter(
      ({ data }) => (data as { publicTaskId: number }).publicTaskId === id,
    );
    expect(events.map(({ data }) => (data as { statusId: number }).statusId)).toEqual([1, 2, 3]);
    const versions = events.map(({ aggregateversion }) => aggregateversion);
    expect(versions).toEqual([...versions].sort((one, other) => one - other));
  });

  it('run once if called concurrently, and the other calls get 409', async () => {
    const id = await fixture.submit();
    const responses = await Promise.all([
      run(id, 2, fixture.tokens.operator),
      run(id, 3, fixture.tokens.member),
      run(id, 2, fixture.tokens.groupMember),
    ]);
    expect(responses.map(({ status: code }) => code).sort()).toEqual([200, 409, 409]);
    expect(responses.find(({ status: code }) => code === 409)?.body.code).toBe('STATUS_MOVED_ON');
    expect(
      (await fixture.call('GET', `/api/tasks/${id}/status-history`, fixture.tokens.member)).body
        .statusHistory,
    ).toHaveLength(2);
  });

  it('return 401 to visitors and 422 for bad input', async () => {
    const id = await fixture.submit();
    expect(
      (await fixture.call('POST', `/api/tasks/${id}/transition`, undefined, { transitionId: 2 })).status,
    ).toBe(401);
    for (const body of [
      {},
      { transitionId: '2' },
      { transitionId: -1 },
      { transitionId: 999 },
      { transitionId: 1e20 },
    ])
      expect(
        (await fixture.call('POST', `/api/tasks/${id}/transition`, fixture.tokens.member, body)).status,
      ).toBe(422);
  });
});
