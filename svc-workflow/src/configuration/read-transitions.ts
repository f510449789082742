import type { ConditionType } from '@obieg/contracts';
import type { Knex } from 'knex';
import type { Stored, Transition } from '../model/configuration.model';
import { groupRows } from './rows';

interface TransitionRow {
  id: number;
  name: string;
  description: string | null;
  from_status_id: number | null;
  to_status_id: number;
  target_group_id: number | null;
  priority_order: number;
  is_active: boolean;
  executor_group_ids: (number | string)[];
  revision: number;
}
interface ConditionRow {
  id: number;
  transition_id: number;
  parameter_id: number;
  condition_type: ConditionType;
  condition_value: string | null;
}
interface RequiredRow {
  id: number;
  transition_id: number;
  parameter_id: number;
  is_mandatory: boolean;
  default_value: string | null;
}

/**
 * Builds the queries for all transitions by priority order, or for one, with their parts. `readTransitions` reads the
 * results.
 */
export const transitionQueries = (knex: Knex, id?: number): Knex.QueryBuilder[] => {
  const transitions = knex('transitions').orderBy('priority_order').orderBy('id');
  const conditions = knex('parameter_conditions').orderBy('id');
  const required = knex('required_parameters').orderBy('id');
  if (id === undefined) return [transitions, conditions, required];
  return [
    transitions.where({ id }),
    conditions.where({ transition_id: id }),
    required.where({ transition_id: id }),
  ];
};

const readCondition = ({ id, parameter_id, condition_type, condition_value }: ConditionRow) => ({
  id,
  parameterId: parameter_id,
  conditionType: condition_type,
  conditionValue: condition_value,
});

const readRequired = ({ id, parameter_id, is_mandatory, default_value }: RequiredRow) => ({
  id,
  parameterId: parameter_id,
  isMandatory: is_mandatory,
  defaultValue: default_value,
});

export const readTransitions = (results: readonly unknown[][]): Stored<Transition>[] => {
  const [rows, conditionRows, requiredRows] = results as [TransitionRow[], ConditionRow[], RequiredRow[]];
  const conditions = groupRows(conditionRows, (row) => row.transition_id);
  const required = groupRows(requiredRows, (row) => row.transition_id);
  return rows.map((row) => ({
    id: row.id,
    name: row.name,
    description: row.description,
    fromStatusId: row.from_status_id,
    toStatusId: row.to_status_id,
    targetGroupId: row.target_group_id,
    priorityOrder: row.priority_order,
    isActive: row.is_active,
    executorGroupIds: row.executor_group_ids.map(Number),
    parameterConditions: (conditions.get(row.id) ?? []).map(readCondition),
    requiredParameters: (required.get(row.id) ?? []).map(readRequired),
    revision: row.revision,
  }));
};
