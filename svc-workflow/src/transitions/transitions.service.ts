import type { StatusTransition, saveStatusTransitionSchema, WorkflowConfiguration } from '@obieg/contracts';
import { type Database, problem, type Tx, withOrganization } from '@obieg/service-kit';
import type { z } from 'zod';
import { listGroupNames, loadConfiguration } from '../configuration/configuration.repo';
import { changeConfiguration, deleteFromConfiguration } from '../configuration/configuration.service';

type Input = z.output<typeof saveStatusTransitionSchema>;

const present = ({ statuses }: WorkflowConfiguration, groups: ReadonlyMap<number, string>) => {
  const nameOf = new Map(statuses.map(({ id, name }) => [id, name]));
  return (transition: WorkflowConfiguration['transitions'][number]): StatusTransition => ({
    ...transition,
    fromStatusName: transition.fromStatusId === null ? null : (nameOf.get(transition.fromStatusId) ?? null),
    toStatusName: nameOf.get(transition.toStatusId) ?? '',
    targetGroupName:
      transition.targetGroupId === null ? null : (groups.get(transition.targetGroupId) ?? null),
  });
};

const presentAll = async (tx: Tx, configuration: WorkflowConfiguration): Promise<StatusTransition[]> =>
  configuration.transitions.map(present(configuration, await listGroupNames(tx)));

const checkInput = async (
  tx: Tx,
  { statuses, parameters }: WorkflowConfiguration,
  input: Input,
): Promise<void> => {
  const groups = await listGroupNames(tx);
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
    input.targetGroupId == null || groups.has(input.targetGroupId),
    'targetGroupId',
    'There is no such group.',
  );
  expect(
    input.executorGroupIds.every((id) => groups.has(id)),
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

const columns = (input: Input) => ({
  name: input.name,
  description: input.description || null,
  from_status_id: input.fromStatusId ?? null,
  to_status_id: input.toStatusId,
  target_group_id: input.targetGroupId ?? null,
  priority_order: input.priorityOrder,
  is_active: input.isActive,
  executor_group_ids: [...new Set(input.executorGroupIds)],
});

const saveParts = async (
  tx: Tx,
  organizationId: number,
  id: number,
  { parameterConditions, requiredParameters }: Input,
): Promise<void> => {
  const own = { organization_id: organizationId, transition_id: id };
  await tx('parameter_conditions').where({ transition_id: id }).delete();
  await tx('required_parameters').where({ transition_id: id }).delete();
  if (parameterConditions.length > 0) {
    await tx('parameter_conditions').insert(
      parameterConditions.map(({ parameterId, conditionType, conditionValue }) => ({
        ...own,
        parameter_id: parameterId,
        condition_type: conditionType,
        condition_value: conditionValue ?? null,
      })),
    );
  }
  if (requiredParameters.length > 0) {
    await tx('required_parameters').insert(
      requiredParameters.map(({ parameterId, isMandatory, defaultValue }) => ({
        ...own,
        parameter_id: parameterId,
        is_mandatory: isMandatory,
        default_value: defaultValue || null,
      })),
    );
  }
};

const pick = async (
  after: WorkflowConfiguration,
  tx: Tx,
  id: number,
): Promise<StatusTransition | undefined> =>
  (await presentAll(tx, after)).find((transition) => transition.id === id);

export const createTransitions = (db: Database) => {
  const list = (organizationId: number): Promise<StatusTransition[]> =>
    withOrganization(db, organizationId, async (tx) =>
      presentAll(tx, await loadConfiguration(tx, organizationId)),
    );
  return {
    list,
    get: async (organizationId: number, id: number): Promise<StatusTransition> => {
      const transition = (await list(organizationId)).find((candidate) => candidate.id === id);
      if (!transition) throw problem.notFound();
      return transition;
    },
    isNameUsed: async (organizationId: number, name: string): Promise<boolean> =>
      withOrganization(
        db,
        organizationId,
        async (tx) =>
          (await tx('transitions').whereRaw('lower(name) = lower(?)', [name]).first('id')) !== undefined,
      ),
    create: (organizationId: number, input: Input, traceparent?: string): Promise<StatusTransition> =>
      changeConfiguration(
        db,
        organizationId,
        traceparent,
        async (tx, before) => {
          await checkInput(tx, before, input);
          const [row] = await tx('transitions')
            .insert({ organization_id: organizationId, ...columns(input) })
            .returning('id');
          await saveParts(tx, organizationId, row.id, input);
          return row.id;
        },
        pick,
      ),
    update: (
      organizationId: number,
      id: number,
      input: Input,
      traceparent?: string,
    ): Promise<StatusTransition> =>
      changeConfiguration(
        db,
        organizationId,
        traceparent,
        async (tx, before) => {
          if (!before.transitions.some((transition) => transition.id === id)) throw problem.notFound();
          await checkInput(tx, before, input);
          await tx('transitions').where({ id }).update(columns(input));
          await saveParts(tx, organizationId, id, input);
          return id;
        },
        pick,
      ),
    delete: (organizationId: number, id: number, traceparent?: string): Promise<void> =>
      deleteFromConfiguration(db, organizationId, traceparent, async (tx) => {
        if ((await tx('transitions').where({ id }).delete()) === 0) throw problem.notFound();
      }),
  };
};
export type Transitions = ReturnType<typeof createTransitions>;
