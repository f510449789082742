import { recordedEvents } from '@obieg/service-kit/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  buildDictionary,
  buildParameter,
  startWorkflowService,
  type WorkflowService,
} from './workflow-service';

let service: WorkflowService;
beforeAll(async () => {
  service = await startWorkflowService();
});
afterAll(() => service.close());

const path = '/api/workflow-parameters';
const post = (body: unknown, headers = {}) => service.call('POST', path, body, { headers });
const put = (id: number, body: unknown) => service.call('PUT', `${path}/${id}`, body);
const remove = (id: number, headers = {}) => service.call('DELETE', `${path}/${id}`, undefined, { headers });

describe('a conflicting change to a parameter', () => {
  it('gets 409 when another parameter has the name, ignoring case', async () => {
    const id = await service.createParameter('Rodzaj Żądania');
    const duplicate = await post(buildParameter(' rodzaj ŻĄDANIA '));
    expect(duplicate.body).toMatchObject({
      status: 409,
      code: 'NAME_TAKEN',
      detail: 'Parameter name already exists. Please choose a different name.',
      errors: [{ field: 'parameterName' }],
    });
    expect((await put(id, buildParameter('RODZAJ żądania'))).status).toBe(200);
    const polish = await post(buildParameter('Rodzaj żądania'), { 'accept-language': 'pl' });
    expect(polish.body.detail).toBe('Parametr o tej nazwie już istnieje. Wybierz inną nazwę.');
    const responses = await Promise.all(['race', 'RACE', 'Race'].map((name) => post(buildParameter(name))));
    expect(responses.map(({ status }) => status).sort()).toEqual([201, 409, 409]);
  });

  it('gets 409 when a deleted parameter is used, with up to five uses of each kind', async () => {
    const id = await service.createParameter('used', buildDictionary('a'));
    const dependencies = [{ parentParameterId: id, conditionType: 'EXISTS' }];
    for (let child = 1; child <= 6; child += 1)
      await service.createParameter(`child ${child}`, { dependencies });
    const [from, to] = [await service.findStatusId('Nowe'), await service.findStatusId('W toku')];
    const statuses = { fromStatusId: from, toStatusId: to };
    const parameterConditions = [{ parameterId: id, conditionValue: 'a' }];
    const requiredParameters = [{ parameterId: id }];
    await service.createTransition({ name: 'Both', ...statuses, parameterConditions, requiredParameters });
    await service.createTransition({ name: 'One', ...statuses, requiredParameters });
    expect((await remove(id)).body).toMatchObject({
      status: 409,
      code: 'IN_USE',
      detail:
        'The parameter cannot be deleted: parameters depend on it: "child 1", "child 2", "child 3", "child 4", ' +
        '"child 5" and others; transitions use it: "Both", "One".',
    });
    expect((await remove(id, { 'accept-language': 'pl' })).body.detail).toContain(
      '"child 5" i inne; wskazują',
    );
  });

  it('gets 409 when a condition or a default value would become invalid', async () => {
    const id = await service.createParameter('changing', buildDictionary('1', '2', '3'));
    const dependencies = [{ parentParameterId: id, conditionType: 'EQUALS', conditionValue: '1' }];
    await service.createParameter('depends on 1', { dependencies });
    const [from, to] = [await service.findStatusId('Nowe'), await service.findStatusId('W toku')];
    await service.createTransition({
      name: 'Needs 2',
      fromStatusId: from,
      toStatusId: to,
      requiredParameters: [{ parameterId: id, defaultValue: '2' }],
    });
    expect((await put(id, buildParameter('changing', buildDictionary('3')))).body).toMatchObject({
      status: 409,
      code: 'IN_USE',
      errors: [
        {
          field: 'dictionaryValues',
          message: 'The value "1" cannot be removed: parameter dependencies use it: "depends on 1".',
        },
        {
          field: 'dictionaryValues',
          message: 'The value "2" cannot be removed: transitions use it: "Needs 2".',
        },
      ],
    });
    for (const parameterType of ['DATE', 'TEXT', 'NUMBER'])
      expect((await put(id, buildParameter('changing', { parameterType }))).body).toMatchObject({
        status: 409,
        code: 'IN_USE',
        detail:
          'The type cannot be changed, because dictionary values are in use: ' +
          'parameters "depends on 1"; transitions "Needs 2".',
        errors: [{ field: 'parameterType' }],
      });
    const retired = [
      { value: '1', sortOrder: 0, isActive: false },
      { value: '2', sortOrder: 1 },
    ];
    for (const more of [
      buildDictionary('1', '2'),
      { parameterType: 'DICTIONARY', dictionaryValues: retired },
    ])
      expect((await put(id, buildParameter('changing', more))).status).toBe(200);
  });

  it('may leave the type DICTIONARY while only EXISTS conditions name it', async () => {
    const id = await service.createParameter('free', buildDictionary('a'));
    const dependencies = [{ parentParameterId: id, conditionType: 'EXISTS' }];
    await service.createParameter('depends on any', { dependencies });
    expect((await put(id, buildParameter('free'))).status).toBe(200);
  });
});

describe('renaming a dictionary value in use', () => {
  const createUsed = async (name: string) => {
    const created = await post(buildParameter(name, buildDictionary('old', 'other')));
    const { id, dictionaryValues } = created.body;
    const isOld = { conditionType: 'EQUALS', conditionValue: 'old' };
    const childId = await service.createParameter(`child of ${name}`, {
      dependencies: [{ parentParameterId: id, ...isOld }],
    });
    const transitionId = await service.createTransition({
      name: `transition of ${name}`,
      fromStatusId: await service.findStatusId('Nowe'),
      toStatusId: await service.findStatusId('W toku'),
      parameterConditions: [{ parameterId: id, ...isOld }],
      requiredParameters: [{ parameterId: id, defaultValue: 'old' }],
    });
    const rows = dictionaryValues.map((row: { value: string }) =>
      row.value === 'old' ? { ...row, value: 'new' } : row,
    );
    const renamed = { ...buildParameter(name, { parameterType: 'DICTIONARY' }), dictionaryValues: rows };
    return { id, childId, transitionId, renamed };
  };
  const getRevision = async (address: string) => (await service.call('GET', address)).headers['etag'];

  it('gets 409 with the uses at the row that is meant', async () => {
    const { id, renamed } = await createUsed('refused');
    expect((await put(id, renamed)).body).toMatchObject({
      status: 409,
      code: 'IN_USE',
      errors: [
        {
          field: 'dictionaryValues.0.value',
          message:
            'The value "old" is named elsewhere: parameter dependencies use it: "child of refused"; ' +
            'transitions use it: "transition of refused".',
        },
      ],
    });
  });

  it('renames dependencies, conditions, default values and scenarios with renameUses', async () => {
    const { id, childId, transitionId, renamed } = await createUsed('renamed');
    const scenario = await service.call('POST', '/api/workflow-scenarios', {
      name: 'old one',
      answers: { [id]: 'old' },
      expectedQuestionIds: [id],
      expectedStatusId: await service.findStatusId('Nowe'),
      expectedGroupId: null,
    });
    expect(scenario.status).toBe(201);
    const addresses = [`${path}/${childId}`, `/api/status-transitions/${transitionId}`];
    const before = await Promise.all(addresses.map(getRevision));
    expect((await put(id, { ...renamed, renameUses: true })).status).toBe(200);
    expect((await service.call('GET', `${path}/${childId}`)).body.dependencies).toMatchObject([
      { conditionValue: 'new' },
    ]);
    expect((await service.call('GET', `/api/status-transitions/${transitionId}`)).body).toMatchObject({
      parameterConditions: [{ conditionValue: 'new' }],
      requiredParameters: [{ defaultValue: 'new' }],
    });
    expect((await service.call('GET', `/api/workflow-scenarios/${scenario.body.id}`)).body.answers).toEqual({
      [id]: 'new',
    });
    const after = await Promise.all(addresses.map(getRevision));
    for (const [index, revision] of after.entries()) expect(revision).not.toBe(before[index]);
    expect((await service.getLastPublished())?.data).toMatchObject({
      parameters: expect.arrayContaining([
        expect.objectContaining({
          id: childId,
          dependencies: [expect.objectContaining({ conditionValue: 'new' })],
        }),
      ]),
    });
  });

  it('publishes the renamed values after the configuration with renameAnswers, and only then', async () => {
    const { id, renamed } = await createUsed('published');
    const listRenames = async () => {
      const rows = await recordedEvents(service.db.knex, 'obieg.workflow.values.renamed');
      return rows.filter(({ data }) => JSON.stringify(data).includes(`"parameterId":${id}}`));
    };
    expect((await put(id, { ...renamed, renameUses: true })).status).toBe(200);
    expect(await listRenames()).toEqual([]);
    const [first, ...others] = (await service.call('GET', `${path}/${id}`)).body.dictionaryValues;
    const again = { ...renamed, dictionaryValues: [{ ...first, value: 'newer' }, ...others] };
    expect((await put(id, { ...again, renameAnswers: true })).body.code).toBe('IN_USE');
    expect(await listRenames()).toEqual([]);
    expect((await put(id, { ...again, renameUses: true, renameAnswers: true })).status).toBe(200);
    const [event, ...more] = await listRenames();
    expect(event?.data).toEqual({
      organizationId: 1,
      renamedValues: [{ parameterId: id, from: 'new', to: 'newer' }],
    });
    expect(more).toEqual([]);
    expect(event?.aggregateversion).toBeGreaterThan(
      (await service.getLastPublished())?.aggregateversion ?? 0,
    );
    // A save without a renamed value publishes none.
    expect((await put(id, { ...again, renameUses: true, renameAnswers: true })).status).toBe(200);
    expect(await listRenames()).toHaveLength(1);
  });

  it('keeps the uses of a value whose text moves to another row', async () => {
    const { id, childId, renamed } = await createUsed('swapped');
    const [first, second] = renamed.dictionaryValues;
    const swapped = [
      { ...first, value: 'other' },
      { ...second, value: 'old' },
    ];
    expect((await put(id, { ...renamed, dictionaryValues: swapped, renameUses: true })).status).toBe(200);
    expect((await service.call('GET', `${path}/${childId}`)).body.dependencies).toMatchObject([
      { conditionValue: 'old' },
    ]);
  });

  it('does not follow ids of values of another parameter', async () => {
    const foreign = await createUsed('foreign');
    const { id, renamed } = await createUsed('own');
    const rows = [{ ...foreign.renamed.dictionaryValues[0] }, { value: 'other', sortOrder: 1 }];
    const response = await put(id, { ...renamed, dictionaryValues: rows, renameUses: true });
    expect(response.body).toMatchObject({ code: 'IN_USE', errors: [{ field: 'dictionaryValues' }] });
  });
});
