import type { ProposedWorkflow } from '@obieg/contracts';
import { withOrganization } from '@obieg/service-kit';
import { buildEvent } from '@obieg/service-kit/testing';
import { toProposedWorkflow } from '@obieg/workflow-rules';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type Fixture, startFixture, type TestUser } from './fixture';
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
  withChangedParameter,
  callAsOperator,
  getTask,
  run,
} = createWorkflowEditor(() => fixture);

const path = '/api/tasks/workflow-impact';
const stuckPath = '/api/tasks/stuck-counts';

const removeTasks = () =>
  withOrganization(fixture.service.db, fixture.acme.id, async (tx) => {
    await tx('tasks').update({ deleted_at: tx.fn.now() });
  });
beforeEach(async () => {
  await removeTasks();
  await reset();
});

const judge = (change: object, user: TestUser = 'workflowManager', renamedValues: object[] = []) =>
  fixture.call('POST', path, fixture.tokens[user], {
    workflow: toProposedWorkflow({ ...getConfiguration(), ...change }),
    renamedValues,
  });
const submit = (answer = 'Sprzęt', more: object = {}) =>
  fixture.submit({
    workflowParameters: answer === 'Sprzęt' ? { 1: answer, 2: 'HP' } : { 1: answer },
    ...more,
  });
const isAccount = (value = 'Konto') => [
  { id: 1, parameterId: 1, conditionType: 'EQUALS' as const, conditionValue: value },
];
/** Every way out of "Nowe" needs the answer "Konto". */
const onlyForAccounts = () => ({
  transitions: getConfiguration().transitions.map((one) =>
    one.fromStatusId === statusIds.new ? { ...one, parameterConditions: isAccount() } : one,
  ),
});
/** Renames "Konto" in the dictionary and in the condition of transition 6. */
const renamedWorkflow = () => {
  const [first] = getConfiguration().parameters;
  return {
    parameters: withChangedParameter(1, {
      dictionaryValues: (first?.dictionaryValues ?? []).map((one) =>
        one.value === 'Konto' ? { ...one, value: 'Dostęp' } : one,
      ),
    }),
    transitions: withChangedTransition(6, { parameterConditions: isAccount('Dostęp') }),
  };
};
const rename = { parameterId: 1, from: 'Konto', to: 'Dostęp' };

describe('POST /api/tasks/workflow-impact', () => {
  it('rejects visitors with 401, members without MANAGE_WORKFLOW with 403 and a broken workflow with 422', async () => {
    expect((await fixture.call('POST', path, undefined, {})).status).toBe(401);
    for (const user of ['reporter', 'member', 'operator'] as const)
      expect((await judge({}, user)).status).toBe(403);
    for (const body of [
      {},
      { workflow: {} },
      { workflow: { parameters: [], statuses: [], transitions: [{}] } },
    ])
      expect((await fixture.call('POST', path, fixture.tokens.admin, body)).status).toBe(422);
  });

  it('finds nothing while the rules of transitions stay the same', async () => {
    await submit();
    const renamedStatus = getConfiguration().statuses.map((one) => ({ ...one, name: `${one.name}!` }));
    const { body } = await judge({ statuses: renamedStatus });
    expect(body).toEqual({ transitions: [], stuck: [], unchecked: [] });
  });

  it('counts the open tasks that lose a transition by a new condition, and those without any other', async () => {
    await submit();
    await submit('Konto');
    const { body } = await judge(onlyForAccounts());
    expect(body.transitions).toEqual(
      [2, 3, 4, 8].map((transitionId) => ({
        transitionId,
        transitionName: getConfiguration().transitions.find(({ id }) => id === transitionId)?.name,
        statusId: statusIds.new,
        statusName: 'Nowe',
        lost: 1,
        gained: 0,
      })),
    );
    expect(body.stuck).toEqual([{ statusId: statusIds.new, statusName: 'Nowe', tasks: 1 }]);
  });

  it('counts the loss by a renamed value only if the answers stay', async () => {
    await submit('Konto');
    const { body: alone } = await judge(renamedWorkflow());
    expect(alone.transitions).toMatchObject([{ transitionId: 6, lost: 1 }]);
    const { body: together } = await judge(renamedWorkflow(), 'workflowManager', [rename]);
    expect(together.transitions).toEqual([]);
  });

  it('counts restricted tasks only for their readers, and no tasks of other organizations', async () => {
    await submit('Sprzęt');
    await fixture.submit(
      { workflowParameters: { 1: 'Sprzęt', 2: 'HP' }, visibleGroupIds: [6] },
      fixture.tokens.admin,
    );
    const countStuck = async (user: TestUser) => (await judge(onlyForAccounts(), user)).body.stuck[0].tasks;
    expect(await countStuck('admin')).toBe(2);
    expect(await countStuck('workflowManager')).toBe(1);
    const { body } = await fixture.callGlobex('POST', path, fixture.tokens.globexAdmin, {
      workflow: toProposedWorkflow({ ...getConfiguration(), transitions: [] }),
    });
    expect(body).toEqual({ transitions: [], stuck: [], unchecked: [] });
  });

  it('counts no finished tasks', async () => {
    const id = await submit();
    expect((await run(id, 3)).status).toBe(200);
    const { body } = await judge({ transitions: [] });
    expect(body).toEqual({ transitions: [], stuck: [], unchecked: [] });
  });

  it('counts all tasks of a status with more than one batch', async () => {
    const id = await submit();
    await withOrganization(fixture.service.db, fixture.acme.id, (tx) =>
      tx.raw(
        `insert into tasks (organization_id, public_task_id, title, status_id, priority, is_restricted, answers)
         select t.organization_id, 900000000000 + n, 'Kopia', t.status_id, 'NORMAL', false,
                jsonb_build_object('1', case when n % 2 = 0 then 'Konto' else 'Sprzęt' end)
           from tasks t cross join generate_series(1, 2500) n where t.public_task_id = :id`,
        { id },
      ),
    );
    const { body } = await judge(onlyForAccounts());
    expect(body.stuck).toEqual([{ statusId: statusIds.new, statusName: 'Nowe', tasks: 1_251 }]);
  });

  it('accepts a workflow as large as an import, and answers within its time', async () => {
    await submit('Konto');
    const conditions = Array.from({ length: 4_000 }, (_, index) => ({
      parameterId: 1,
      conditionType: 'NOT_EQUALS' as const,
      conditionValue: `${index}`.padEnd(200, 'x'),
    }));
    const proposed: ProposedWorkflow = toProposedWorkflow(getConfiguration());
    const [first] = proposed.transitions.filter(({ fromStatusId }) => fromStatusId !== null);
    const transitions = first ? [{ ...first, parameterConditions: conditions }] : [];
    const { status } = await fixture.call('POST', path, fixture.tokens.admin, {
      workflow: { ...proposed, transitions },
    });
    expect(status).toBe(200);
  });
});

describe('GET /api/tasks/stuck-counts', () => {
  it('rejects visitors with 401 and members without MANAGE_WORKFLOW with 403', async () => {
    expect((await fixture.call('GET', stuckPath)).status).toBe(401);
    expect((await fixture.call('GET', stuckPath, fixture.tokens.operator)).status).toBe(403);
  });

  it('counts open tasks whose answers meet the conditions of no transition', async () => {
    await submit();
    await submit('Konto');
    const read = async () => (await fixture.call('GET', stuckPath, fixture.tokens.workflowManager)).body;
    expect(await read()).toEqual({ stuck: [], unchecked: [] });
    await publish(onlyForAccounts());
    expect((await read()).stuck).toEqual([{ statusId: statusIds.new, statusName: 'Nowe', tasks: 1 }]);
  });

  it('counts the tasks in a status that was deleted', async () => {
    await submit();
    await publish({ statuses: getConfiguration().statuses.slice(1), transitions: [] });
    const { body } = await fixture.call('GET', stuckPath, fixture.tokens.workflowManager);
    expect(body.stuck).toEqual([{ statusId: statusIds.new, statusName: 'Nowe', tasks: 1 }]);
  });
});

describe('the event obieg.workflow.values.renamed', () => {
  const buildRename = (renamedValues: object[], aggregateId: string) =>
    buildEvent(
      'obieg.workflow.values.renamed',
      { organizationId: fixture.acme.id, renamedValues: renamedValues as (typeof rename)[] },
      { aggregateId },
    );
  const answerOf = async (id: number): Promise<string> =>
    (await getTask(id)).parameterDetails.find(({ parameterId }: { parameterId: number }) => parameterId === 1)
      .parameterValue;
  const listChanges = async (id: number) =>
    (await callAsOperator('GET', `${id}/change-history`)).body.changeHistory;

  it('renames the answers of open tasks once, with a history entry that names no author', async () => {
    const [open, other, finished] = [await submit('Konto'), await submit(), await submit('Konto')];
    expect((await run(finished, 3)).status).toBe(200);
    const etag = (await callAsOperator('GET', String(open))).headers.etag ?? '';
    await publish(renamedWorkflow());
    const event = buildRename([rename], '1-1');
    expect(await fixture.service.receiveMessage(event)).toBe('applied');
    expect(await fixture.service.receiveMessage(event)).toBe('duplicate');
    expect([await answerOf(open), await answerOf(other), await answerOf(finished)]).toEqual([
      'Dostęp',
      'Sprzęt',
      'Konto',
    ]);
    expect(await listChanges(open)).toMatchObject([
      {
        changeType: 'EDIT',
        changedByEmail: null,
        changes: [{ field: 'workflowParameters', label: 'Parametr 1', before: 'Konto', after: 'Dostęp' }],
      },
    ]);
    expect(await listChanges(other)).toEqual([]);
    const edit = await callAsOperator('PUT', String(open), { title: 'Nieaktualne' }, { 'if-match': etag });
    expect(edit.status).toBe(412);
  });

  it('swaps two values, whatever the order of events', async () => {
    const [one, two] = [await submit('Konto'), await submit()];
    const swap = [
      { parameterId: 1, from: 'Konto', to: 'Sprzęt' },
      { parameterId: 1, from: 'Sprzęt', to: 'Konto' },
    ];
    await fixture.service.receiveMessage(buildRename(swap, '1-3'));
    await fixture.service.receiveMessage(buildRename([{ ...rename, from: 'Nieznane' }], '1-2'));
    expect([await answerOf(one), await answerOf(two)]).toEqual(['Sprzęt', 'Konto']);
  });

  it('leaves tasks of other organizations', async () => {
    const { body } = await fixture.callGlobex('POST', '/api/tasks', fixture.tokens.globexAdmin, {
      title: 'Ich',
      workflowParameters: { 1: 'Konto' },
    });
    await fixture.service.receiveMessage(buildRename([rename], '1-4'));
    const { task } = (
      await fixture.callGlobex('GET', `/api/tasks/${body.publicTaskId}`, fixture.tokens.globexAdmin)
    ).body;
    expect(task.parameterDetails).toMatchObject([{ parameterValue: 'Konto' }]);
  });
});
