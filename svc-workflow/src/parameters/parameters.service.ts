import type {
  PublicParameter,
  saveWorkflowParameterSchema,
  WorkflowConfiguration,
  WorkflowParameter,
} from '@obieg/contracts';

import { type Database, problem, type Tx, translateConstraint, withOrganization } from '@obieg/service-kit';
import { hasCycle, publicQuestionnaire } from '@obieg/workflow-rules';
import type { z } from 'zod';
import { loadConfiguration } from '../configuration/configuration.repo';
import { changeConfiguration, deleteFromConfiguration } from '../configuration/configuration.service';

type Input = z.output<typeof saveWorkflowParameterSchema>;

const nameTaken = translateConstraint({
  parameters_name_key: () =>
    problem.conflict('NAME_TAKEN', 'Parameter name already exists. Please choose a different name.', [
      { field: 'parameterName', message: 'Parameter name already exists. Please choose a different name.' },
    ]),
});
const find = ({ parameters }: WorkflowConfiguration, id: number): WorkflowParameter | undefined =>
  parameters.find((parameter) => parameter.id === id);

const checkInput = ({ parameters }: WorkflowConfiguration, input: Input, id?: number): void => {
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

const columns = (input: Input) => ({
  parameter_name: input.parameterName,
  display_name: input.displayName,
  description: input.description || null,
  parameter_type: input.parameterType,
  parameter_stage: input.parameterStage,
  sort_order: input.sortOrder,
  is_active: input.isActive,
  default_value: input.defaultValue || null,
});

/** Replaces the rows below a parameter; a dictionary value keeps its id where its value stays. */
const saveParts = async (tx: Tx, organizationId: number, id: number, input: Input): Promise<void> => {
  const own = { organization_id: organizationId, parameter_id: id };
  const values = input.parameterType === 'DICTIONARY' ? input.dictionaryValues : [];
  const kept = (await tx('dictionary_values').where({ parameter_id: id }).select('id', 'value')) as {
    id: number;
    value: string;
  }[];
  const goneIds = kept
    .filter(({ value }) => !values.some((wanted) => wanted.value === value))
    .map((row) => row.id);
  await tx('dictionary_values').whereIn('id', goneIds).delete();
  for (const { value, sortOrder, isActive } of values) {
    const row = { sort_order: sortOrder, is_active: isActive };
    if ((await tx('dictionary_values').where({ parameter_id: id, value }).update(row)) === 0)
      await tx('dictionary_values').insert({ ...own, value, ...row });
  }
  await tx('dependencies').where({ parameter_id: id }).delete();
  if (input.dependencies.length > 0) {
    await tx('dependencies').insert(
      input.dependencies.map(({ parentParameterId, conditionType, conditionValue }) => ({
        ...own,
        parent_parameter_id: parentParameterId,
        condition_type: conditionType,
        condition_value: conditionValue ?? null,
      })),
    );
  }
};

const checkUse = ({ parameters, transitions }: WorkflowConfiguration, id: number): void => {
  const child = parameters.find(({ dependencies }) =>
    dependencies.some(({ parentParameterId }) => parentParameterId === id),
  );
  if (child) throw problem.conflict('IN_USE', `The parameter "${child.displayName}" depends on it.`);
  const transition = transitions.find(({ parameterConditions, requiredParameters }) =>
    [...parameterConditions, ...requiredParameters].some(({ parameterId }) => parameterId === id),
  );
  if (transition) throw problem.conflict('IN_USE', `The transition "${transition.name}" names it.`);
};

export const createParameters = (db: Database) => {
  const load = (organizationId: number) =>
    withOrganization(db, organizationId, (tx) => loadConfiguration(tx, organizationId));
  return {
    list: async (organizationId: number): Promise<WorkflowParameter[]> =>
      (await load(organizationId)).parameters,
    listPublic: async (organizationId: number): Promise<PublicParameter[]> =>
      publicQuestionnaire((await load(organizationId)).parameters),
    get: async (organizationId: number, id: number): Promise<WorkflowParameter> => {
      const parameter = find(await load(organizationId), id);
      if (!parameter) throw problem.notFound();
      return parameter;
    },
    create: (organizationId: number, input: Input, traceparent?: string): Promise<WorkflowParameter> =>
      changeConfiguration(
        db,
        organizationId,
        traceparent,
        async (tx, before) => {
          checkInput(before, input);
          const [row] = await tx('parameters')
            .insert({ organization_id: organizationId, ...columns(input) })
            .returning('id')
            .catch(nameTaken);
          await saveParts(tx, organizationId, row.id, input);
          return row.id;
        },
        (after, _, id) => find(after, id),
      ),
    update: (
      organizationId: number,
      id: number,
      input: Input,
      traceparent?: string,
    ): Promise<WorkflowParameter> =>
      changeConfiguration(
        db,
        organizationId,
        traceparent,
        async (tx, before) => {
          if (!find(before, id)) throw problem.notFound();
          checkInput(before, input, id);
          await tx('parameters').where({ id }).update(columns(input)).catch(nameTaken);
          await saveParts(tx, organizationId, id, input);
          return id;
        },
        (after) => find(after, id),
      ),
    delete: (organizationId: number, id: number, traceparent?: string): Promise<void> =>
      deleteFromConfiguration(db, organizationId, traceparent, async (tx, before) => {
        if (!find(before, id)) throw problem.notFound();
        checkUse(before, id);
        await tx('parameters').where({ id }).delete();
      }),
  };
};
export type Parameters = ReturnType<typeof createParameters>;
