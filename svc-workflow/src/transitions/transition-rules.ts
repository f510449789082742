import type { saveStatusTransitionSchema } from '@obieg/contracts';
import { problem } from '@obieg/service-kit';
import type { z } from 'zod';
import type { Configuration } from '../configuration/configuration.repo';

export type TransitionInput = z.output<typeof saveStatusTransitionSchema>;

export const checkTransition = (
  { statuses, parameters }: Configuration,
  groupIds: ReadonlySet<number>,
  input: TransitionInput,
): void => {
  const problems: { field: string; message: string }[] = [];
  const expect = (holds: boolean, field: string, message: string): void => {
    if (!holds) problems.push({ field, message });
  };
  const to = statuses.find(({ id }) => id === input.toStatusId);
  const isParameter = (parameterId: number): boolean => parameters.some(({ id }) => id === parameterId);
  expect(to !== undefined, 'toStatusId', 'To status is required');
  expect(
    input.fromStatusId == null || statuses.some(({ id }) => id === input.fromStatusId),
    'fromStatusId',
    'There is no such status.',
  );
  expect(
    input.fromStatusId != null || to === undefined || to.statusType === 'INITIAL',
    'toStatusId',
    'A new task begins in an INITIAL status.',
  );
  expect(
    input.targetGroupId == null || groupIds.has(input.targetGroupId),
    'targetGroupId',
    'There is no such group.',
  );
  expect(
    input.executorGroupIds.every((id) => groupIds.has(id)),
    'executorGroupIds',
    'There is no such group.',
  );
  for (const [index, { parameterId }] of input.parameterConditions.entries())
    expect(
      isParameter(parameterId),
      `parameterConditions.${index}.parameterId`,
      'There is no such parameter.',
    );
  for (const [index, { parameterId }] of input.requiredParameters.entries())
    expect(
      isParameter(parameterId),
      `requiredParameters.${index}.parameterId`,
      'There is no such parameter.',
    );
  const requiredIds = input.requiredParameters.map(({ parameterId }) => parameterId);
  expect(
    new Set(requiredIds).size === requiredIds.length,
    'requiredParameters',
    'A parameter is required twice.',
  );
  if (problems.length > 0) throw problem.validation(problems);
};
