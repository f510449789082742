import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { dictionary, parameter, startWorkflow, type WorkflowService } from './workflow-service';

let workflow: WorkflowService;
beforeAll(async () => {
  workflow = await startWorkflow();
});
afterAll(() => workflow.close());

const path = '/api/workflow-parameters';
const post = (body: unknown, headers = {}) => workflow.call('POST', path, body, { headers });
const put = (id: number, body: unknown) => workflow.call('PUT', `${path}/${id}`, body);
const remove = (id: number, headers = {}) => workflow.call('DELETE', `${path}/${id}`, undefined, { headers });

describe('conflicts of a parameter', () => {
  it('a name that is taken, ignoring case', async () => {
    const id = await workflow.makeParameter('Rodzaj Żądania');
    const taken = await post(parameter(' rodzaj ŻĄDANIA '));
    expect(taken.body).toMatchObject({
      status: 409,
      code: 'NAME_TAKEN',
      detail: 'Parameter name already exists. Please choose a different name.',
      errors: [{ field: 'parameterName' }],
    });
    expect((await put(id, parameter('RODZAJ żądania'))).status).toBe(200);
    const polish = await post(parameter('Rodzaj żądania'), { 'accept-language': 'pl' });
    expect(polish.body.detail).toBe('Parametr o tej nazwie już istnieje. Wybierz inną nazwę.');
    const answers = await Promise.all(['race', 'RACE', 'Race'].map((name) => post(parameter(name))));
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 409, 409]);
  });

  it('a deletion: all uses, five of a kind', async () => {
    const id = await workflow.makeParameter('held', dictionary('a'));
    const dependencies = [{ parentParameterId: id, conditionType: 'EXISTS' }];
    for (let child = 1; child <= 6; child += 1)
      await workflow.makeParameter(`child ${child}`, { dependencies });
    const [from, to] = [await workflow.statusNamed('Nowe'), await workflow.statusNamed('W toku')];
    const statuses = { fromStatusId: from, toStatusId: to };
    const parameterConditions = [{ parameterId: id, conditionValue: 'a' }];
    const requiredParameters = [{ parameterId: id }];
    await workflow.makeTransition({ name: 'Both', ...statuses, parameterConditions, requiredParameters });
    await workflow.makeTransition({ name: 'One', ...statuses, requiredParameters });
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

  it('a type or value that conditions and defaults use; valid changes succeed', async () => {
    const id = await workflow.makeParameter('changing', dictionary('1', '2', '3'));
    const dependencies = [{ parentParameterId: id, conditionType: 'EQUALS', conditionValue: '1' }];
    await workflow.makeParameter('depends on 1', { dependencies });
    const [from, to] = [await workflow.statusNamed('Nowe'), await workflow.statusNamed('W toku')];
    await workflow.makeTransition({
      name: 'Needs 2',
      fromStatusId: from,
      toStatusId: to,
      requiredParameters: [{ parameterId: id, defaultValue: '2' }],
    });
    expect((await put(id, parameter('changing', dictionary('3')))).body).toMatchObject({
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
    expect((await put(id, parameter('changing', { parameterType: 'DATE' }))).body).toMatchObject({
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
      dictionary('1', '2'),
      { parameterType: 'DICTIONARY', dictionaryValues: retired },
      { parameterType: 'NUMBER' },
      { parameterType: 'TEXT' },
    ])
      expect((await put(id, parameter('changing', more))).status).toBe(200);
  });
});
