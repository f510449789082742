import type { WorkflowConfiguration } from '@obieg/contracts';
import { parameterOf, statusOf, transitionOf } from '../../vectors.builders';

const numbersUpTo = (count: number): number[] => Array.from({ length: count }, (_, index) => index + 1);
const conditionsPerTransition = 50;

const conditionOf = (
  id: number,
  parameterId: number,
  conditionType: 'EQUALS' | 'NOT_EQUALS',
  value: number,
) => ({ id, parameterId, conditionType, conditionValue: String(value) });

/** One NUMBER question and conditions that each name another number. */
export const manyValuesWorkflow = (count: number): WorkflowConfiguration => ({
  organizationId: 1,
  parameters: [parameterOf(1, 'NUMBER')],
  statuses: [statusOf(1, 'INITIAL'), statusOf(2, 'FINAL')],
  transitions: [
    transitionOf(1, null, 1),
    ...numbersUpTo(Math.ceil(count / conditionsPerTransition)).map((index) =>
      transitionOf(index + 1, 1, 2, {
        parameterConditions: numbersUpTo(conditionsPerTransition).map((row) =>
          conditionOf(row, 1, 'NOT_EQUALS', index * conditionsPerTransition + row),
        ),
      }),
    ),
  ],
});

/** Starts that each need the search, because every earlier one must not apply. */
export const manyStartsWorkflow = (count: number): WorkflowConfiguration => ({
  organizationId: 1,
  parameters: numbersUpTo(50).map((id) => parameterOf(id, 'NUMBER')),
  statuses: [statusOf(1, 'INITIAL'), statusOf(2, 'FINAL')],
  transitions: [
    ...numbersUpTo(count).map((id) =>
      transitionOf(id, null, 1, {
        priorityOrder: id,
        parameterConditions: [
          conditionOf(1, (id % 50) + 1, 'EQUALS', id % 5),
          conditionOf(2, ((id * 3) % 50) + 1, 'EQUALS', id % 7),
        ],
      }),
    ),
    transitionOf(count + 1, 1, 2),
  ],
});

/** Questions that each depend on many of the earlier ones. */
export const dependentQuestions = (count: number, dependencies: number) =>
  numbersUpTo(count).map((id) =>
    parameterOf(id, 'NUMBER', {
      // The questionnaire asks the last one first, so that a walk looks at all of them.
      sortOrder: count - id,
      dependencies: numbersUpTo(Math.min(dependencies, id - 1)).map((distance) => [
        id - distance,
        'NOT_EQUALS',
        String(distance),
      ]),
    }),
  );
