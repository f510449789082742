import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type Acme, startAcme } from './acme';
import { changingWorkflow } from './changing-workflow';
import { status } from './tasks-service';

let house: Acme;
beforeAll(async () => {
  house = await startAcme();
});
afterAll(() => house.tasks.close());
const { current, restart, publish, changedTransition, as, view, run, offeredOn, isUnmoved } =
  changingWorkflow(() => house);
beforeEach(restart);

describe('a transition that changes under a task', () => {
  it.each([
    ['deactivated', { isActive: false }],
    [
      'given a condition that does not hold',
      {
        parameterConditions: [
          { id: 9, parameterId: 1, conditionType: 'EQUALS' as const, conditionValue: 'Konto' },
        ],
      },
    ],
  ])('%s: 409 that says so, the task stays as it is', async (_, change) => {
    const id = await house.submit();
    await publish({ transitions: changedTransition(2, change) });
    expect(await offeredOn(id)).not.toContain('Rozpocznij');
    expect((await run(id, 2)).body).toMatchObject({
      status: 409,
      code: 'STATUS_MOVED_ON',
      detail: 'To przejście nie jest już dostępne dla tego zadania. Odśwież zadanie.',
    });
    expect((await run(id, 2, {}, { 'accept-language': 'en' })).body.detail).toBe(
      'This transition is no longer available on the task. Refresh it.',
    );
    await isUnmoved(id, 'Nowe');
  });

  it('led from another status: 409, since the task is not there', async () => {
    const id = await house.submit();
    await publish({ transitions: changedTransition(2, { fromStatusId: status.done }) });
    expect((await run(id, 2)).body).toMatchObject({
      status: 409,
      detail: 'Status zadania zmienił się w międzyczasie. Odśwież zadanie.',
    });
  });

  it('deleted: 422 at the transition', async () => {
    const id = await house.submit();
    await publish({ transitions: current().transitions.filter((one) => one.id !== 2) });
    expect((await run(id, 2)).body).toMatchObject({ status: 422, errors: [{ field: 'transitionId' }] });
    await isUnmoved(id, 'Nowe');
  });

  it('kept for a group that the person is in through one below it: they run it', async () => {
    const id = await house.submit();
    await publish({ transitions: changedTransition(2, { executorGroupIds: [9, 5] }) });
    const path = `/api/tasks/${id}/transition`;
    const ran = await house.call('POST', path, house.tokens.it, { transitionId: 2, workflowParameters: {} });
    expect(ran.body.task).toMatchObject({ statusName: 'W toku' });
  });

  it('kept for groups of which the person is none: 403 that names them, and offered with its reason', async () => {
    const { acme, tasks } = house;
    for (const group of [72, 73, 74]) await tasks.addGroup(acme, group);
    const id = await house.submit();
    await publish({ transitions: changedTransition(2, { executorGroupIds: [74, 72, 73] }) });
    const refusal = 'Nie masz uprawnień do wykonania tego przejścia.';
    const who = (names: string) => `${refusal} Wykonują je członkowie ${names}.`;
    const refused = (detail: string) => ({ status: 403, body: { code: 'FORBIDDEN', detail } });
    expect(await run(id, 2)).toMatchObject(refused(who('jednej z grup: Grupa 72, Grupa 73, Grupa 74')));
    for (const gone of [72, 74]) await tasks.deleteGroup(acme, gone);
    expect(await run(id, 2)).toMatchObject(refused(who('grupy Grupa 73')));
    await tasks.deleteGroup(acme, 73);
    expect(await run(id, 2)).toMatchObject(refused(refusal));
    const { transitions } = (await as('GET', `${id}/transitions`)).body;
    expect(transitions.find((one: { transitionId: number }) => one.transitionId === 2)).toMatchObject({
      canExecute: false,
      reasons: ['EXECUTOR_GROUP_REQUIRED'],
    });
  });

  it('that now requires an answer: 422 at the answer, then it runs with it', async () => {
    const id = await house.submit();
    const requiredParameters = [{ id: 1, parameterId: 3, isMandatory: true, defaultValue: null }];
    await publish({ transitions: changedTransition(2, { requiredParameters }) });
    expect((await run(id, 2)).body.errors).toEqual([
      { field: 'workflowParameters.3', message: 'Odpowiedź jest wymagana' },
    ]);
    await isUnmoved(id, 'Nowe');
    expect((await run(id, 2, { 3: '7' })).body.task.statusName).toBe('W toku');
  });

  it('that asks for an answer which may be left out takes it away when it is emptied', async () => {
    const id = await house.submit();
    const requiredParameters = [{ id: 1, parameterId: 3, isMandatory: false, defaultValue: null }];
    await publish({
      transitions: current().transitions.map((one) =>
        one.id === 2 || one.id === 5 ? { ...one, requiredParameters } : one,
      ),
    });
    const answersOf = (task: { parameterDetails: { parameterId: number; parameterValue: string }[] }) =>
      task.parameterDetails.filter(({ parameterId }) => parameterId === 3);
    expect(answersOf((await run(id, 2, { 3: '7' })).body.task)).toHaveLength(1);
    const emptied = await run(id, 5, { 3: ' ' });
    expect([emptied.status, answersOf(emptied.body.task)]).toEqual([200, []]);
    expect((await as('GET', `${id}/change-history`)).body.changeHistory).toMatchObject([
      { changes: [{ label: 'Parametr 3', before: null, after: '7' }] },
      { changes: [{ label: 'Parametr 3', before: '7', after: null }] },
    ]);
  });

  it('whose target group was deleted meanwhile leaves the task with whom it is', async () => {
    const { acme, tasks } = house;
    await tasks.addGroup(acme, 70);
    const id = await house.submit();
    const before = await view(id);
    await publish({ transitions: changedTransition(2, { targetGroupId: 70 }) });
    await tasks.tell('obieg.identity.group.deleted', { organizationId: acme.id, id: 70 }, 70);
    expect((await run(id, 2)).body.task).toMatchObject({
      statusName: 'W toku',
      assignedGroupName: before.assignedGroupName,
    });
  });

  it('whose target group was deleted meanwhile gives a new task to nobody', async () => {
    const { acme, tasks } = house;
    await tasks.addGroup(acme, 71);
    await publish({ transitions: changedTransition(1, { targetGroupId: 71 }) });
    expect((await view(await house.submit())).assignedGroupId).toBe(71);
    await tasks.tell('obieg.identity.group.deleted', { organizationId: acme.id, id: 71 }, 71);
    expect(await view(await house.submit())).toMatchObject({
      assignedGroupId: null,
      assignedGroupName: null,
      statusName: 'Nowe',
    });
  });

  it('while many run it: each call is done by the old or by the new configuration, none by halves', async () => {
    const ids = await Promise.all(Array.from({ length: 12 }, () => house.submit()));
    const answers = await Promise.all([
      ...ids.slice(0, 6).map((id) => run(id, 2)),
      publish({ transitions: changedTransition(2, { toStatusId: status.done, isActive: true }) }),
      ...ids.slice(6).map((id) => run(id, 2)),
    ]);
    for (const answer of answers) if (answer) expect(answer.status).toBe(200);
    for (const id of ids) {
      const { statusName } = await view(id);
      expect(['W toku', 'Zakończone']).toContain(statusName);
      await isUnmoved(id, statusName);
    }
  });
});
