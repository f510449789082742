import { type CheckedGroup, conditionTypes, type WorkflowConfiguration } from '@obieg/contracts';
import fc from 'fast-check';
import { parameterOf, statusOf, transitionOf } from '../../vectors.builders';

const dictionary = ['a', 'b', 'c'];
const conditionArbitrary = (parameterIds: number[]) =>
  fc.record({
    parameterId: fc.constantFrom(...parameterIds),
    conditionType: fc.constantFrom(...conditionTypes),
    conditionValue: fc.constantFrom(...dictionary, 'true'),
  });

const parameterArbitrary = (id: number, ids: number[]) =>
  fc
    .record({
      parameterType: fc.constantFrom(
        'DICTIONARY' as const,
        'DICTIONARY' as const,
        'BOOLEAN' as const,
        'TEXT' as const,
      ),
      values: fc.array(fc.constantFrom('a', 'b', '-c'), { minLength: 0, maxLength: 3 }),
      sortOrder: fc.integer({ min: 0, max: 4 }),
      isActive: fc.integer({ min: 0, max: 9 }).map((n) => n > 0),
      isSystem: fc.integer({ min: 0, max: 7 }).map((n) => n === 0),
      defaultValue: fc.option(fc.constantFrom('a', 'c', 'true'), { freq: 5 }),
      dependencies: fc.array(conditionArbitrary(ids), { maxLength: 2 }),
    })
    .map(({ parameterType, values, sortOrder, isActive, isSystem, defaultValue, dependencies }) => ({
      ...parameterOf(id, parameterType, {
        values: parameterType === 'DICTIONARY' ? [...new Set(values)] : [],
        dependencies: dependencies.map(
          ({ parameterId, conditionType, conditionValue }) =>
            [parameterId, conditionType, conditionType.endsWith('EQUALS') ? conditionValue : null] as const,
        ),
        sortOrder,
        isActive,
        parameterStage: isSystem ? 'SYSTEM_CONTROLLED' : 'REGISTRATION',
      }),
      defaultValue,
    }));

const transitionArbitrary = (id: number, statusIds: number[], parameterIds: number[]) =>
  fc
    .record({
      from: fc.constantFrom(null, ...statusIds),
      to: fc.constantFrom(...statusIds),
      priorityOrder: fc.integer({ min: 0, max: 2 }),
      isActive: fc.integer({ min: 0, max: 7 }).map((n) => n > 0),
      executorGroupIds: fc.subarray([1, 2], { maxLength: 2 }),
      targetGroupId: fc.option(fc.constantFrom(1, 2), { freq: 2 }),
      conditions: fc.array(conditionArbitrary(parameterIds), { maxLength: 2 }),
      required: fc.uniqueArray(
        fc.record({
          parameterId: fc.constantFrom(...parameterIds),
          isMandatory: fc.boolean(),
          defaultValue: fc.option(fc.constantFrom('a', 'c'), { freq: 2 }),
        }),
        { maxLength: 2, selector: ({ parameterId }) => parameterId },
      ),
    })
    .map(({ from, to, conditions, required, ...more }) =>
      transitionOf(id, from, to, {
        ...more,
        parameterConditions: conditions.map((condition, index) => ({
          ...condition,
          id: index + 1,
          conditionValue: condition.conditionType.endsWith('EQUALS') ? condition.conditionValue : null,
        })),
        requiredParameters: required.map((row, index) => ({ ...row, id: index + 1 })),
      }),
    );

const idsUpTo = (count: number): number[] => Array.from({ length: count }, (_, index) => index + 1);

/** Small workflows with every kind of condition, mistakes included. Dependencies can form a cycle. */
export const workflowArbitrary: fc.Arbitrary<WorkflowConfiguration> = fc
  .record({
    parameters: fc.integer({ min: 1, max: 4 }).map(idsUpTo),
    statuses: fc.integer({ min: 1, max: 4 }).map(idsUpTo),
    transitions: fc.integer({ min: 0, max: 7 }).map(idsUpTo),
  })
  .chain((ids) =>
    fc.record({
      organizationId: fc.constant(1),
      parameters: fc.tuple(
        ...ids.parameters.map((id) =>
          parameterArbitrary(
            id,
            ids.parameters.length > 1 ? ids.parameters.filter((one) => one !== id) : [99],
          ),
        ),
      ),
      statuses: fc.tuple(
        ...ids.statuses.map((id) =>
          fc
            .constantFrom('INITIAL' as const, 'INTERMEDIATE' as const, 'FINAL' as const)
            .map((statusType) => statusOf(id, statusType)),
        ),
      ),
      transitions: fc.tuple(
        ...ids.transitions.map((id) => transitionArbitrary(id, ids.statuses, ids.parameters)),
      ),
    }),
  );

export const groupsArbitrary: fc.Arbitrary<CheckedGroup[]> = fc
  .tuple(fc.boolean(), fc.boolean())
  .map((flags) =>
    flags.map((hasExecutors, index) => ({ id: index + 1, name: `Grupa ${index + 1}`, hasExecutors })),
  );
