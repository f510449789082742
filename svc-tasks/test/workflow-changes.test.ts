import type { WorkflowConfiguration } from '@obieg/contracts';
import { buildEvent } from '@obieg/service-kit/testing';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type Acme, startAcme } from './acme';
import { configurationOf, status, submission } from './tasks-service';

let house: Acme;
let workflow: WorkflowConfiguration;
beforeAll(async () => {
  house = await startAcme();
});
afterAll(() => house.tasks.close());
beforeEach(async () => {
  workflow = configurationOf(house.acme.id);
  await publish({});
});

const type = 'obieg.workflow.configuration.changed';
/** What svc-workflow tells after a change: the whole with these parts in place of the old ones. */
const publish = (change: Partial<WorkflowConfiguration>) => {
  workflow = { ...workflow, ...change };
  return house.tasks.tell(type, workflow, house.acme.id);
};
const changedTransition = (id: number, change: Partial<WorkflowConfiguration['transitions'][number]>) =>
  workflow.transitions.map((one) => (one.id === id ? { ...one, ...change } : one));
const changedParameter = (id: number, change: Partial<WorkflowConfiguration['parameters'][number]>) =>
  workflow.parameters.map((one) => (one.id === id ? { ...one, ...change } : one));

const as = (method: string, path: string, body?: unknown, headers = {}) =>
  house.call(method, `/api/tasks/${path}`, house.tokens.operator, body, headers);
const view = async (id: number) => (await as('GET', String(id))).body.task;
const run = (id: number, transitionId: number, workflowParameters: object = {}, headers = {}) =>
  as('POST', `${id}/transition`, { transitionId, workflowParameters }, headers);
const offeredOn = async (id: number) =>
  (await as('GET', `${id}/transitions`)).body.transitions.map(
    ({ transitionName }: { transitionName: string }) => transitionName,
  );
const isListed = async (id: number, query = ''): Promise<boolean> =>
  (await house.numbersListed(house.tokens.operator, query)).includes(id);
/** A task in progress. */
const begin = async (): Promise<number> => {
  const id = await house.submit();
  expect((await run(id, 2)).status).toBe(200);
  return id;
};
const isUnmoved = async (id: number, statusName: string) => {
  expect((await view(id)).statusName).toBe(statusName);
  expect((await as('GET', `${id}/status-history`)).body.statusHistory.at(-1).statusName).toBe(statusName);
};

describe('a configuration', () => {
  it('that comes twice or late is harmless: the newest stays in force, whole', async () => {
    const id = await house.submit();
    const version = 5_000_000;
    const eventOf = (name: string, at: number) => {
      const statuses = workflow.statuses.map((one) => (one.id === status.new ? { ...one, name } : one));
      const transitions = changedTransition(2, { name: `Z ${name}` });
      return buildEvent(type, { ...workflow, statuses, transitions }, { aggregateId: 1, version: at });
    };
    const newest = eventOf('Trzecie', version + 3);
    expect(await house.tasks.receive(eventOf('Pierwsze', version + 1))).toBe('applied');
    expect(await house.tasks.receive(newest)).toBe('applied');
    expect(await house.tasks.receive(newest)).toBe('duplicate');
    expect(await house.tasks.receive(eventOf('Drugie', version + 2))).toBe('outdated');
    expect((await view(id)).statusName).toBe('Trzecie');
    expect((await offeredOn(id))[0]).toBe('Z Trzecie');
    // What is published again carries the same or a newer version and repairs.
    expect(await house.tasks.receive(eventOf('Naprawione', version + 3))).toBe('applied');
    expect((await view(id)).statusName).toBe('Naprawione');
  });

  it('without the status of a task keeps the task readable, and refuses what is not offered any more', async () => {
    const organization = await house.tasks.addOrganization(3, 'initech');
    const token = await house.tasks.addMember(organization, 30, ['MEMBER']);
    const made = await house.tasks.request('POST', '/api/tasks', { organization, token, body: submission });
    const path = `/api/tasks/${made.body.publicTaskId}`;
    const changed = configurationOf(organization.id);
    await house.tasks.tell(
      'obieg.workflow.configuration.changed',
      { ...changed, statuses: changed.statuses.slice(1), transitions: [] },
      organization.id,
    );
    expect((await house.tasks.request('GET', path, { organization, token })).body.task.statusName).toBe(
      'Nowe',
    );
    expect(
      (
        await house.tasks.request('POST', `${path}/transition`, {
          organization,
          token,
          body: { transitionId: 2 },
        })
      ).status,
    ).toBe(422);
    expect(
      (await house.tasks.request('POST', '/api/tasks', { organization, body: submission })).body,
    ).toMatchObject({ status: 409, code: 'NO_INITIAL_STATUS' });
  });

  it('of one organization changes nothing in another', async () => {
    const statuses = workflow.statuses.map((one) => ({ ...one, name: `${one.name} u nas` }));
    await publish({ statuses });
    const { body } = await house.callElsewhere('POST', '/api/tasks', house.tokens.foreign, {
      title: 'Ich',
      workflowParameters: { '1': 'Konto' },
    });
    const { task } = (
      await house.callElsewhere('GET', `/api/tasks/${body.publicTaskId}`, house.tokens.foreign)
    ).body;
    expect(task.statusName).toBe('Nowe');
  });
});

describe('a status that changes under a task', () => {
  it('renamed and of another type: shown so, found by its new type', async () => {
    const id = await begin();
    const change = { name: 'Robi się', statusType: 'FINAL' as const };
    await publish({
      statuses: workflow.statuses.map((one) => (one.id === status.inProgress ? { ...one, ...change } : one)),
    });
    expect(await view(id)).toMatchObject({ statusName: 'Robi się', statusType: 'FINAL' });
    expect(await isListed(id, '&statusTypes=FINAL')).toBe(true);
    expect(await isListed(id, '&statusTypes=INTERMEDIATE')).toBe(false);
    expect((await as('GET', `${id}/status-history`)).body.statusHistory.at(-1).statusName).toBe('W toku');
    expect((await run(id, 5, { 3: '1' })).status).toBe(200);
  });

  it('deleted: the task is listed, viewed and edited; it moves on once it has a way again', async () => {
    const id = await begin();
    const { statuses, transitions } = workflow;
    await publish({
      statuses: statuses.filter((one) => one.id !== status.inProgress),
      transitions: transitions.filter(({ fromStatusId, toStatusId }) =>
        [fromStatusId, toStatusId].every((one) => one !== status.inProgress),
      ),
    });
    expect(await isListed(id, '&statusTypes=INTERMEDIATE')).toBe(true);
    expect(await view(id)).toMatchObject({ statusName: 'W toku', statusType: 'INTERMEDIATE' });
    expect(await offeredOn(id)).toEqual([]);
    const refused = await run(id, 5, { 3: '1' });
    expect(refused.body).toMatchObject({ status: 422, errors: [{ field: 'transitionId' }] });
    expect((await as('PUT', String(id), { title: 'Nadal żyje' })).status).toBe(200);
    await isUnmoved(id, 'W toku');
    // svc-workflow brings back what a task turns out to hold.
    await publish({ statuses, transitions });
    expect((await run(id, 5, { 3: '1' })).body.task.statusName).toBe('Zakończone');
  });

  it('the last INITIAL one gone: submissions are refused, tasks go on', async () => {
    const id = await house.submit();
    const statuses = workflow.statuses.map((one) => ({ ...one, statusType: 'INTERMEDIATE' as const }));
    await publish({ statuses, transitions: workflow.transitions.filter((one) => one.fromStatusId !== null) });
    const submission = { title: 'Nowe', workflowParameters: { '1': 'Konto' } };
    expect((await house.call('POST', '/api/tasks', house.tokens.member, submission)).body).toMatchObject({
      status: 409,
      code: 'NO_INITIAL_STATUS',
    });
    expect((await run(id, 2)).status).toBe(200);
  });
});

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
      'This transition is not offered on the task any more. Refresh it.',
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
    await publish({ transitions: workflow.transitions.filter((one) => one.id !== 2) });
    expect((await run(id, 2)).body).toMatchObject({ status: 422, errors: [{ field: 'transitionId' }] });
    await isUnmoved(id, 'Nowe');
  });

  it('kept for a group of which the person is none: 403, and offered with its reason', async () => {
    const id = await house.submit();
    await publish({ transitions: changedTransition(2, { executorGroupIds: [5] }) });
    expect((await run(id, 2)).status).toBe(403);
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
      transitions: workflow.transitions.map((one) =>
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
    const [first, second, third] = workflow.parameters;
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
    const [first] = workflow.parameters;
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
