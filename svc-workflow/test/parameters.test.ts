import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  acme,
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
const post = (body: unknown) => service.call('POST', path, body);
const put = (id: number, body: unknown) => service.call('PUT', `${path}/${id}`, body);
const remove = (id: number) => service.call('DELETE', `${path}/${id}`);
const toFields = (body: { errors: { field: string }[] }) => body.errors.map(({ field }) => field);

describe('saving a parameter', () => {
  it('stores dictionary and dependencies, adds it to the questionnaire and publishes the configuration', async () => {
    const kind = await post(
      buildParameter('kind', {
        parameterType: 'DICTIONARY',
        dictionaryValues: [
          { value: 'Sprzęt', sortOrder: 0 },
          { value: 'Stare', sortOrder: 1, isActive: false },
        ],
      }),
    );
    const condition = {
      parentParameterId: kind.body.id,
      conditionType: 'EQUALS',
      conditionValue: ' Sprzęt ',
    };
    const device = await post(buildParameter('device', { sortOrder: 2, dependencies: [condition] }));
    expect(device.body.dependencies).toMatchObject([{ ...condition, conditionValue: 'Sprzęt' }]);
    const { body } = await service.request('GET', `${path}/public`, { organization: acme });
    expect(body.map(({ parameterName }: { parameterName: string }) => parameterName)).toEqual([
      'kind',
      'device',
    ]);
    expect(body[0].dictionaryValues).toEqual([{ value: 'Sprzęt' }]);
    expect(await service.getLastPublished()).toMatchObject({
      organizationid: acme.id,
      subject: 'configuration/1',
      data: { parameters: [{ parameterName: 'kind' }, { parameterName: 'device' }] },
    });
    const saved = await put(kind.body.id, buildParameter('kind', buildDictionary('Konto', 'Sprzęt')));
    expect(saved.body.dictionaryValues).toMatchObject([
      { value: 'Konto', sortOrder: 0 },
      { id: kind.body.dictionaryValues[0].id, value: 'Sprzęt', sortOrder: 1, isActive: true },
    ]);
    expect((await service.call('GET', `${path}/available-parents`)).body).toHaveLength(2);
  });

  it('stores a dictionary of 500 values, also after reordering and removal', async () => {
    const values = Array.from({ length: 500 }, (_, index) => `Wartość ${index} ${'x'.repeat(200)}`);
    const created = await post(buildParameter('large', buildDictionary(...values)));
    expect(created.body.dictionaryValues).toHaveLength(500);
    const saved = await put(
      created.body.id,
      buildParameter('large', buildDictionary(...values.slice(1).reverse(), 'nowa')),
    );
    expect(saved.body.dictionaryValues.at(0).value).toBe(values.at(-1));
    expect(saved.body.dictionaryValues.at(-1).value).toBe('nowa');
    expect(saved.body.dictionaryValues).toHaveLength(500);
    const tooMany = await post(buildParameter('larger', buildDictionary(...values, 'one more')));
    expect(tooMany.body).toMatchObject({ status: 422, errors: [{ field: 'dictionaryValues' }] });
    expect((await remove(created.body.id)).status).toBe(204);
  });

  it.each([
    'Cudzy"słów \'i apostrof',
    '<img src=x onerror=alert(1)>',
    '{value} $1 \\ %s ; drop table parameters',
    '👩‍👩‍👧 emoji',
    'שלום مرحبا',
  ])('stores the text %j unchanged', async (text) => {
    const id = await service.createParameter(text, {
      displayName: text,
      description: text,
      defaultValue: text,
      ...buildDictionary(text),
    });
    const child = await service.createParameter(`child of ${text}`, {
      dependencies: [{ parentParameterId: id, conditionType: 'EQUALS', conditionValue: text }],
    });
    expect((await service.call('GET', `${path}/${id}`)).body).toMatchObject({
      parameterName: text,
      displayName: text,
      description: text,
      defaultValue: text,
      dictionaryValues: [{ value: text }],
    });
    expect((await put(id, buildParameter(text, buildDictionary('x')))).body.detail).toBe(
      `The value "${text}" cannot be removed: parameter dependencies use it: "child of ${text}".`,
    );
    for (const parameterId of [child, id]) expect((await remove(parameterId)).status).toBe(204);
  });

  it('treats decomposed and composed characters as equal', async () => {
    const [composed, decomposed] = ['żółć', 'żółć'.normalize('NFD')];
    const more = { ...buildDictionary(decomposed), defaultValue: decomposed };
    const { status, body } = await post(buildParameter('decomposed', more));
    expect(status).toBe(201);
    expect(body).toMatchObject({ defaultValue: composed, dictionaryValues: [{ value: composed }] });
    const text = await service.createParameter('decomposed text');
    const equals = { conditionType: 'EQUALS', conditionValue: decomposed };
    const dependencies = [body.id, text].map((parentParameterId) => ({ parentParameterId, ...equals }));
    const child = await post(buildParameter('child of decomposed', { dependencies }));
    expect(child.status).toBe(201);
    expect(child.body.dependencies).toMatchObject([
      { conditionValue: composed },
      { conditionValue: composed },
    ]);
    for (const id of [child.body.id, body.id, text]) expect((await remove(id)).status).toBe(204);
  });

  it('clears the dictionary when the type changes', async () => {
    const id = await service.createParameter('cleared', buildDictionary('a', 'b'));
    expect(
      (await put(id, buildParameter('cleared', { dictionaryValues: [{ value: 'a', sortOrder: 0 }] }))).body,
    ).toMatchObject({ parameterType: 'TEXT', dictionaryValues: [] });
  });
});

describe('parameters of other tenants', () => {
  it('are hidden in paths and request bodies', async () => {
    const globexId = (await service.callGlobex('POST', path, buildParameter('foreign'))).body.id;
    expect((await service.call('GET', `${path}/${globexId}`)).status).toBe(404);
    expect((await put(globexId, buildParameter('foreign'))).status).toBe(404);
    expect((await remove(globexId)).status).toBe(404);
    const dependencies = [{ parentParameterId: globexId, conditionType: 'EXISTS' }];
    const response = await post(buildParameter('pointing', { dependencies }));
    expect(response.status).toBe(422);
    expect(toFields(response.body)).toEqual(['dependencies.0.parentParameterId']);
    // Names are unique per organization.
    expect((await post(buildParameter('foreign'))).status).toBe(201);
  });
});

describe('bad input for a parameter', () => {
  it.each([
    [
      { parameterName: 'x' },
      'parameterName',
      'Parameter name is required and must be at least 2 characters long.',
    ],
    [
      { parameterName: ' x ' },
      'parameterName',
      'Parameter name is required and must be at least 2 characters long.',
    ],
    [
      { parameterName: undefined },
      'parameterName',
      'Parameter name is required and must be at least 2 characters long.',
    ],
    [{ displayName: '  ' }, 'displayName', 'Display name is required.'],
    [{ displayName: 5 }, 'displayName', 'Display name is required.'],
    [{ parameterType: '' }, 'parameterType', 'Parameter type is required.'],
    [{ parameterStage: 'LATER' }, 'parameterStage', 'Parameter stage is required.'],
    [{ sortOrder: -1 }, 'sortOrder', 'Sort order is required and must be a non-negative number.'],
    [{ sortOrder: null }, 'sortOrder', 'Sort order is required and must be a non-negative number.'],
    [{ sortOrder: 1.5 }, 'sortOrder', 'Sort order is required and must be a non-negative number.'],
    [
      { dependencies: [{ parentParameterId: 0, conditionType: 'EXISTS' }] },
      'dependencies.0.parentParameterId',
      'Please select a parent parameter.',
    ],
    [
      { dependencies: [{ parentParameterId: 1, conditionType: '' }] },
      'dependencies.0.conditionType',
      'Please select a condition type.',
    ],
    [{ parameterType: 'DICTIONARY' }, 'dictionaryValues', 'A dictionary needs at least one value.'],
    [
      { parameterType: 'DICTIONARY', dictionaryValues: [{ value: 'a', sortOrder: 0, isActive: false }] },
      'dictionaryValues',
      'An active dictionary needs at least one active value.',
    ],
    [buildDictionary('a', 'b', ' a'), 'dictionaryValues.2.value', 'This value is duplicated.'],
    [buildDictionary('a', ' '), 'dictionaryValues.1.value', 'A value is required.'],
    [
      { parameterType: 'DICTIONARY', dictionaryValues: [{ value: 'a', sortOrder: -1 }] },
      'dictionaryValues.0.sortOrder',
      'Sort order is required and must be a non-negative number.',
    ],
    [{ defaultValue: 'c', ...buildDictionary('a', 'b') }, 'defaultValue', 'Choose one of the given values'],
    [{ defaultValue: 'dużo', parameterType: 'NUMBER' }, 'defaultValue', 'Enter a number'],
    [{ defaultValue: 'tak', parameterType: 'BOOLEAN' }, 'defaultValue', 'Choose Yes or No'],
    [{ defaultValue: '30.02.2026', parameterType: 'DATE' }, 'defaultValue', 'Enter a date'],
    [{ defaultValue: 'jan@', parameterType: 'EMAIL' }, 'defaultValue', 'Enter a valid e-mail address'],
  ])('is rejected with 422: %j', async (more, field, message) => {
    const response = await post(buildParameter('rejected', more));
    expect(response.status).toBe(422);
    expect(response.body.errors).toContainEqual({ field, message });
  });

  it('does not include an inactive dictionary without active values', async () => {
    const dictionaryValues = [{ value: 'a', sortOrder: 0, isActive: false }];
    const more = { parameterType: 'DICTIONARY', isActive: false, dictionaryValues };
    expect((await post(buildParameter('waiting', more))).status).toBe(201);
  });

  it('is rejected with the row when a condition value is not a valid answer', async () => {
    const kind = await service.createParameter('kind of', buildDictionary('a', 'b'));
    const [text, number, flag, date] = [
      await service.createParameter('any text'),
      await service.createParameter('any number', { parameterType: 'NUMBER' }),
      await service.createParameter('any flag', { parameterType: 'BOOLEAN' }),
      await service.createParameter('any date', { parameterType: 'DATE' }),
    ];
    const dependsOn = (rows: [parent: number, type: string, value?: string | null][]) =>
      buildParameter('depending', {
        dependencies: rows.map(([parentParameterId, conditionType, conditionValue]) => ({
          parentParameterId,
          conditionType,
          conditionValue,
        })),
      });
    const { body } = await post(
      dependsOn([
        [kind, 'EQUALS', 'a'],
        [kind, 'EQUALS', 'c'],
        [number, 'NOT_EQUALS', 'x'],
        [flag, 'EQUALS', 'Tak'],
        [date, 'EQUALS', '2026-02-30'],
        [text, 'EQUALS', ' '],
        [text, 'EQUALS'],
        [text, 'EXISTS', 'x'],
        [text, 'NOT_EXISTS', ''],
      ]),
    );
    expect(body.errors).toEqual([
      { field: 'dependencies.1.conditionValue', message: 'Choose one of the given values' },
      { field: 'dependencies.2.conditionValue', message: 'Enter a number' },
      { field: 'dependencies.3.conditionValue', message: 'Choose Yes or No' },
      { field: 'dependencies.4.conditionValue', message: 'Enter a date' },
      { field: 'dependencies.5.conditionValue', message: 'A value to compare with is required.' },
      { field: 'dependencies.6.conditionValue', message: 'A value to compare with is required.' },
      { field: 'dependencies.7.conditionValue', message: 'This condition takes no value.' },
    ]);
    const good = await post(
      dependsOn([
        [kind, 'NOT_EQUALS', 'b'],
        [number, 'EQUALS', '2,5'],
        [flag, 'EQUALS', 'true'],
        [date, 'EQUALS', '2026-02-28'],
        [text, 'NOT_EXISTS', ''],
      ]),
    );
    expect(
      good.body.dependencies.map(({ conditionValue }: { conditionValue: string }) => conditionValue),
    ).toEqual(['b', '2.5', 'true', '2026-02-28', null]);
  });

  it('is rejected with the row that closes a cycle of dependencies', async () => {
    const dependencyOn = (parentParameterId: number) => ({ parentParameterId, conditionType: 'EXISTS' });
    const first = await service.createParameter('circle 1');
    const second = await service.createParameter('circle 2', { dependencies: [dependencyOn(first)] });
    const third = await service.createParameter('circle 3', { dependencies: [dependencyOn(second)] });
    const independent = await service.createParameter('circle 4');
    const dependencies = [dependencyOn(independent), dependencyOn(third), dependencyOn(first)];
    expect((await put(first, buildParameter('circle 1', { dependencies }))).body.errors).toEqual([
      {
        field: 'dependencies.1.parentParameterId',
        message: '"circle 3" depends on this parameter. Dependencies must not form a cycle.',
      },
      { field: 'dependencies.2.parentParameterId', message: 'A parameter cannot depend on itself.' },
    ]);
    const responses = await Promise.all([
      put(independent, buildParameter('circle 4', { dependencies: [dependencyOn(third)] })),
      put(
        third,
        buildParameter('circle 3', { dependencies: [dependencyOn(second), dependencyOn(independent)] }),
      ),
    ]);
    expect(responses.map(({ status }) => status).sort()).toEqual([200, 422]);
  });

  it('is rejected with 413 when the configuration becomes too large for an event', async () => {
    const values = Array.from({ length: 500 }, (_, index) => `${index} ${'x'.repeat(440)}`);
    const created: number[] = [];
    let rejection: Awaited<ReturnType<typeof post>> | undefined;
    while (!rejection && created.length < 10) {
      const response = await post(buildParameter(`huge ${created.length}`, buildDictionary(...values)));
      if (response.status === 201) created.push(response.body.id);
      else rejection = response;
    }
    expect(rejection?.body).toMatchObject({ status: 413, code: 'PAYLOAD_TOO_LARGE' });
    expect(rejection?.body.detail).toContain('larger than 1 MB');
    const names = (await service.call('GET', path)).body.map(
      ({ parameterName }: { parameterName: string }) => parameterName,
    );
    expect(names).not.toContain(`huge ${created.length}`);
    for (const id of created) expect((await remove(id)).status).toBe(204);
  });
});
