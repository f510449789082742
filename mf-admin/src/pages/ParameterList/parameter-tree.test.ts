import type { ConditionType } from '@obieg/contracts';
import { buildParameter } from '@obieg/workflow-rules/vectors';
import { describe, expect, it } from 'vitest';
import { arrangeTree, filterTree, findSiblingPlace, moveSubtree } from './parameter-tree';

const build = (id: number, parents: number[] = [], conditionType: ConditionType = 'EXISTS') =>
  buildParameter(id, {
    dependencies: parents.map((parentParameterId, index) => ({
      id: index + 1,
      parentParameterId,
      conditionType,
      conditionValue: null,
    })),
  });
const outline = (nodes: ReturnType<typeof arrangeTree>) =>
  nodes.map(({ parameter, depth }) => `${'-'.repeat(depth)}${parameter.id}`);
/** 1 with 3 and 5 below, 4 below 3; 2 with 6 below. */
const tree = arrangeTree([build(1), build(2), build(3, [1]), build(4, [3, 1]), build(5, [1]), build(6, [2])]);

describe('arrangeTree', () => {
  it('lists each parameter below the last one that it depends on', () => {
    expect(outline(tree)).toEqual(['1', '-3', '--4', '-5', '2', '-6']);
  });

  it('lists a parameter after its parent although it is ordered before, and says so', () => {
    const nodes = arrangeTree([build(2, [1]), build(1)]);
    expect(outline(nodes)).toEqual(['1', '-2']);
    expect(nodes[1]?.askedAfter.map(({ id }) => id)).toEqual([1]);
    expect(tree.every(({ askedAfter }) => askedAfter.length === 0)).toBe(true);
  });

  it('says of a condition that a missing answer meets that it is asked before the parent', () => {
    const [, node] = arrangeTree([build(2, [1], 'NOT_EXISTS'), build(1)]);
    expect(node?.askedAfter).toEqual([]);
    expect(node?.askedBefore.map(({ id }) => id)).toEqual([1]);
    expect(arrangeTree([build(1), build(2, [1], 'NOT_EXISTS')])[1]?.askedBefore).toEqual([]);
  });

  it('does not say so of a parameter that also waits for a later one', () => {
    const waits = build(2, [1], 'NOT_EXISTS');
    const both = { ...waits, dependencies: [...waits.dependencies, ...build(2, [3]).dependencies] };
    const node = arrangeTree([both, build(1), build(3)]).find(({ parameter }) => parameter.id === 2);
    expect(node?.askedAfter.map(({ id }) => id)).toEqual([3]);
    expect(node?.askedBefore).toEqual([]);
  });

  it('does not say so of a parameter whose earlier parent waits for a later one', () => {
    const waits = build(2, [1], 'NOT_EXISTS');
    const both = { ...waits, dependencies: [...waits.dependencies, ...build(2, [4]).dependencies] };
    const nodes = arrangeTree([build(4, [3]), both, build(1), build(3)]);
    expect(nodes.find(({ parameter }) => parameter.id === 2)?.askedBefore).toEqual([]);
  });

  it('lists a parameter whose parent does not exist at the top', () => {
    expect(outline(arrangeTree([build(1), build(2, [9])]))).toEqual(['1', '2']);
  });
});

describe('moveSubtree', () => {
  it.each([
    [0, 4, [2, 1, 3, 4, 5, 6]],
    [4, 0, [2, 6, 1, 3, 4, 5]],
    [1, 3, [1, 5, 3, 4, 2, 6]],
    [0, 2, [1, 3, 4, 5, 2, 6]],
  ])('moves the node at %i with everything below it to %i', (from, to, ids) => {
    expect(moveSubtree(tree, from, to)).toEqual(ids);
  });
});

describe('findSiblingPlace', () => {
  it.each([
    [0, 'down', 5],
    [0, 'up', undefined],
    [4, 'up', 0],
    [1, 'down', 3],
    [2, 'down', undefined],
    [5, 'up', undefined],
  ] as const)('moves the node at %i %s to %s', (index, direction, place) => {
    expect(findSiblingPlace(tree, index, direction)).toBe(place);
  });
});

describe('filterTree', () => {
  it('keeps matches and what they are listed below', () => {
    expect(outline(filterTree(tree, ({ parameter }) => parameter.id === 4))).toEqual(['1', '-3', '--4']);
    expect(filterTree(tree, () => false)).toEqual([]);
  });
});
