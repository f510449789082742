import { buildEvent } from '@obieg/service-kit/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  acme,
  buildDictionary,
  buildParameter,
  groupId,
  startWorkflowService,
  type WorkflowService,
} from './workflow-service';

let service: WorkflowService;
let initial: number;
let final: number;
beforeAll(async () => {
  service = await startWorkflowService();
  initial = await service.findStatusId('Nowe');
  final = await service.findStatusId('Zakończone');
});
afterAll(() => service.close());

const path = '/api/status-transitions';
const post = (body: unknown, headers = {}) => service.call('POST', path, body, { headers });
const put = (id: number, body: unknown) => service.call('PUT', `${path}/${id}`, body);
const toFields = (body: { errors: { field: string }[] }) => body.errors.map(({ field }) => field);
const isNameUsed = async (query: string) =>
  (await service.call('GET', `${path}/check-name?${query}`)).body.exists;

describe('saving a transition', () => {
  it('stores all fields, replaces them on an edit and publishes the configuration', async () => {
    const cause = await service.createParameter('cause', { parameterStage: 'SYSTEM_CONTROLLED' });
    const amount = await service.createParameter('amount', { parameterType: 'NUMBER' });
    const created = await post({
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
    expect(created.body).toMatchObject({
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
    expect((await service.call('GET', `${path}/${created.body.id}`)).body).toEqual(created.body);
    const { fromStatusName, toStatusName, targetGroupName, ...published } = created.body;
    expect((await service.getLastPublished())?.data).toMatchObject({
      transitions: expect.arrayContaining([published]),
    });
    const changed = await put(created.body.id, {
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
    const remove = () => service.call('DELETE', `${path}/${created.body.id}`);
    expect((await remove()).status).toBe(204);
    expect((await remove()).status).toBe(404);
  });

  it('allows a duplicate name, and equal start and end status', async () => {
    const body = { name: 'Wznów', fromStatusId: initial, toStatusId: initial };
    expect((await post(body)).status).toBe(201);
  });
});

describe('transitions of other tenants', () => {
  it('are hidden in paths, and their references are rejected in request bodies', async () => {
    const [{ id }] = (await service.callGlobex('GET', path)).body;
    const [globexStatus] = (await service.callGlobex('GET', '/api/workflow-status')).body;
    const parameterId = (
      await service.callGlobex('POST', '/api/workflow-parameters', buildParameter('theirs'))
    ).body.id;
    const group = { organizationId: 2, id: 77, name: 'Theirs', description: null, parentGroupId: null };
    await service.receiveMessage(buildEvent('obieg.identity.group.changed', group, { aggregateId: 77 }));
    expect((await service.call('GET', `${path}/${id}`)).status).toBe(404);
    expect((await service.call('DELETE', `${path}/${id}`)).status).toBe(404);
    const { body } = await post({
      name: 'X',
      fromStatusId: globexStatus.id,
      toStatusId: globexStatus.id,
      targetGroupId: 77,
      executorGroupIds: [groupId, 77],
      parameterConditions: [{ parameterId, conditionType: 'EXISTS' }],
      requiredParameters: [{ parameterId }],
    });
    expect(body.status).toBe(422);
    expect(toFields(body)).toEqual([
      'toStatusId',
      'fromStatusId',
      'targetGroupId',
      'executorGroupIds.1',
      'parameterConditions.0.parameterId',
      'requiredParameters.0.parameterId',
    ]);
    expect(await isNameUsed('name=Nowe%20zg%C5%82oszenie')).toBe(true);
  });
});

describe('bad input for a transition', () => {
  it.each([
    [{ name: ' ', toStatusId: 1 }, 'name', 'Transition name is required'],
    [{ toStatusId: 1 }, 'name', 'Transition name is required'],
    [{ name: 'X' }, 'toStatusId', 'To status is required'],
    [{ name: 'X', toStatusId: null }, 'toStatusId', 'To status is required'],
    [{ name: 'X', toStatusId: 999_999 }, 'toStatusId', 'To status is required'],
  ])('is rejected with 422: %j', async (body, field, message) => {
    expect((await post(body)).body).toMatchObject({ status: 422, errors: [{ field, message }] });
  });

  it.each([{ priorityOrder: -1 }, { priorityOrder: 1.5 }, { isActive: 'yes' }, { executorGroupIds: [0] }])(
    'is rejected with 422 and the field: %j',
    async (more) => {
      const { body } = await post({ name: 'X', fromStatusId: initial, toStatusId: final, ...more });
      expect(body.status).toBe(422);
      expect(toFields(body)[0]).toMatch(new RegExp(`^${Object.keys(more)[0]}`));
    },
  );

  it('is rejected with 422: a start in a status that is not INITIAL', async () => {
    expect((await post({ name: 'X', toStatusId: final })).body.errors).toEqual([
      { field: 'toStatusId', message: 'A new task must start in an INITIAL status.' },
    ]);
  });

  it('is rejected with the row: values that are not valid answers, and duplicate required parameters', async () => {
    const kind = await service.createParameter('kind', {
      parameterType: 'DICTIONARY',
      dictionaryValues: [
        { value: 'a', sortOrder: 0 },
        { value: 'old', sortOrder: 1, isActive: false },
      ],
    });
    const flag = await service.createParameter('flag', { parameterType: 'BOOLEAN' });
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
      { field: 'parameterConditions.1.conditionValue', message: 'Choose one of the given values' },
      { field: 'parameterConditions.2.conditionValue', message: 'A value to compare with is required.' },
      { field: 'parameterConditions.3.conditionValue', message: 'This condition takes no value.' },
      { field: 'requiredParameters.0.defaultValue', message: 'Choose one of the given values' },
      { field: 'requiredParameters.1.defaultValue', message: 'Choose Yes or No' },
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
    const id = await service.createTransition({
      name: 'Zażółć <b>"gęślą"</b>',
      fromStatusId: initial,
      toStatusId: final,
    });
    const name = `name=${encodeURIComponent('  ZAŻÓŁĆ <B>"GĘŚLĄ"</B> ')}`;
    expect(await isNameUsed(name)).toBe(true);
    expect(await isNameUsed(`${name}&excludeId=${id}`)).toBe(false);
    expect(await isNameUsed(`${name}&excludeId=${id + 1}`)).toBe(true);
    expect(await isNameUsed('name=Za')).toBe(false);
    expect(await isNameUsed('name=')).toBe(false);
    expect((await service.call('GET', `${path}/check-name`)).status).toBe(400);
    expect((await service.call('GET', `${path}/check-name?name=x&excludeId=me`)).status).toBe(400);
  });
});

describe('a transition after a reference changed', () => {
  it('has no name for a deleted target group, and rejects the group on the next edit', async () => {
    const group = { organizationId: acme.id, id: 9, name: 'Zespół', description: null, parentGroupId: null };
    await service.receiveMessage(buildEvent('obieg.identity.group.changed', group, { aggregateId: 9 }));
    const body = { name: 'Do zespołu', fromStatusId: initial, toStatusId: final, targetGroupId: 9 };
    const id = await service.createTransition(body);
    await service.receiveMessage(
      buildEvent('obieg.identity.group.deleted', { organizationId: acme.id, id: 9 }, { aggregateId: 9 }),
    );
    const shown = await service.call('GET', `${path}/${id}`);
    expect(shown.body).toMatchObject({ targetGroupId: 9, targetGroupName: null });
    expect(toFields((await put(id, body)).body)).toEqual(['targetGroupId']);
    expect((await put(id, { ...body, targetGroupId: null })).status).toBe(200);
  });

  it('keeps a condition with a retired value, but rejects it as a default value', async () => {
    const parameterId = await service.createParameter('retiring', buildDictionary('a', 'b'));
    const body = {
      name: 'Tylko a',
      fromStatusId: initial,
      toStatusId: final,
      parameterConditions: [{ parameterId, conditionType: 'EQUALS', conditionValue: 'a' }],
    };
    const requiredParameters = [{ parameterId, defaultValue: 'a' }];
    const id = await service.createTransition({ ...body, requiredParameters });
    const dictionaryValues = [
      { value: 'a', sortOrder: 0, isActive: false },
      { value: 'b', sortOrder: 1 },
    ];
    const retired = buildParameter('retiring', { parameterType: 'DICTIONARY', dictionaryValues });
    expect((await service.call('PUT', `/api/workflow-parameters/${parameterId}`, retired)).status).toBe(200);
    expect(toFields((await put(id, { ...body, requiredParameters })).body)).toEqual([
      'requiredParameters.0.defaultValue',
    ]);
    expect((await put(id, body)).status).toBe(200);
  });
});
