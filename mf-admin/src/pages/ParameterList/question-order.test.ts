import type { ConditionType } from '@obieg/contracts';
import { buildParameter } from '@obieg/workflow-rules/vectors';
import { describe, expect, it } from 'vitest';
import { arrangeQuestions, filterQuestions, findObstacle, moveRow } from './question-order';

const build = (id: number, parents: number[] = [], conditionType: ConditionType = 'EXISTS', sortOrder = id) =>
  buildParameter(id, {
    sortOrder,
    dependencies: parents.map((parentParameterId, index) => ({
      id: index + 1,
      parentParameterId,
      conditionType,
      conditionValue: null,
    })),
  });
const outline = (nodes: ReturnType<typeof arrangeQuestions>) =>
  nodes.map(({ parameter, depth }) => `${'-'.repeat(depth)}${parameter.id}`);
/** 3 and 4 below 1; 5, which depends on 1, after the unrelated 2. */
const nodes = arrangeQuestions([
  build(1),
  build(3, [1], 'EXISTS', 1),
  build(4, [3, 1], 'EXISTS', 1),
  build(2),
  build(5, [1]),
  build(6),
]);

describe('arrangeQuestions', () => {
  it('lists parameters as they are asked and indents those right below what they depend on', () => {
    expect(outline(nodes)).toEqual(['1', '-3', '--4', '2', '5', '6']);
    expect(nodes[4]?.parentId).toBe(1);
  });

  it('lists a parameter after the one that it awaits although its number is before, and says so', () => {
    const [, node] = arrangeQuestions([build(2, [1], 'EXISTS', 0), build(1)]);
    expect(node?.parameter.id).toBe(2);
    expect(node?.askedAfter.map(({ id }) => id)).toEqual([1]);
    expect(nodes.every(({ askedAfter }) => askedAfter.length === 0)).toBe(true);
  });

  it('lists a parameter that needs a missing answer before the other one, and says so', () => {
    const [node] = arrangeQuestions([build(1), build(2, [1], 'NOT_EXISTS', 0)]);
    expect(node?.parameter.id).toBe(2);
    expect(node?.askedBefore.map(({ id }) => id)).toEqual([1]);
    expect(arrangeQuestions([build(1), build(2, [1], 'NOT_EXISTS')])[1]?.askedBefore).toEqual([]);
  });

  it('does not indent a parameter whose parent does not exist', () => {
    expect(outline(arrangeQuestions([build(1), build(2, [9])]))).toEqual(['1', '2']);
  });
});

describe('moveRow', () => {
  it.each([
    [0, 4, [3, 4, 2, 5, 1, 6]],
    [5, 0, [6, 1, 3, 4, 2, 5]],
  ])('moves only the row at %i to %i', (from, to, ids) => {
    expect(moveRow(nodes, from, to)).toEqual(ids);
  });
});

describe('findObstacle', () => {
  it.each([
    [0, 1, [3, 1]],
    [4, 0, [5, 1]],
    [2, 1, [4, 3]],
    [3, 0, undefined],
    [4, 5, undefined],
  ])('compares the row at %i with those up to %i', (from, to, ids) => {
    const obstacle = findObstacle(nodes, from, to);
    expect(obstacle && [obstacle.later.id, obstacle.earlier.id]).toEqual(ids);
  });
});

describe('filterQuestions', () => {
  it('keeps matches and what they depend on', () => {
    expect(outline(filterQuestions(nodes, ({ parameter }) => parameter.id === 4))).toEqual([
      '1',
      '-3',
      '--4',
    ]);
    expect(filterQuestions(nodes, () => false)).toEqual([]);
  });
});
