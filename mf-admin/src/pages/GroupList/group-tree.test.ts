import { describe, expect, it } from 'vitest';
import { buildGroup } from '../../api/groups.builders';
import { orderAsTree } from './group-tree';

const describeRows = (...groups: [id: number, parentId: number | null][]) =>
  orderAsTree(groups.map(([id, parentGroupId]) => buildGroup(id, `Grupa ${id}`, { parentGroupId }))).map(
    ({ group, depth }) => [group.id, depth],
  );

describe('orderAsTree', () => {
  it('puts children below their parents and keeps the order of siblings', () => {
    expect(describeRows([1, 4], [2, null], [3, 2], [4, null], [5, 4], [6, 3])).toEqual([
      [2, 0],
      [3, 1],
      [6, 2],
      [4, 0],
      [1, 1],
      [5, 1],
    ]);
  });

  it('treats a group without its parent in the list as a root', () => {
    expect(describeRows([7, 99], [8, 7])).toEqual([
      [7, 0],
      [8, 1],
    ]);
  });

  it('orders a chain of ten thousand groups', () => {
    const chain = Array.from({ length: 10_000 }, (_, index): [number, number | null] => [
      index + 1,
      index === 0 ? null : index,
    ]);
    expect(describeRows(...chain).at(-1)).toEqual([10_000, 9_999]);
  });
});
