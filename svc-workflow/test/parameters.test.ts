import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { acme, dictionary, parameter, startWorkflow, type WorkflowService } from './workflow-service';

let workflow: WorkflowService;
beforeAll(async () => {
  workflow = await startWorkflow();
});
afterAll(() => workflow.close());

const path = '/api/workflow-parameters';
const post = (body: unknown) => workflow.call('POST', path, body);
const put = (id: number, body: unknown) => workflow.call('PUT', `${path}/${id}`, body);
const remove = (id: number) => workflow.call('DELETE', `${path}/${id}`);
const fieldsOf = (body: { errors: { field: string }[] }) => body.errors.map(({ field }) => field);

describe('saving a parameter', () => {
  it('creates it with dictionary and dependencies, adds it to the questionnaire and publishes the configuration', async () => {
    const kind = await post(
      parameter('kind', {
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
    const device = await post(parameter('device', { sortOrder: 2, dependencies: [condition] }));
    expect(device.body.dependencies).toMatchObject([{ ...condition, conditionValue: 'Sprzęt' }]);
    const { body } = await workflow.request('GET', `${path}/public`, { organization: acme });
    expect(body.map(({ parameterName }: { parameterName: string }) => parameterName)).toEqual([
      'kind',
      'device',
    ]);
    expect(body[0].dictionaryValues).toEqual([{ value: 'Sprzęt' }]);
    expect(await workflow.lastPublished()).toMatchObject({
      organizationid: acme.id,
      subject: 'configuration/1',
      data: { parameters: [{ parameterName: 'kind' }, { parameterName: 'device' }] },
    });
    const saved = await put(kind.body.id, parameter('kind', dictionary('Konto', 'Sprzęt')));
    expect(saved.body.dictionaryValues).toMatchObject([
      { value: 'Konto', sortOrder: 0 },
      { id: kind.body.dictionaryValues[0].id, value: 'Sprzęt', sortOrder: 1, isActive: true },
    ]);
    expect((await workflow.call('GET', `${path}/available-parents`)).body).toHaveLength(2);
  });

  it('keeps a dictionary of 500 values after reordering and removal', async () => {
    const values = Array.from({ length: 500 }, (_, index) => `Wartość ${index} ${'x'.repeat(200)}`);
    const made = await post(parameter('large', dictionary(...values)));
    expect(made.body.dictionaryValues).toHaveLength(500);
    const saved = await put(
      made.body.id,
      parameter('large', dictionary(...values.slice(1).reverse(), 'nowa')),
    );
    expect(saved.body.dictionaryValues.at(0).value).toBe(values.at(-1));
    expect(saved.body.dictionaryValues.at(-1).value).toBe('nowa');
    expect(saved.body.dictionaryValues).toHaveLength(500);
    const tooMany = await post(parameter('larger', dictionary(...values, 'one more')));
    expect(tooMany.body).toMatchObject({ status: 422, errors: [{ field: 'dictionaryValues' }] });
    expect((await remove(made.body.id)).status).toBe(204);
  });

  it.each([
    'Cudzy"słów \'i apostrof',
    '<img src=x onerror=alert(1)>',
    '{value} $1 \\ %s ; drop table parameters',
    '👩‍👩‍👧 emoji',
    'שלום مرحبا',
  ])('keeps %j unchanged', async (text) => {
    const id = await workflow.makeParameter(text, {
      displayName: text,
      description: text,
      defaultValue: text,
      ...dictionary(text),
    });
    const child = await workflow.makeParameter(`child of ${text}`, {
      dependencies: [{ parentParameterId: id, conditionType: 'EQUALS', conditionValue: text }],
    });
    expect((await workflow.call('GET', `${path}/${id}`)).body).toMatchObject({
      parameterName: text,
      displayName: text,
      description: text,
      defaultValue: text,
      dictionaryValues: [{ value: text }],
    });
    expect((await put(id, parameter(text, dictionary('x')))).body.detail).toBe(
      `The value "${text}" cannot be removed: parameter dependencies use it: "child of ${text}".`,
    );
    for (const made of [child, id]) expect((await remove(made)).status).toBe(204);
  });

  it('treats decomposed and composed values as equal', async () => {
    const [typed, apart] = ['żółć', 'żółć'.normalize('NFD')];
    const more = { ...dictionary(apart), defaultValue: apart };
    const { status, body } = await post(parameter('apart', more));
    expect(status).toBe(201);
    expect(body).toMatchObject({ defaultValue: typed, dictionaryValues: [{ value: typed }] });
    const text = await workflow.makeParameter('apart in words');
    const equals = { conditionType: 'EQUALS', conditionValue: apart };
    const dependencies = [body.id, text].map((parentParameterId) => ({ parentParameterId, ...equals }));
    const child = await post(parameter('child of apart', { dependencies }));
    expect(child.status).toBe(201);
    expect(child.body.dependencies).toMatchObject([{ conditionValue: typed }, { conditionValue: typed }]);
    for (const made of [child.body.id, body.id, text]) expect((await remove(made)).status).toBe(204);
  });

  it('clears the dictionary of another type', async () => {
    const id = await workflow.makeParameter('cleared', dictionary('a', 'b'));
    expect(
      (await put(id, parameter('cleared', { dictionaryValues: [{ value: 'a', sortOrder: 0 }] }))).body,
    ).toMatchObject({ parameterType: 'TEXT', dictionaryValues: [] });
  });
});

describe('parameters of other tenants', () => {
  it('are hidden in paths and bodies', async () => {
    const foreign = (await workflow.callElsewhere('POST', path, parameter('foreign'))).body.id;
    expect((await workflow.call('GET', `${path}/${foreign}`)).status).toBe(404);
    expect((await put(foreign, parameter('foreign'))).status).toBe(404);
    expect((await remove(foreign)).status).toBe(404);
    const dependencies = [{ parentParameterId: foreign, conditionType: 'EXISTS' }];
    const answer = await post(parameter('pointing', { dependencies }));
    expect(answer.status).toBe(422);
    expect(fieldsOf(answer.body)).toEqual(['dependencies.0.parentParameterId']);
    // Names are unique per organization.
    expect((await post(parameter('foreign'))).status).toBe(201);
  });
});

describe('bad input of a parameter', () => {
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
    [dictionary('a', 'b', ' a'), 'dictionaryValues.2.value', 'This value is duplicated.'],
    [dictionary('a', ' '), 'dictionaryValues.1.value', 'A value is required.'],
    [
      { parameterType: 'DICTIONARY', dictionaryValues: [{ value: 'a', sortOrder: -1 }] },
      'dictionaryValues.0.sortOrder',
      'Sort order is required and must be a non-negative number.',
    ],
    [
      { defaultValue: 'c', ...dictionary('a', 'b') },
      'defaultValue',
      "Choose one of the dictionary's values.",
    ],
    [{ defaultValue: 'dużo', parameterType: 'NUMBER' }, 'defaultValue', 'Enter a number.'],
    [{ defaultValue: 'tak', parameterType: 'BOOLEAN' }, 'defaultValue', 'Choose true or false.'],
    [
      { defaultValue: '30.02.2026', parameterType: 'DATE' },
      'defaultValue',
      'Enter a date, as in 2026-11-21.',
    ],
    [{ defaultValue: 'jan@', parameterType: 'EMAIL' }, 'defaultValue', 'Enter a valid e-mail address.'],
  ])('is refused: %j', async (more, field, message) => {
    const answer = await post(parameter('refused', more));
    expect(answer.status).toBe(422);
    expect(answer.body.errors).toContainEqual({ field, message });
  });

  it('an inactive dictionary may have no active value', async () => {
    const dictionaryValues = [{ value: 'a', sortOrder: 0, isActive: false }];
    const more = { parameterType: 'DICTIONARY', isActive: false, dictionaryValues };
    expect((await post(parameter('waiting', more))).status).toBe(201);
  });

  it('condition values that cannot be answers are refused by row', async () => {
    const kind = await workflow.makeParameter('kind of', dictionary('a', 'b'));
    const [text, number, flag, date] = [
      await workflow.makeParameter('any text'),
      await workflow.makeParameter('any number', { parameterType: 'NUMBER' }),
      await workflow.makeParameter('any flag', { parameterType: 'BOOLEAN' }),
      await workflow.makeParameter('any date', { parameterType: 'DATE' }),
    ];
    const dependsOn = (rows: [parent: number, type: string, value?: string | null][]) =>
      parameter('depending', {
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
      { field: 'dependencies.1.conditionValue', message: "Choose one of the dictionary's values." },
      { field: 'dependencies.2.conditionValue', message: 'Enter a number.' },
      { field: 'dependencies.3.conditionValue', message: 'Choose true or false.' },
      { field: 'dependencies.4.conditionValue', message: 'Enter a date, as in 2026-11-21.' },
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

  it('cycles of any length are refused at the closing row', async () => {
    const on = (parentParameterId: number) => ({ parentParameterId, conditionType: 'EXISTS' });
    const first = await workflow.makeParameter('circle 1');
    const second = await workflow.makeParameter('circle 2', { dependencies: [on(first)] });
    const third = await workflow.makeParameter('circle 3', { dependencies: [on(second)] });
    const harmless = await workflow.makeParameter('circle 4');
    const dependencies = [on(harmless), on(third), on(first)];
    expect((await put(first, parameter('circle 1', { dependencies }))).body.errors).toEqual([
      {
        field: 'dependencies.1.parentParameterId',
        message: '"circle 3" depends on this parameter. Dependencies must not form a cycle.',
      },
      { field: 'dependencies.2.parentParameterId', message: 'A parameter cannot depend on itself.' },
    ]);
    const answers = await Promise.all([
      put(harmless, parameter('circle 4', { dependencies: [on(third)] })),
      put(third, parameter('circle 3', { dependencies: [on(second), on(harmless)] })),
    ]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 422]);
  });

  it('a configuration too large for an event is refused with 413', async () => {
    const values = Array.from({ length: 500 }, (_, index) => `${index} ${'x'.repeat(440)}`);
    const made: number[] = [];
    let refusal: Awaited<ReturnType<typeof post>> | undefined;
    while (!refusal && made.length < 10) {
      const answer = await post(parameter(`huge ${made.length}`, dictionary(...values)));
      if (answer.status === 201) made.push(answer.body.id);
      else refusal = answer;
    }
    expect(refusal?.body).toMatchObject({ status: 413, code: 'PAYLOAD_TOO_LARGE' });
    expect(refusal?.body.detail).toContain('larger than 1 MB');
    const names = (await workflow.call('GET', path)).body.map(
      ({ parameterName }: { parameterName: string }) => parameterName,
    );
    expect(names).not.toContain(`huge ${made.length}`);
    for (const id of made) expect((await remove(id)).status).toBe(204);
  });
});
