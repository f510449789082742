import type { saveWorkflowParameterSchema } from '@obieg/contracts';
import { problem } from '@obieg/service-kit';
import { hasCycle } from '@obieg/workflow-rules';
import type { z } from 'zod';
import type { Configuration } from '../configuration/configuration.repo';

export type ParameterInput = z.output<typeof saveWorkflowParameterSchema>;

export const checkParameter = ({ parameters }: Configuration, input: ParameterInput, id?: number): void => {
  const problems = input.dependencies.flatMap(({ parentParameterId }, index) => {
    const field = `dependencies.${index}.parentParameterId`;
    if (parentParameterId === id) return [{ field, message: 'A parameter cannot depend on itself.' }];
    return parameters.some((parameter) => parameter.id === parentParameterId)
      ? []
      : [{ field, message: 'Please select a parent parameter.' }];
  });
  const values = input.dictionaryValues.map(({ value }) => value);
  if (input.parameterType === 'DICTIONARY' && new Set(values).size < values.length)
    problems.push({ field: 'dictionaryValues', message: 'A dictionary value is given twice.' });
  if (problems.length > 0) throw problem.validation(problems);
  if (id === undefined) return;
  const edges = new Map(
    parameters.map((parameter) => [
      parameter.id,
      parameter.dependencies.map(({ parentParameterId }) => parentParameterId),
    ]),
  );
  edges.set(
    id,
    input.dependencies.map(({ parentParameterId }) => parentParameterId),
  );
  if (hasCycle(edges, id))
    throw problem.validation([{ field: 'dependencies', message: 'Dependencies must not form a circle.' }]);
};

export const checkUse = ({ parameters, transitions }: Configuration, id: number): void => {
  const child = parameters.find(({ dependencies }) =>
    dependencies.some(({ parentParameterId }) => parentParameterId === id),
  );
  if (child) throw problem.conflict('IN_USE', `The parameter "${child.displayName}" depends on it.`);
  const transition = transitions.find(({ parameterConditions, requiredParameters }) =>
    [...parameterConditions, ...requiredParameters].some(({ parameterId }) => parameterId === id),
  );
  if (transition) throw problem.conflict('IN_USE', `The transition "${transition.name}" names it.`);
};

/** @throws 422 for a parameter that is named twice or is not there, 409 when one is missing */
export const checkOrder = ({ parameters }: Configuration, parameterIds: readonly number[]): void => {
  const known = new Set(parameters.map(({ id }) => id));
  const problems = parameterIds.flatMap((id, index) => {
    const field = `parameterIds.${index}`;
    if (!known.has(id)) return [{ field, message: 'There is no such parameter.' }];
    return parameterIds.indexOf(id) < index ? [{ field, message: 'The parameter is named twice.' }] : [];
  });
  if (problems.length > 0) throw problem.validation(problems);
  if (parameterIds.length < known.size)
    throw problem.conflict('CONFLICT', 'Parameters have been added in between. Reload the list.');
};
