import { type WorkflowLimit, workflowLimits } from '@obieg/contracts';
import { isProblem } from '@obieg/service-kit';
import { describe, expect, it } from 'vitest';
import type { Configuration } from '../model/configuration.model';
import { checkSize } from './configuration-size';

const createdAt = '2026-01-01T00:00:00.000Z';
const repeat = <T>(count: number, build: (index: number) => T): T[] =>
  Array.from({ length: count }, (_, index) => build(index));

const aParameter = (id: number, more: Partial<Configuration['parameters'][number]> = {}) => ({
  id,
  parameterName: `p${id}`,
  displayName: `p${id}`,
  description: null,
  parameterType: 'TEXT' as const,
  parameterStage: 'ALWAYS' as const,
  sortOrder: id,
  isActive: true,
  defaultValue: null,
  createdAt,
  dictionaryValues: [],
  dependencies: [],
  revision: 1,
  ...more,
});
const aTransition = (id: number, more: Partial<Configuration['transitions'][number]> = {}) => ({
  id,
  name: `t${id}`,
  description: null,
  fromStatusId: 1,
  toStatusId: 1,
  targetGroupId: null,
  priorityOrder: 0,
  isActive: true,
  executorGroupIds: [],
  parameterConditions: [],
  requiredParameters: [],
  revision: 1,
  ...more,
});
const conditionOn = (parameterId: number, value: number) => ({
  id: value + 1,
  parameterId,
  conditionType: 'NOT_EQUALS' as const,
  conditionValue: String(value),
});
const requires = (parameterId: number) => ({ id: 1, parameterId, isMandatory: true, defaultValue: null });
const build = (more: Partial<Configuration> = {}): Configuration => ({
  organizationId: 1,
  parameters: [],
  statuses: [],
  transitions: [],
  scenarios: [],
  calendars: [],
  targets: [],
  ...more,
});

/** Builds a workflow with a number of what a limit counts. */
const builders: Record<WorkflowLimit, (count: number) => Configuration> = {
  parameters: (count) => build({ parameters: repeat(count, (index) => aParameter(index + 1)) }),
  statuses: (count) =>
    build({
      statuses: repeat(count, (index) => ({
        id: index + 1,
        name: `s${index}`,
        statusType: 'INTERMEDIATE' as const,
        createdAt,
        revision: 1,
      })),
    }),
  transitions: (count) => build({ transitions: repeat(count, (index) => aTransition(index + 1)) }),
  conditions: (count) =>
    build({
      parameters: [
        aParameter(1),
        aParameter(2, {
          dependencies: [
            { id: 1, parentParameterId: 1, conditionType: 'EXISTS' as const, conditionValue: null },
          ],
        }),
      ],
      transitions: [aTransition(1, { parameterConditions: repeat(count - 1, () => conditionOn(1, 1)) })],
    }),
  requiredParameters: (count) =>
    build({
      parameters: [aParameter(1)],
      transitions: [aTransition(1, { requiredParameters: repeat(count, () => requires(1)) })],
    }),
  comparedValues: (count) =>
    build({
      parameters: [
        aParameter(1),
        aParameter(2, {
          dependencies: [
            { id: 1, parentParameterId: 1, conditionType: 'EQUALS' as const, conditionValue: '0' },
            { id: 2, parentParameterId: 1, conditionType: 'EXISTS' as const, conditionValue: null },
          ],
        }),
      ],
      transitions: [
        aTransition(1, { parameterConditions: repeat(count - 1, (index) => conditionOn(1, index + 1)) }),
        aTransition(2, { parameterConditions: [conditionOn(1, 1), conditionOn(2, count + 1)] }),
      ],
    }),
  dialogValues: (count) =>
    build({
      parameters: [
        aParameter(1, {
          dictionaryValues: repeat(count / 2, (index) => ({
            id: index + 1,
            value: `v${index}`,
            sortOrder: index,
            isActive: true,
          })),
        }),
      ],
      transitions: [
        aTransition(1, { requiredParameters: [requires(1)] }),
        aTransition(2, { requiredParameters: [requires(1)] }),
        aTransition(3, { fromStatusId: 2, requiredParameters: [requires(1)] }),
      ],
    }),
};

const findMessage = (before: Configuration, after: Configuration): string | undefined => {
  try {
    checkSize('en', before, after);
    return undefined;
  } catch (error) {
    if (!isProblem(error) || error.status !== 422) throw error;
    return error.message;
  }
};

describe.each(Object.keys(workflowLimits) as WorkflowLimit[])('the limit of %s', (limit) => {
  const max = workflowLimits[limit];
  const step = limit === 'dialogValues' ? 2 : 1;

  it('allows the limit, and refuses more with the number and the limit', () => {
    expect(findMessage(build(), builders[limit](max))).toBeUndefined();
    const message = findMessage(build(), builders[limit](max + step));
    expect(message).toContain(String(max));
    expect(message).toContain(String(max + step));
  });

  it('lets a workflow that exceeds it change, but not grow', () => {
    const large = builders[limit](max + 4 * step);
    expect(findMessage(large, builders[limit](max + 2 * step))).toBeUndefined();
    expect(findMessage(large, large)).toBeUndefined();
    expect(findMessage(large, builders[limit](max + 6 * step))).toContain(String(max));
  });
});
