import { conditionTypes, type WorkflowConfiguration } from '@obieg/contracts';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { hasCycle } from './cycles';
import {
  checkTransitionAnswers,
  createRequiredAnswers,
  listRequiredAnswers,
  offerTransitions,
  placeNewTask,
} from './transitions';
import { buildParameter } from './vectors.builders';

type Transition = WorkflowConfiguration['transitions'][number];
const transition = (over: Partial<Transition>): Transition => ({
  id: 1,
  name: 'Rozpocznij',
  description: null,
  fromStatusId: 1,
  toStatusId: 2,
  targetGroupId: null,
  priorityOrder: 0,
  isActive: true,
  executorGroupIds: [],
  parameterConditions: [],
  requiredParameters: [],
  ...over,
});
const status = (id: number, statusType: 'INITIAL' | 'FINAL', createdAt: string) => ({
  id,
  name: `s${id}`,
  statusType,
  createdAt,
});
const configuration = (over: Partial<WorkflowConfiguration>): WorkflowConfiguration => ({
  organizationId: 1,
  parameters: [],
  statuses: [],
  transitions: [],
  ...over,
});
const anyMember = { hasBasePermission: true, executorGroupIds: new Set<number>() };

describe('createRequiredAnswers', () => {
  it('looks at the values of a dictionary once for all transitions that ask for it', () => {
    let reads = 0;
    const values = Array.from({ length: 500 }, (_, id) =>
      Object.defineProperty({ id, value: `v${id}`, sortOrder: id, isActive: true }, 'isActive', {
        get: () => {
          reads += 1;
          return true;
        },
      }),
    );
    const parameter = buildParameter(1, { parameterType: 'DICTIONARY', dictionaryValues: values });
    const transitions = Array.from({ length: 100 }, (_, id) =>
      transition({
        id,
        requiredParameters: [{ id: 1, parameterId: 1, isMandatory: true, defaultValue: null }],
      }),
    );
    const list = createRequiredAnswers({ parameters: [parameter] });
    for (let task = 0; task < 20; task += 1)
      for (const one of transitions) expect(list(one)[0]?.parameter.dictionaryValues).toHaveLength(500);
    // Once for the offered values, and once for the default of each transition.
    expect(reads).toBeLessThanOrEqual(500 * (1 + 2 * transitions.length));
  });
});

describe('placeNewTask', () => {
  const statuses = [
    status(1, 'FINAL', '2020-01-01T00:00:00Z'),
    status(3, 'INITIAL', '2022-01-01T00:00:00Z'),
    status(2, 'INITIAL', '2021-01-01T00:00:00Z'),
  ];

  it('chooses the matching start transition with the lowest priority order, then the lowest id', () => {
    const conditional = transition({
      id: 5,
      fromStatusId: null,
      toStatusId: 3,
      targetGroupId: 7,
      parameterConditions: [{ id: 1, parameterId: 4, conditionType: 'EQUALS', conditionValue: 'x' }],
    });
    const transitions = [
      transition({ id: 9, fromStatusId: null, priorityOrder: 1 }),
      transition({ id: 8, fromStatusId: null, priorityOrder: 1 }),
      conditional,
      transition({ id: 1, fromStatusId: null, isActive: false }),
    ];
    expect(placeNewTask(configuration({ statuses, transitions }), new Map([[4, 'x']]))).toEqual({
      statusId: 3,
      transitionId: 5,
      targetGroupId: 7,
    });
    expect(placeNewTask(configuration({ statuses, transitions }), new Map())?.transitionId).toBe(8);
  });

  it('falls back to the oldest INITIAL status, then to undefined', () => {
    expect(placeNewTask(configuration({ statuses }), new Map())).toEqual({
      statusId: 2,
      transitionId: null,
      targetGroupId: null,
    });
    expect(placeNewTask(configuration({ statuses: statuses.slice(0, 1) }), new Map())).toBeUndefined();
  });
});

describe('offerTransitions', () => {
  it('offers active transitions of the status in order, each with its reasons', () => {
    const arbitrary = fc.array(
      fc.record({
        id: fc.integer({ min: 1, max: 50 }),
        fromStatusId: fc.constantFrom(null, 1, 2),
        isActive: fc.boolean(),
        priorityOrder: fc.integer({ min: 0, max: 3 }),
        executorGroupIds: fc.array(fc.integer({ min: 1, max: 3 }), { maxLength: 2 }),
        parameterConditions: fc.array(
          fc.record({
            id: fc.constant(1),
            parameterId: fc.integer({ min: 1, max: 3 }),
            conditionType: fc.constantFrom(...conditionTypes),
            conditionValue: fc.constantFrom('a', 'b'),
          }),
          { maxLength: 2 },
        ),
      }),
    );
    fc.assert(
      fc.property(
        arbitrary,
        fc.boolean(),
        fc.uniqueArray(fc.integer({ min: 1, max: 3 })),
        (rows, hasBasePermission, groups) => {
          const transitions = rows.map(transition);
          const offered = offerTransitions(configuration({ transitions }), 1, new Map([[1, 'a']]), {
            hasBasePermission,
            executorGroupIds: new Set(groups),
          });
          for (const { transition: one, reasons } of offered) {
            expect([one.isActive, one.fromStatusId]).toEqual([true, 1]);
            const mayRun =
              hasBasePermission &&
              (one.executorGroupIds.length === 0 || one.executorGroupIds.some((id) => groups.includes(id)));
            expect(reasons.length === 0).toBe(mayRun);
          }
          const orders = offered.map(({ transition: { priorityOrder } }) => priorityOrder);
          expect(orders).toEqual([...orders].sort());
        },
      ),
    );
  });

  it('omits a transition whose conditions are not met', () => {
    const closed = transition({
      parameterConditions: [{ id: 1, parameterId: 4, conditionType: 'NOT_EXISTS', conditionValue: null }],
    });
    expect(
      offerTransitions(configuration({ transitions: [closed] }), 1, new Map([[4, 'x']]), anyMember),
    ).toEqual([]);
    expect(offerTransitions(configuration({ transitions: [closed] }), 1, new Map(), anyMember)).toHaveLength(
      1,
    );
  });
});

describe('checkTransitionAnswers', () => {
  const setUp = configuration({
    parameters: [buildParameter(1, { parameterType: 'NUMBER' }), buildParameter(2), buildParameter(3)],
  });
  const needing = transition({
    requiredParameters: [
      { id: 1, parameterId: 1, isMandatory: true, defaultValue: null },
      { id: 2, parameterId: 2, isMandatory: false, defaultValue: null },
    ],
  });

  it('requires mandatory parameters from the task or the request', () => {
    expect([...checkTransitionAnswers(setUp, needing, new Map(), new Map()).problems]).toEqual([
      [1, 'MISSING'],
    ]);
    expect(checkTransitionAnswers(setUp, needing, new Map([[1, '5']]), new Map()).problems.size).toBe(0);
    expect([
      ...checkTransitionAnswers(
        setUp,
        needing,
        new Map([[3, 'x']]),
        new Map([
          [1, '2,5'],
          [3, 'x'],
        ]),
      ).values,
    ]).toEqual([
      [3, 'x'],
      [1, '2.5'],
    ]);
  });

  it('removes only optional answers that the request clears', () => {
    const stored = new Map([
      [1, '5'],
      [2, 'abc'],
      [3, 'x'],
    ]);
    const cleared = checkTransitionAnswers(setUp, needing, stored, new Map(), new Set([2, 3]));
    expect([...cleared.values]).toEqual([
      [1, '5'],
      [3, 'x'],
    ]);
    expect(cleared.problems.size).toBe(0);
    const mandatory = checkTransitionAnswers(setUp, needing, stored, new Map(), new Set([1]));
    expect([...mandatory.problems]).toEqual([[1, 'MISSING']]);
  });

  it('rejects invalid values and parameters that the transition does not ask for', () => {
    expect([
      ...checkTransitionAnswers(
        setUp,
        needing,
        new Map(),
        new Map([
          [1, 'dużo'],
          [3, 'x'],
          [77, 'y'],
        ]),
      ).problems,
    ]).toEqual([
      [1, 'NOT_A_NUMBER'],
      [3, 'NOT_ASKED'],
      [77, 'UNKNOWN_PARAMETER'],
    ]);
  });
});

describe('required parameters after a workflow change', () => {
  const parameter = (id: number, over: Partial<WorkflowConfiguration['parameters'][number]> = {}) =>
    buildParameter(id, {
      parameterType: 'DICTIONARY',
      dictionaryValues: [
        { id: 1, value: 'now', sortOrder: 0, isActive: true },
        { id: 2, value: 'once', sortOrder: 1, isActive: false },
      ],
      ...over,
    });
  const requiring = (...rows: [parameterId: number, defaultValue: string | null][]) =>
    transition({
      requiredParameters: rows.map(([parameterId, defaultValue], index) => ({
        id: index + 1,
        parameterId,
        isMandatory: true,
        defaultValue,
      })),
    });

  it('are filled in advance by the default of the row, then by that of the parameter', () => {
    const parameters = [
      parameter(1, { defaultValue: 'now' }),
      parameter(2, { defaultValue: 'once' }),
      buildParameter(3, { defaultValue: 'of the parameter' }),
      buildParameter(4, { parameterType: 'NUMBER', defaultValue: 'abc' }),
    ];
    const rows = requiring([1, null], [1, 'once'], [2, null], [3, 'of the row'], [3, ' '], [4, '1 000,5']);
    expect(listRequiredAnswers({ parameters }, rows).map(({ defaultValue }) => defaultValue)).toEqual([
      'now',
      'now',
      null,
      'of the row',
      'of the parameter',
      '1000.5',
    ]);
  });

  it('omit inactive and missing parameters, retired values and invalid defaults', () => {
    const parameters = [parameter(1), parameter(2, { isActive: false }), parameter(3)];
    const asked = listRequiredAnswers(
      { parameters },
      requiring([1, 'now'], [2, 'now'], [3, 'once'], [9, 'now']),
    );
    expect(
      asked.map(({ parameter: { id, dictionaryValues }, defaultValue }) => [
        id,
        dictionaryValues.map(({ value }) => value),
        defaultValue,
      ]),
    ).toEqual([
      [1, ['now'], 'now'],
      [3, ['now'], null],
    ]);
  });

  it('do not change answers that the transition does not ask for', () => {
    const setUp = configuration({ parameters: [parameter(1), parameter(2)] });
    const stored = new Map([
      [1, 'once'],
      [2, 'changed since'],
      [7, 'answer to a deleted question'],
    ]);
    const given = new Map([
      [1, 'once'],
      [2, 'as read before'],
      [7, 'as read before'],
    ]);
    const { values, problems } = checkTransitionAnswers(setUp, requiring([1, null]), stored, given);
    expect([...problems]).toEqual([]);
    expect(values).toEqual(stored);
  });
});

describe('hasCycle', () => {
  it('finds cycles of any length and terminates on cycles elsewhere', () => {
    expect(hasCycle(new Map([[1, [1]]]), 1)).toBe(true);
    expect(
      hasCycle(
        new Map([
          [1, [2]],
          [2, [3]],
          [3, [1]],
        ]),
        1,
      ),
    ).toBe(true);
    expect(
      hasCycle(
        new Map([
          [1, [2]],
          [2, [3]],
          [3, [2]],
        ]),
        1,
      ),
    ).toBe(false);
    expect(hasCycle(new Map(), 1)).toBe(false);
  });
});
