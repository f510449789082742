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
    expect((await put(id, buildParameter('changing', { parameterType: 'DATE' }))).body).toMatchObject({
      status: 409,
      code: 'IN_USE',
      detail:
        'The type cannot be changed, because conditions or default values would become invalid: ' +
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
      { parameterType: 'NUMBER' },
      { parameterType: 'TEXT' },
    ])
      expect((await put(id, buildParameter('changing', more))).status).toBe(200);
  });
});
