import type { WorkflowConfiguration, WorkflowFile } from '@obieg/contracts';
import { buildFile, buildFileParameter, buildFileTransition } from './workflow-files';

const numbersUpTo = (count: number): number[] => Array.from({ length: count }, (_, index) => index + 1);
const conditionsPerTransition = 50;

/** One NUMBER parameter, and conditions that each name another number. */
export const buildManyValues = (count: number): WorkflowFile =>
  buildFile({
    parameters: [buildFileParameter('liczba', { parameterType: 'NUMBER' })],
    transitions: [
      buildFileTransition('Start', null, 'Nowe'),
      ...numbersUpTo(count / conditionsPerTransition).map((index) =>
        buildFileTransition(`Przejście ${index}`, 'Nowe', 'Gotowe', {
          parameterConditions: numbersUpTo(conditionsPerTransition).map((row) => ({
            parameter: 'liczba',
            conditionType: 'NOT_EQUALS' as const,
            conditionValue: String(index * conditionsPerTransition + row),
          })),
        }),
      ),
    ],
  });

const parameterCount = 50;
const startConditions = (id: number): [parameter: number, value: string][] => [
  [id % parameterCount, String(id % 5)],
  [(id * 3 + 1) % parameterCount, String(id % 7)],
];

/** Starts that each need a search, because no earlier one must apply. */
export const buildManyStarts = (count: number): WorkflowFile =>
  buildFile({
    parameters: numbersUpTo(parameterCount).map((id) =>
      buildFileParameter(`p${id - 1}`, { parameterType: 'NUMBER' }),
    ),
    transitions: [
      ...numbersUpTo(count).map((id) =>
        buildFileTransition(`Start ${id}`, null, 'Nowe', {
          priorityOrder: id,
          parameterConditions: startConditions(id).map(([parameter, conditionValue]) => ({
            parameter: `p${parameter}`,
            conditionType: 'EQUALS' as const,
            conditionValue,
          })),
        }),
      ),
      buildFileTransition('Koniec', 'Nowe', 'Gotowe'),
    ],
  });

/** The same workflow with ids. */
export const manyStarts = (organizationId: number, count: number): WorkflowConfiguration => {
  const { parameters, transitions } = buildManyStarts(count);
  const createdAt = '2026-01-01T00:00:00.000Z';
  return {
    organizationId,
    parameters: parameters.map(({ dictionaryValues: _, dependencies: __, ...parameter }, index) => ({
      ...parameter,
      id: index + 1,
      sortOrder: index,
      createdAt,
      dictionaryValues: [],
      dependencies: [],
    })),
    statuses: [
      { id: 1, name: 'Nowe', statusType: 'INITIAL', createdAt },
      { id: 2, name: 'Gotowe', statusType: 'FINAL', createdAt },
    ],
    transitions: transitions.map(({ name, fromStatus, priorityOrder, parameterConditions }, index) => ({
      id: index + 1,
      name,
      description: null,
      fromStatusId: fromStatus === null ? null : 1,
      toStatusId: fromStatus === null ? 1 : 2,
      targetGroupId: null,
      priorityOrder,
      isActive: true,
      executorGroupIds: [],
      parameterConditions: parameterConditions.map(({ parameter, ...condition }, row) => ({
        ...condition,
        id: row + 1,
        parameterId: Number(parameter.slice(1)) + 1,
      })),
      requiredParameters: [],
    })),
  };
};

/** Statuses in one long line, each with a condition on another of many questions in a line. */
export const buildLongChains = (count: number): WorkflowFile =>
  buildFile({
    parameters: numbersUpTo(count).map((id) =>
      buildFileParameter(`p${id}`, {
        parameterType: 'NUMBER',
        dependencies:
          id === 1 ? [] : [{ parameter: `p${id - 1}`, conditionType: 'EQUALS', conditionValue: '1' }],
      }),
    ),
    statuses: [
      { name: 'Nowe', statusType: 'INITIAL' },
      ...numbersUpTo(count - 2).map((id) => ({ name: `Krok ${id}`, statusType: 'INTERMEDIATE' as const })),
      { name: 'Gotowe', statusType: 'FINAL' },
    ],
    transitions: [
      buildFileTransition('Start', null, 'Nowe'),
      ...numbersUpTo(count - 1).map((id) =>
        buildFileTransition(
          `Przejście ${id}`,
          id === 1 ? 'Nowe' : `Krok ${id - 1}`,
          id === count - 1 ? 'Gotowe' : `Krok ${id}`,
          {
            parameterConditions: [
              { parameter: `p${count - id}`, conditionType: 'EQUALS', conditionValue: '1' },
            ],
          },
        ),
      ),
    ],
  });

/** Questions that each depend on fifty earlier ones. */
export const buildDependentQuestions = (count: number): WorkflowFile =>
  buildFile({
    parameters: numbersUpTo(count).map((id) =>
      buildFileParameter(`p${id}`, {
        parameterType: 'NUMBER',
        dependencies: numbersUpTo(Math.min(50, id - 1)).map((distance) => ({
          parameter: `p${id - distance}`,
          conditionType: distance % 3 === 0 ? 'NOT_EXISTS' : 'NOT_EQUALS',
          conditionValue: distance % 3 === 0 ? null : String(distance),
        })),
      }),
    ),
  });

/** Transitions between all of many statuses, each with conditions and a required parameter. */
export const buildManyTransitions = (count: number): WorkflowFile => {
  const statusNames = ['Nowe', ...numbersUpTo(38).map((id) => `Krok ${id}`), 'Gotowe'];
  const nameAt = (index: number): string => statusNames[index % statusNames.length] ?? 'Nowe';
  return buildFile({
    parameters: numbersUpTo(parameterCount).map((id) =>
      buildFileParameter(`p${id - 1}`, { parameterType: 'NUMBER' }),
    ),
    statuses: statusNames.map((name, index) => ({
      name,
      statusType: index === 0 ? 'INITIAL' : index === statusNames.length - 1 ? 'FINAL' : 'INTERMEDIATE',
    })),
    transitions: [
      buildFileTransition('Start', null, 'Nowe'),
      ...numbersUpTo(count).map((id) =>
        buildFileTransition(`Przejście ${id}`, nameAt(id * 7), nameAt(id * 13 + 1), {
          parameterConditions: startConditions(id).map(([parameter, conditionValue]) => ({
            parameter: `p${parameter}`,
            conditionType: 'NOT_EQUALS' as const,
            conditionValue,
          })),
          requiredParameters: [
            { parameter: `p${(id * 11) % parameterCount}`, isMandatory: id % 2 === 0, defaultValue: null },
          ],
        }),
      ),
    ],
  });
};
