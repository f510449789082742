import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type Fixture, startFixture } from './fixture';
import { statusIds } from './tasks-service';
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
  callAsOperator,
  getTask,
  run,
  listTransitionNames,
  expectStatus,
} = createWorkflowEditor(() => fixture);
beforeEach(reset);

describe('POST /api/tasks/{id}/transition after the configuration changed', () => {
  it.each([
    ['is deactivated', { isActive: false }],
    [
      'has a condition that is not met',
      {
        parameterConditions: [
          { id: 9, parameterId: 1, conditionType: 'EQUALS' as const, conditionValue: 'Konto' },
        ],
      },
    ],
  ])('returns 409 and keeps the status when the transition %s', async (_, change) => {
    const id = await fixture.submit();
    await publish({ transitions: withChangedTransition(2, change) });
    expect(await listTransitionNames(id)).not.toContain('Rozpocznij');
    expect((await run(id, 2)).body).toMatchObject({
      status: 409,
      code: 'STATUS_MOVED_ON',
      detail: 'To przejście nie jest już dostępne dla tego zadania. Odśwież zadanie.',
    });
    expect((await run(id, 2, {}, { 'accept-language': 'en' })).body.detail).toBe(
      'This transition is no longer available for the task. Refresh the task.',
    );
    await expectStatus(id, 'Nowe');
  });

  it('returns 409 when the transition starts from another status', async () => {
    const id = await fixture.submit();
    await publish({ transitions: withChangedTransition(2, { fromStatusId: statusIds.done }) });
    expect((await run(id, 2)).body).toMatchObject({
      status: 409,
      detail: 'Status zadania zmienił się w międzyczasie. Odśwież zadanie.',
    });
  });

  it('returns 422 for transitionId when the transition is deleted', async () => {
    const id = await fixture.submit();
    await publish({ transitions: getConfiguration().transitions.filter((one) => one.id !== 2) });
    expect((await run(id, 2)).body).toMatchObject({ status: 422, errors: [{ field: 'transitionId' }] });
    await expectStatus(id, 'Nowe');
  });

  it('runs the transition for a member of a child group of its executor group', async () => {
    const id = await fixture.submit();
    await publish({ transitions: withChangedTransition(2, { executorGroupIds: [9, 5] }) });
    const path = `/api/tasks/${id}/transition`;
    const response = await fixture.call('POST', path, fixture.tokens.groupMember, {
      transitionId: 2,
      workflowParameters: {},
    });
    expect(response.body.task).toMatchObject({ statusName: 'W toku' });
  });

  it('returns 403 with the names of the executor groups when the caller belongs to none of them', async () => {
    const { acme, service } = fixture;
    for (const group of [72, 73, 74]) await service.addGroup(acme, group);
    const id = await fixture.submit();
    await publish({ transitions: withChangedTransition(2, { executorGroupIds: [74, 72, 73] }) });
    const noPermission = 'Nie masz uprawnień do wykonania tego przejścia.';
    const withGroups = (names: string) => `${noPermission} Wykonują je członkowie ${names}.`;
    const forbidden = (detail: string) => ({ status: 403, body: { code: 'FORBIDDEN', detail } });
    expect(await run(id, 2)).toMatchObject(
      forbidden(withGroups('jednej z grup: Grupa 72, Grupa 73, Grupa 74')),
    );
    for (const group of [72, 74]) await service.deleteGroup(acme, group);
    expect(await run(id, 2)).toMatchObject(forbidden(withGroups('grupy Grupa 73')));
    await service.deleteGroup(acme, 73);
    expect(await run(id, 2)).toMatchObject(forbidden(noPermission));
    const { transitions } = (await callAsOperator('GET', `${id}/transitions`)).body;
    expect(transitions.find((one: { transitionId: number }) => one.transitionId === 2)).toMatchObject({
      canExecute: false,
      reasons: ['EXECUTOR_GROUP_REQUIRED'],
    });
  });

  it('returns 422 until the caller sends a newly required answer', async () => {
    const id = await fixture.submit();
    const requiredParameters = [{ id: 1, parameterId: 3, isMandatory: true, defaultValue: null }];
    await publish({ transitions: withChangedTransition(2, { requiredParameters }) });
    expect((await run(id, 2)).body.errors).toEqual([
      { field: 'workflowParameters.3', message: 'Odpowiedź jest wymagana' },
    ]);
    await expectStatus(id, 'Nowe');
    expect((await run(id, 2, { 3: '7' })).body.task.statusName).toBe('W toku');
  });

  it('removes an optional answer when the caller sends it empty', async () => {
    const id = await fixture.submit();
    const requiredParameters = [{ id: 1, parameterId: 3, isMandatory: false, defaultValue: null }];
    await publish({
      transitions: getConfiguration().transitions.map((one) =>
        one.id === 2 || one.id === 5 ? { ...one, requiredParameters } : one,
      ),
    });
    const filterAnswers = (task: { parameterDetails: { parameterId: number; parameterValue: string }[] }) =>
      task.parameterDetails.filter(({ parameterId }) => parameterId === 3);
    expect(filterAnswers((await run(id, 2, { 3: '7' })).body.task)).toHaveLength(1);
    const emptied = await run(id, 5, { 3: ' ' });
    expect([emptied.status, filterAnswers(emptied.body.task)]).toEqual([200, []]);
    expect((await callAsOperator('GET', `${id}/change-history`)).body.changeHistory).toMatchObject([
      { changes: [{ label: 'Parametr 3', before: null, after: '7' }] },
      { changes: [{ label: 'Parametr 3', before: '7', after: null }] },
    ]);
  });

  it('applies the default of an answer that neither the task nor the request has', async () => {
    const asking = (defaultValue: string, isMandatory: boolean) => [
      { id: 1, parameterId: 3, isMandatory, defaultValue },
    ];
    await publish({
      transitions: getConfiguration().transitions.map((one) => {
        if (one.id === 2) return { ...one, requiredParameters: asking('1', true) };
        return one.id === 5 ? { ...one, requiredParameters: asking('2', false) } : one;
      }),
    });
    const answersOf = async (response: Promise<{ body: { task: Awaited<ReturnType<typeof getTask>> } }>) =>
      (await response).body.task.parameterDetails
        .filter(({ parameterId }: { parameterId: number }) => parameterId === 3)
        .map(({ parameterValue }: { parameterValue: string }) => parameterValue);
    const [omitting, answering, emptying] = [
      await fixture.submit(),
      await fixture.submit(),
      await fixture.submit(),
    ];
    expect(await answersOf(run(omitting, 2))).toEqual(['1']);
    // The task has an answer by now.
    expect(await answersOf(run(omitting, 5))).toEqual(['1']);
    expect(await answersOf(run(answering, 2, { 3: '7' }))).toEqual(['7']);
    expect((await run(emptying, 2, { 3: '' })).body.errors).toEqual([
      { field: 'workflowParameters.3', message: 'Odpowiedź jest wymagana' },
    ]);
  });

  it('keeps the assignee when the target group is deleted', async () => {
    const { acme, service } = fixture;
    await service.addGroup(acme, 70);
    const id = await fixture.submit();
    const before = await getTask(id);
    await publish({ transitions: withChangedTransition(2, { targetGroupId: 70 }) });
    await service.applyEvent('obieg.identity.group.deleted', { organizationId: acme.id, id: 70 }, 70);
    expect((await run(id, 2)).body.task).toMatchObject({
      statusName: 'W toku',
      assignedGroupName: before.assignedGroupName,
    });
  });

  it('leaves a new task unassigned when the target group of the initial transition is deleted', async () => {
    const { acme, service } = fixture;
    await service.addGroup(acme, 71);
    await publish({ transitions: withChangedTransition(1, { targetGroupId: 71 }) });
    expect((await getTask(await fixture.submit())).assignedGroupId).toBe(71);
    await service.applyEvent('obieg.identity.group.deleted', { organizationId: acme.id, id: 71 }, 71);
    expect(await getTask(await fixture.submit())).toMatchObject({
      assignedGroupId: null,
      assignedGroupName: null,
      statusName: 'Nowe',
    });
  });

  it('applies either the old or the new configuration completely when it changes during concurrent calls', async () => {
    const ids = await Promise.all(Array.from({ length: 12 }, () => fixture.submit()));
    const responses = await Promise.all([
      ...ids.slice(0, 6).map((id) => run(id, 2)),
      publish({ transitions: withChangedTransition(2, { toStatusId: statusIds.done, isActive: true }) }),
      ...ids.slice(6).map((id) => run(id, 2)),
    ]);
    for (const response of responses) if (response) expect(response.status).toBe(200);
    for (const id of ids) {
      const { statusName } = await getTask(id);
      expect(['W toku', 'Zakończone']).toContain(statusName);
      await expectStatus(id, statusName);
    }
  });
});
