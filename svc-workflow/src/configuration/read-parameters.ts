import type { ConditionType, ParameterStage, ParameterType, WorkflowParameter } from '@obieg/contracts';
import type { Knex } from 'knex';
import type { Stored } from '../model/configuration.model';
import { groupRows } from './rows';

interface ParameterRow {
  id: number;
  parameter_name: string;
  display_name: string;
  description: string | null;
  parameter_type: ParameterType;
  parameter_stage: ParameterStage;
  sort_order: number;
  is_active: boolean;
  default_value: string | null;
  created_at: Date;
  revision: number;
}
interface ValueRow {
  id: number;
  parameter_id: number;
  value: string;
  sort_order: number;
  is_active: boolean;
}
interface DependencyRow {
  id: number;
  parameter_id: number;
  parent_parameter_id: number;
  condition_type: ConditionType;
  condition_value: string | null;
}

/**
 * Builds the queries for all parameters in questionnaire order, or for one, with their parts. `readParameters` reads
 * the results.
 */
export const parameterQueries = (knex: Knex, id?: number): Knex.QueryBuilder[] => {
  const parameters = knex('parameters').orderBy('sort_order').orderBy('id');
  const values = knex('dictionary_values').orderBy('sort_order').orderBy('id');
  const dependencies = knex('dependencies').orderBy('id');
  if (id === undefined) return [parameters, values, dependencies];
  return [
    parameters.where({ id }),
    values.where({ parameter_id: id }),
    dependencies.where({ parameter_id: id }),
  ];
};

const readValue = ({ id, value, sort_order, is_active }: ValueRow) => ({
  id,
  value,
  sortOrder: sort_order,
  isActive: is_active,
});

const readDependency = ({ id, parent_parameter_id, condition_type, condition_value }: DependencyRow) => ({
  id,
  parentParameterId: parent_parameter_id,
  conditionType: condition_type,
  conditionValue: condition_value,
});

export const readParameters = (results: readonly unknown[][]): Stored<WorkflowParameter>[] => {
  const [rows, valueRows, dependencyRows] = results as [ParameterRow[], ValueRow[], DependencyRow[]];
  const values = groupRows(valueRows, (row) => row.parameter_id);
  const dependencies = groupRows(dependencyRows, (row) => row.parameter_id);
  return rows.map((row) => ({
    id: row.id,
    parameterName: row.parameter_name,
    displayName: row.display_name,
    description: row.description,
    parameterType: row.parameter_type,
    parameterStage: row.parameter_stage,
    sortOrder: row.sort_order,
    isActive: row.is_active,
    defaultValue: row.default_value,
    createdAt: row.created_at.toISOString(),
    dictionaryValues: (values.get(row.id) ?? []).map(readValue),
    dependencies: (dependencies.get(row.id) ?? []).map(readDependency),
    revision: row.revision,
  }));
};
