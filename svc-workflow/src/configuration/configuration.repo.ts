import type {
  ConditionType,
  ParameterStage,
  ParameterType,
  StatusType,
  WorkflowConfiguration,
  WorkflowParameter,
} from '@obieg/contracts';
import type { Tx } from '@obieg/service-kit';

interface ConditionRow {
  id: number;
  condition_type: ConditionType;
  condition_value: string | null;
}

const groupBy = <T>(rows: T[], keyOf: (row: T) => number): Map<number, T[]> => {
  const groups = new Map<number, T[]>();
  for (const row of rows) groups.set(keyOf(row), [...(groups.get(keyOf(row)) ?? []), row]);
  return groups;
};

const loadParameters = async (tx: Tx): Promise<WorkflowParameter[]> => {
  const rows = (await tx('parameters').orderBy('sort_order').orderBy('id')) as {
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
  }[];
  const values = groupBy(
    (await tx('dictionary_values').orderBy('sort_order').orderBy('id')) as {
      id: number;
      parameter_id: number;
      value: string;
      sort_order: number;
      is_active: boolean;
    }[],
    (row) => row.parameter_id,
  );
  const dependencies = groupBy(
    (await tx('dependencies').orderBy('id')) as (ConditionRow & {
      parameter_id: number;
      parent_parameter_id: number;
    })[],
    (row) => row.parameter_id,
  );
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
    dictionaryValues: (values.get(row.id) ?? []).map(({ id, value, sort_order, is_active }) => ({
      id,
      value,
      sortOrder: sort_order,
      isActive: is_active,
    })),
    dependencies: (dependencies.get(row.id) ?? []).map(
      ({ id, parent_parameter_id, condition_type, condition_value }) => ({
        id,
        parentParameterId: parent_parameter_id,
        conditionType: condition_type,
        conditionValue: condition_value,
      }),
    ),
  }));
};

const loadTransitions = async (tx: Tx): Promise<WorkflowConfiguration['transitions']> => {
  const rows = (await tx('transitions').orderBy('priority_order').orderBy('id')) as {
    id: number;
    name: string;
    description: string | null;
    from_status_id: number | null;
    to_status_id: number;
    target_group_id: number | null;
    priority_order: number;
    is_active: boolean;
    executor_group_ids: (number | string)[];
  }[];
  const conditions = groupBy(
    (await tx('parameter_conditions').orderBy('id')) as (ConditionRow & {
      transition_id: number;
      parameter_id: number;
    })[],
    (row) => row.transition_id,
  );
  const required = groupBy(
    (await tx('required_parameters').orderBy('id')) as {
      id: number;
      transition_id: number;
      parameter_id: number;
      is_mandatory: boolean;
      default_value: string | null;
    }[],
    (row) => row.transition_id,
  );
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
    parameterConditions: (conditions.get(row.id) ?? []).map(
      ({ id, parameter_id, condition_type, condition_value }) => ({
        id,
        parameterId: parameter_id,
        conditionType: condition_type,
        conditionValue: condition_value,
      }),
    ),
    requiredParameters: (required.get(row.id) ?? []).map(
      ({ id, parameter_id, is_mandatory, default_value }) => ({
        id,
        parameterId: parameter_id,
        isMandatory: is_mandatory,
        defaultValue: default_value,
      }),
    ),
  }));
};

/** The organization's whole workflow. Needs its scope. */
export const loadConfiguration = async (tx: Tx, organizationId: number): Promise<WorkflowConfiguration> => {
  const statuses = (await tx('statuses').orderBy('id')) as {
    id: number;
    name: string;
    status_type: StatusType;
    created_at: Date;
  }[];
  return {
    organizationId,
    parameters: await loadParameters(tx),
    statuses: statuses.map(({ id, name, status_type, created_at }) => ({
      id,
      name,
      statusType: status_type,
      createdAt: created_at.toISOString(),
    })),
    transitions: await loadTransitions(tx),
  };
};

export const listGroupNames = async (tx: Tx): Promise<Map<number, string>> => {
  const rows = (await tx('groups').select('id', 'name')) as { id: number; name: string }[];
  return new Map(rows.map(({ id, name }) => [id, name]));
};
