import { buildEvent } from '@obieg/service-kit/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  acme,
  dictionary,
  groupId,
  parameter,
  startWorkflow,
  type WorkflowService,
} from './workflow-service';

let workflow: WorkflowService;
let initial: number;
let final: number;
beforeAll(async () => {
  workflow = await startWorkflow();
  initial = await workflow.statusNamed('Nowe');
  final = await workflow.statusNamed('Zakończone');
});
afterAll(() => workflow.close());

const path = '/api/status-transitions';
const post = (body: unknown, headers = {}) => workflow.call('POST', path, body, { headers });
const put = (id: number, body: unknown) => workflow.call('PUT', `${path}/${id}`, body);
const fieldsOf = (body: { errors: { field: string }[] }) => body.errors.map(({ field }) => field);
const isUsed = async (query: string) =>
  (await workflow.call('GET', `${path}/check-name?${query}`)).body.exists;

describe('saving a transition', () => {
  it('creates it with all parts, changes it and publishes the configuration', async () => {
    const cause = await workflow.makeParameter('cause', { parameterStage: 'SYSTEM_CONTROLLED' });
    const amount = await workflow.makeParameter('amount', { parameterType: 'NUMBER' });
    const made = await post({
      name: 'Zamknij od razu',
      fromStatusId: initial,
      toStatusId: final,
      targetGroupId: groupId,
      executorGroupIds: [groupId, groupId],
      priorityOrder: 3,
      parameterConditions: [
        { parameterId: cause, conditionType: 'NOT_EXISTS' },
        { parameterId: amount, conditionValue: '2,5' },
      ],
      requiredParameters: [
        { parameterId: cause },
        { parameterId: amount, isMandatory: false, defaultValue: '1,0' },
      ],
    });
    expect(made.body).toMatchObject({
      fromStatusName: 'Nowe',
      toStatusName: 'Zakończone',
      targetGroupName: 'IT',
      executorGroupIds: [groupId],
      priorityOrder: 3,
      isActive: true,
      parameterConditions: [
        { parameterId: cause, conditionType: 'NOT_EXISTS', conditionValue: null },
        { parameterId: amount, conditionType: 'EQUALS', conditionValue: '2.5' },
      ],
      requiredParameters: [
        { parameterId: cause, isMandatory: true, defaultValue: null },
        { parameterId: amount, isMandatory: false, defaultValue: '1.0' },
      ],
    });
    expect((await workflow.call('GET', `${path}/${made.body.id}`)).body).toEqual(made.body);
    const { fromStatusName, toStatusName, targetGroupName, ...published } = made.body;
    expect((await workflow.lastPublished())?.data).toMatchObject({
      transitions: expect.arrayContaining([published]),
    });
    const changed = await put(made.body.id, {
      name: 'Zamknij',
      fromStatusId: initial,
      toStatusId: final,
      isActive: false,
    });
    expect(changed.body).toMatchObject({
      name: 'Zamknij',
      isActive: false,
      priorityOrder: 0,
      targetGroupName: null,
      executorGroupIds: [],
      parameterConditions: [],
      requiredParameters: [],
    });
    const remove = () => workflow.call('DELETE', `${path}/${made.body.id}`);
    expect((await remove()).status).toBe(204);
    expect((await remove()).status).toBe(404);
  });

  it('allows equal names and equal from- and to-status', async () => {
    const body = { name: 'Wznów', fromStatusId: initial, toStatusId: initial };
    expect((await post(body)).status).toBe(201);
  });
});

describe('transitions of other tenants', () => {
  it('are hidden in paths and bodies', async () => {
    const [{ id }] = (await workflow.callElsewhere('GET', path)).body;
    const [theirs] = (await workflow.callElsewhere('GET', '/api/workflow-status')).body;
    const parameterId = (
      await workflow.callElsewhere('POST', '/api/workflow-parameters', parameter('theirs'))
    ).body.id;
    const group = { organizationId: 2, id: 77, name: 'Theirs', description: null, parentGroupId: null };
    await workflow.receive(buildEvent('obieg.identity.group.changed', group, { aggregateId: 77 }));
    expect((await workflow.call('GET', `${path}/${id}`)).status).toBe(404);
    expect((await workflow.call('DELETE', `${path}/${id}`)).status).toBe(404);
    const { body } = await post({
      name: 'X',
      fromStatusId: theirs.id,
      toStatusId: theirs.id,
      targetGroupId: 77,
      executorGroupIds: [groupId, 77],
      parameterConditions: [{ parameterId, conditionType: 'EXISTS' }],
      requiredParameters: [{ parameterId }],
    });
    expect(body.status).toBe(422);
    expect(fieldsOf(body)).toEqual([
      'toStatusId',
      'fromStatusId',
      'targetGroupId',
      'executorGroupIds.1',
      'parameterConditions.0.parameterId',
      'requiredParameters.0.parameterId',
    ]);
    expect(await isUsed('name=Nowe%20zg%C5%82oszenie')).toBe(true);
  });
});

describe('bad input of a transition', () => {
  it.each([
    [{ name: ' ', toStatusId: 1 }, 'name', 'Transition name is required'],
    [{ toStatusId: 1 }, 'name', 'Transition name is required'],
    [{ name: 'X' }, 'toStatusId', 'To status is required'],
    [{ name: 'X', toStatusId: null }, 'toStatusId', 'To status is required'],
    [{ name: 'X', toStatusId: 999_999 }, 'toStatusId', 'To status is required'],
  ])('is refused: %j', async (body, field, message) => {
    expect((await post(body)).body).toMatchObject({ status: 422, errors: [{ field, message }] });
  });

  it.each([{ priorityOrder: -1 }, { priorityOrder: 1.5 }, { isActive: 'yes' }, { executorGroupIds: [0] }])(
    'is refused by field: %j',
    async (more) => {
      const { body } = await post({ name: 'X', fromStatusId: initial, toStatusId: final, ...more });
      expect(body.status).toBe(422);
      expect(fieldsOf(body)[0]).toMatch(new RegExp(`^${Object.keys(more)[0]}`));
    },
  );

  it('a start in a status that is not INITIAL is refused', async () => {
    expect((await post({ name: 'X', toStatusId: final })).body.errors).toEqual([
      { field: 'toStatusId', message: 'A new task must start in an INITIAL status.' },
    ]);
  });

  it('values that cannot be answers and duplicate required parameters are refused by row', async () => {
    const kind = await workflow.makeParameter('kind', {
      parameterType: 'DICTIONARY',
      dictionaryValues: [
        { value: 'a', sortOrder: 0 },
        { value: 'old', sortOrder: 1, isActive: false },
      ],
    });
    const flag = await workflow.makeParameter('flag', { parameterType: 'BOOLEAN' });
    const { body } = await post({
      name: 'X',
      fromStatusId: initial,
      toStatusId: final,
      parameterConditions: [
        { parameterId: kind, conditionType: 'EQUALS', conditionValue: 'old' },
        { parameterId: kind, conditionType: 'EQUALS', conditionValue: 'b' },
        { parameterId: flag, conditionType: 'NOT_EQUALS' },
        { parameterId: flag, conditionType: 'EXISTS', conditionValue: 'true' },
      ],
      requiredParameters: [
        { parameterId: kind, defaultValue: 'old' },
        { parameterId: flag, defaultValue: 'nie' },
        { parameterId: kind },
      ],
    });
    expect(body.errors).toEqual([
      { field: 'parameterConditions.1.conditionValue', message: "Choose one of the dictionary's values." },
      { field: 'parameterConditions.2.conditionValue', message: 'A value to compare with is required.' },
      { field: 'parameterConditions.3.conditionValue', message: 'This condition takes no value.' },
      { field: 'requiredParameters.0.defaultValue', message: "Choose one of the dictionary's values." },
      { field: 'requiredParameters.1.defaultValue', message: 'Choose true or false.' },
      { field: 'requiredParameters.2.parameterId', message: 'The parameter is listed twice.' },
    ]);
    const polish = await post(
      { name: 'X', fromStatusId: initial, toStatusId: final, targetGroupId: 999 },
      { 'accept-language': 'pl' },
    );
    expect(polish.body.detail).toBe('Nie ma takiej grupy.');
  });
});

describe('GET /api/status-transitions/check-name', () => {
  it('trims, ignores case and excludes the edited transition', async () => {
    const id = await workflow.makeTransition({
      name: 'Zażółć <b>"gęślą"</b>',
      fromStatusId: initial,
      toStatusId: final,
    });
    const name = `name=${encodeURIComponent('  ZAŻÓŁĆ <B>"GĘŚLĄ"</B> ')}`;
    expect(await isUsed(name)).toBe(true);
    expect(await isUsed(`${name}&excludeId=${id}`)).toBe(false);
    expect(await isUsed(`${name}&excludeId=${id + 1}`)).toBe(true);
    expect(await isUsed('name=Za')).toBe(false);
    expect(await isUsed('name=')).toBe(false);
    expect((await workflow.call('GET', `${path}/check-name`)).status).toBe(400);
    expect((await workflow.call('GET', `${path}/check-name?name=x&excludeId=me`)).status).toBe(400);
  });
});

describe('references of a transition', () => {
  it('a deleted group has no name and is refused on save', async () => {
    const group = { organizationId: acme.id, id: 9, name: 'Zespół', description: null, parentGroupId: null };
    await workflow.receive(buildEvent('obieg.identity.group.changed', group, { aggregateId: 9 }));
    const body = { name: 'Do zespołu', fromStatusId: initial, toStatusId: final, targetGroupId: 9 };
    const id = await workflow.makeTransition(body);
    await workflow.receive(
      buildEvent('obieg.identity.group.deleted', { organizationId: acme.id, id: 9 }, { aggregateId: 9 }),
    );
    const shown = await workflow.call('GET', `${path}/${id}`);
    expect(shown.body).toMatchObject({ targetGroupId: 9, targetGroupName: null });
    expect(fieldsOf((await put(id, body)).body)).toEqual(['targetGroupId']);
    expect((await put(id, { ...body, targetGroupId: null })).status).toBe(200);
  });

  it('a retired value keeps its condition but not its default', async () => {
    const parameterId = await workflow.makeParameter('retiring', dictionary('a', 'b'));
    const body = {
      name: 'Tylko a',
      fromStatusId: initial,
      toStatusId: final,
      parameterConditions: [{ parameterId, conditionType: 'EQUALS', conditionValue: 'a' }],
    };
    const requiredParameters = [{ parameterId, defaultValue: 'a' }];
    const id = await workflow.makeTransition({ ...body, requiredParameters });
    const dictionaryValues = [
      { value: 'a', sortOrder: 0, isActive: false },
      { value: 'b', sortOrder: 1 },
    ];
    const retired = parameter('retiring', { parameterType: 'DICTIONARY', dictionaryValues });
    expect((await workflow.call('PUT', `/api/workflow-parameters/${parameterId}`, retired)).status).toBe(200);
    expect(fieldsOf((await put(id, { ...body, requiredParameters })).body)).toEqual([
      'requiredParameters.0.defaultValue',
    ]);
    expect((await put(id, body)).status).toBe(200);
  });
});
