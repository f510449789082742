import type { StatusTransition } from '@obieg/contracts';
import type { Tx } from '@obieg/service-kit';
import type { Knex } from 'knex';
import { getById, replaceRows } from '../configuration/rows';
import { normalizeConditionValue, normalizeDefault } from '../model/conditions';
import type { Configuration, Stored, Transition } from '../model/configuration.model';
import type { TransitionInput } from './transition-rules';

export interface Named {
  id: number;
  name: string;
}

/** Builds the queries for the names of statuses and groups, for `presentTransition`. */
export const nameQueries = (knex: Knex): Knex.QueryBuilder[] => [
  knex('statuses').select('id', 'name'),
  knex('groups').select('id', 'name'),
];

/** Adds the names of statuses and groups. A deleted group has no name. */
export const presentTransition = (statuses: readonly Named[], groups: readonly Named[]) => {
  const statusNames = new Map(statuses.map(({ id, name }) => [id, name]));
  const groupNames = new Map(groups.map(({ id, name }) => [id, name]));
  const nameIn = (names: ReadonlyMap<number, string>, id: number | null): string | null =>
    id === null ? null : (names.get(id) ?? null);
  return (transition: Stored<Transition>): Stored<StatusTransition> => ({
    ...transition,
    fromStatusName: nameIn(statusNames, transition.fromStatusId),
    toStatusName: nameIn(statusNames, transition.toStatusId) ?? '',
    targetGroupName: nameIn(groupNames, transition.targetGroupId),
  });
};

const columns = (input: TransitionInput) => ({
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
  own: Record<'organization_id' | 'transition_id', number>,
  { parameters }: Configuration,
  { parameterConditions, requiredParameters }: TransitionInput,
): Promise<void> => {
  const conditions = parameterConditions.map((condition) => ({
    parameter_id: condition.parameterId,
    condition_type: condition.conditionType,
    condition_value: normalizeConditionValue(getById(parameters, condition.parameterId), condition),
  }));
  await replaceRows(tx, 'parameter_conditions', own, conditions);
  const required = requiredParameters.map(({ parameterId, isMandatory, defaultValue }) => ({
    parameter_id: parameterId,
    is_mandatory: isMandatory,
    default_value: normalizeDefault(getById(parameters, parameterId), defaultValue),
  }));
  await replaceRows(tx, 'required_parameters', own, required);
};

/** Inserts or updates a checked transition with its parts. @returns its id */
export const saveTransition = async (
  tx: Tx,
  before: Configuration,
  input: TransitionInput,
  ownId?: number,
): Promise<number> => {
  const [{ id }] = (await (ownId === undefined
    ? tx('transitions').insert({ organization_id: before.organizationId, ...columns(input) })
    : tx('transitions')
        .where({ id: ownId })
        .update({ ...columns(input), revision: tx.raw('revision + 1') })
  ).returning('id')) as [{ id: number }];
  await saveParts(tx, { organization_id: before.organizationId, transition_id: id }, before, input);
  return id;
};
