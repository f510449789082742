import type { Target } from '@obieg/contracts';
import { describe, expect, it } from 'vitest';
import { chooseTargets } from './targets';
import { buildParameter } from './vectors.builders';

const target = (id: number, over: Partial<Target> = {}): Target => ({
  id,
  metric: 'Pierwsza odpowiedź',
  isActive: true,
  sortOrder: id,
  priorities: [],
  conditions: [],
  calendarId: 1,
  minutes: 60,
  start: { event: 'CREATED' },
  end: { event: 'FIRST_REPLY' },
  pausedStatusIds: [],
  ...over,
});
const choose = (targets: Target[], answers: [number, string][] = []): number[] =>
  chooseTargets(
    { parameters: [buildParameter(7, { parameterType: 'NUMBER' })], targets },
    { priority: 'NORMAL', answers: new Map(answers) },
  ).map(({ id }) => id);

describe('chooseTargets', () => {
  it('chooses the first active target of each metric that fits', () => {
    expect(
      choose([
        target(4, { metric: 'Rozwiązanie' }),
        target(1, { isActive: false }),
        target(2, { priorities: ['HIGHEST', 'HIGH'] }),
        target(3, { priorities: ['NORMAL'] }),
        target(5),
      ]),
    ).toEqual([3, 4]);
  });

  it('orders targets by sort order, then id', () => {
    expect(choose([target(2, { sortOrder: 1 }), target(1, { sortOrder: 1 })])).toEqual([1]);
    expect(choose([target(1, { sortOrder: 2 }), target(2, { sortOrder: 1 })])).toEqual([2]);
  });

  it('needs every condition, and compares values by the type of the parameter', () => {
    const conditions: Target['conditions'] = [
      { parameterId: 7, conditionType: 'EQUALS', conditionValue: '1.0' },
      { parameterId: 8, conditionType: 'NOT_EXISTS', conditionValue: null },
    ];
    expect(choose([target(1, { conditions })], [[7, '1']])).toEqual([1]);
    expect(
      choose(
        [target(1, { conditions })],
        [
          [7, '1'],
          [8, 'x'],
        ],
      ),
    ).toEqual([]);
    expect(choose([target(1, { conditions })])).toEqual([]);
  });

  it('chooses none in a workflow of an earlier version', () => {
    expect(chooseTargets({ parameters: [] }, { priority: 'LOW', answers: new Map() })).toEqual([]);
  });
});
