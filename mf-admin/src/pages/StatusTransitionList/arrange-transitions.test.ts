import { describe, expect, it } from 'vitest';
import { buildTransition } from '../../api/transitions.builders';
import { arrangeTransitions, defaultOrder, isMatch, noFilter } from './arrange-transitions';

const createdAt = '2026-03-02T10:00:00.000Z';
const statuses = [
  { id: 7, name: 'Nowe', statusType: 'INITIAL' as const, createdAt },
  { id: 3, name: 'W toku', statusType: 'INTERMEDIATE' as const, createdAt },
];
const build = (id: number, name: string, fromStatusId: number | null, more = {}) =>
  buildTransition(id, name, { fromStatusId, ...more });
const transitions = [
  build(1, 'Zamknij', 3, { priorityOrder: 20, targetGroupName: 'IT' }),
  build(2, 'Zgłoś', null),
  build(3, 'Odłóż', 3, { priorityOrder: 10, isActive: false }),
  build(4, 'Rozpocznij', 7),
  build(5, 'Osierocone', 99),
];
const namesOf = (order: Parameters<typeof arrangeTransitions>[2]): string[] =>
  arrangeTransitions(transitions, statuses, order).map(({ name }) => name);

describe('arrangeTransitions', () => {
  it('groups by from-status in the order of the statuses, new tasks first, and orders by priority within', () => {
    expect(namesOf(defaultOrder)).toEqual(['Zgłoś', 'Rozpocznij', 'Odłóż', 'Zamknij', 'Osierocone']);
  });

  it('reverses the groups but not their transitions when sorted by from-status downwards', () => {
    expect(namesOf({ by: 'from', direction: 'desc' })).toEqual([
      'Osierocone',
      'Odłóż',
      'Zamknij',
      'Rozpocznij',
      'Zgłoś',
    ]);
  });

  it.each([
    ['name', 'desc', ['Zamknij', 'Odłóż']],
    ['active', 'asc', ['Zamknij', 'Odłóż']],
    ['targetGroup', 'asc', ['Odłóż', 'Zamknij']],
    ['priority', 'desc', ['Zamknij', 'Odłóż']],
  ] as const)('orders by %s %s within each group', (by, direction, expected) => {
    expect(namesOf({ by, direction }).slice(2, 4)).toEqual(expected);
  });
});

describe('isMatch', () => {
  const transition = build(1, 'X', null, { targetGroupId: 5, executorGroupIds: [6] });
  it.each([
    [noFilter, true],
    [{ ...noFilter, state: 'inactive' as const }, false],
    [{ ...noFilter, groupId: 5 }, true],
    [{ ...noFilter, groupId: 6 }, true],
    [{ ...noFilter, groupId: 7 }, false],
  ])('matches %o: %s', (filter, expected) => {
    expect(isMatch(transition, filter)).toBe(expected);
  });
});
