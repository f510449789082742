import type { CheckedGroup, ConditionType, WorkflowConfiguration } from '@obieg/contracts';
import { parameterOf, statusOf, transitionOf } from '../../vectors.builders';

const idsUpTo = (count: number): number[] => Array.from({ length: count }, (_, index) => index + 1);
const size = { parameters: 100, statuses: 40, transitions: 200 };

/** 100 questions in chains of ten, each asked for one value of the one before. */
const chainedQuestions = () =>
  idsUpTo(size.parameters).map((id) =>
    parameterOf(id, 'DICTIONARY', {
      values: ['a', 'b', 'c', 'd'],
      dependencies: id % 10 === 1 ? [] : [[id - 1, 'EQUALS', id % 2 ? 'a' : 'b']],
    }),
  );

const statuses = () =>
  idsUpTo(size.statuses).map((id) => statusOf(id, id <= 5 ? 'INITIAL' : id > 35 ? 'FINAL' : 'INTERMEDIATE'));

/**
 * Twenty starts, a ring of all statuses with conditions, and further transitions with conditions and required
 * parameters.
 */
const transitions = () =>
  idsUpTo(size.transitions).map((id) => {
    const from = (id % size.statuses) + 1;
    const condition = {
      id,
      parameterId: ((id * 7) % size.parameters) + 1,
      conditionType: (['EQUALS', 'NOT_EQUALS', 'EXISTS', 'NOT_EXISTS'] as const)[id % 4] ?? 'EXISTS',
      conditionValue: id % 4 < 2 ? 'b' : null,
    };
    if (id <= 20)
      return transitionOf(id, null, (id % 5) + 1, { priorityOrder: id, parameterConditions: [condition] });
    return transitionOf(id, from, ((from * (id % 3 === 0 ? 3 : 1)) % size.statuses) + 1, {
      parameterConditions: id % 2 ? [condition] : [],
      requiredParameters:
        id % 5
          ? []
          : [{ id, parameterId: ((id * 3) % size.parameters) + 1, isMandatory: true, defaultValue: null }],
      executorGroupIds: id % 6 ? [] : [1],
    });
  });

export const largeWorkflow = (): WorkflowConfiguration => ({
  organizationId: 1,
  parameters: chainedQuestions(),
  statuses: statuses(),
  transitions: transitions(),
});

const on = (
  parent: number,
  type: ConditionType,
  value: string | null = null,
): [number, ConditionType, string | null] => [parent, type, value];

/** One chain of 100 questions in reverse order, of which every third is asked only before its parent. */
export const entangledWorkflow = (): WorkflowConfiguration => ({
  ...largeWorkflow(),
  parameters: idsUpTo(size.parameters).map((id) =>
    parameterOf(id, 'DICTIONARY', {
      values: ['a', 'b', 'c', 'd'],
      sortOrder: size.parameters - id,
      dependencies: [
        ...(id > 1 ? [on(id - 1, id % 3 ? 'EQUALS' : 'NOT_EQUALS', 'a')] : []),
        ...(id > 7 ? [on(id - 7, 'NOT_EXISTS')] : []),
      ],
    }),
  ),
});

/** The answers of every question decide about every transition. */
export const denseWorkflow = (): WorkflowConfiguration => ({
  ...largeWorkflow(),
  transitions: transitions().map((transition) => ({
    ...transition,
    parameterConditions: idsUpTo(3).map((row) => ({
      id: row,
      parameterId: ((transition.id * row * 11) % size.parameters) + 1,
      conditionType: row % 2 ? ('EQUALS' as const) : ('NOT_EQUALS' as const),
      conditionValue: 'abcd'[(transition.id + row) % 4] ?? 'a',
    })),
  })),
});

export const groups: CheckedGroup[] = [{ id: 1, name: 'Grupa', hasExecutors: true }];
