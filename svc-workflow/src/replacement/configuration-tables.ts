import type { Configuration } from '../model/configuration.model';

/** A row with the id that the configuration gives it. */
export type Row = { id: number } & Readonly<Record<string, unknown>>;

export interface ConfigurationTable {
  name: string;
  /** SQL types by column, without `organization_id`. */
  columns: Readonly<Record<string, string>>;
  rowsOf(configuration: Configuration): Row[];
}

/** A table whose rows have a revision. */
export const ownerTables = {
  statuses: {
    name: 'statuses',
    columns: { id: 'bigint', name: 'text', status_type: 'text', created_at: 'timestamptz', revision: 'int' },
    rowsOf: ({ statuses }) =>
      statuses.map(({ id, name, statusType, createdAt, revision }) => ({
        id,
        name,
        status_type: statusType,
        created_at: createdAt,
        revision,
      })),
  },
  parameters: {
    name: 'parameters',
    columns: {
      id: 'bigint',
      parameter_name: 'text',
      display_name: 'text',
      description: 'text',
      parameter_type: 'text',
      parameter_stage: 'text',
      sort_order: 'int',
      is_active: 'boolean',
      default_value: 'text',
      created_at: 'timestamptz',
      revision: 'int',
    },
    rowsOf: ({ parameters }) =>
      parameters.map((parameter) => ({
        id: parameter.id,
        parameter_name: parameter.parameterName,
        display_name: parameter.displayName,
        description: parameter.description,
        parameter_type: parameter.parameterType,
        parameter_stage: parameter.parameterStage,
        sort_order: parameter.sortOrder,
        is_active: parameter.isActive,
        default_value: parameter.defaultValue,
        created_at: parameter.createdAt,
        revision: parameter.revision,
      })),
  },
  transitions: {
    name: 'transitions',
    columns: {
      id: 'bigint',
      name: 'text',
      description: 'text',
      from_status_id: 'bigint',
      to_status_id: 'bigint',
      target_group_id: 'bigint',
      priority_order: 'int',
      is_active: 'boolean',
      executor_group_ids: 'bigint[]',
      revision: 'int',
    },
    rowsOf: ({ transitions }) =>
      transitions.map((transition) => ({
        id: transition.id,
        name: transition.name,
        description: transition.description,
        from_status_id: transition.fromStatusId,
        to_status_id: transition.toStatusId,
        target_group_id: transition.targetGroupId,
        priority_order: transition.priorityOrder,
        is_active: transition.isActive,
        executor_group_ids: transition.executorGroupIds,
        revision: transition.revision,
      })),
  },
  scenarios: {
    name: 'workflow_scenarios',
    columns: {
      id: 'bigint',
      name: 'text',
      answers: 'jsonb',
      expected_question_ids: 'bigint[]',
      expected_status_id: 'bigint',
      expected_group_id: 'bigint',
      revision: 'int',
    },
    rowsOf: ({ scenarios }) =>
      scenarios.map((scenario) => ({
        id: scenario.id,
        name: scenario.name,
        answers: scenario.answers,
        expected_question_ids: scenario.expectedQuestionIds,
        expected_status_id: scenario.expectedStatusId,
        expected_group_id: scenario.expectedGroupId,
        revision: scenario.revision,
      })),
  },
} as const satisfies Record<string, ConfigurationTable>;

interface PartTable extends ConfigurationTable {
  owner: keyof typeof ownerTables;
  /** Column with the owner's id. */
  ownerColumn: string;
}

/** Tables whose rows belong to an owner and share its revision. */
export const partTables: readonly PartTable[] = [
  {
    name: 'dictionary_values',
    owner: 'parameters',
    ownerColumn: 'parameter_id',
    columns: { id: 'bigint', parameter_id: 'bigint', value: 'text', sort_order: 'int', is_active: 'boolean' },
    rowsOf: ({ parameters }) =>
      parameters.flatMap(({ id: parameterId, dictionaryValues }) =>
        dictionaryValues.map(({ id, value, sortOrder, isActive }) => ({
          id,
          parameter_id: parameterId,
          value,
          sort_order: sortOrder,
          is_active: isActive,
        })),
      ),
  },
  {
    name: 'dependencies',
    owner: 'parameters',
    ownerColumn: 'parameter_id',
    columns: {
      id: 'bigint',
      parameter_id: 'bigint',
      parent_parameter_id: 'bigint',
      condition_type: 'text',
      condition_value: 'text',
    },
    rowsOf: ({ parameters }) =>
      parameters.flatMap(({ id: parameterId, dependencies }) =>
        dependencies.map(({ id, parentParameterId, conditionType, conditionValue }) => ({
          id,
          parameter_id: parameterId,
          parent_parameter_id: parentParameterId,
          condition_type: conditionType,
          condition_value: conditionValue,
        })),
      ),
  },
  {
    name: 'parameter_conditions',
    owner: 'transitions',
    ownerColumn: 'transition_id',
    columns: {
      id: 'bigint',
      transition_id: 'bigint',
      parameter_id: 'bigint',
      condition_type: 'text',
      condition_value: 'text',
    },
    rowsOf: ({ transitions }) =>
      transitions.flatMap(({ id: transitionId, parameterConditions }) =>
        parameterConditions.map(({ id, parameterId, conditionType, conditionValue }) => ({
          id,
          transition_id: transitionId,
          parameter_id: parameterId,
          condition_type: conditionType,
          condition_value: conditionValue,
        })),
      ),
  },
  {
    name: 'required_parameters',
    owner: 'transitions',
    ownerColumn: 'transition_id',
    columns: {
      id: 'bigint',
      transition_id: 'bigint',
      parameter_id: 'bigint',
      is_mandatory: 'boolean',
      default_value: 'text',
    },
    rowsOf: ({ transitions }) =>
      transitions.flatMap(({ id: transitionId, requiredParameters }) =>
        requiredParameters.map(({ id, parameterId, isMandatory, defaultValue }) => ({
          id,
          transition_id: transitionId,
          parameter_id: parameterId,
          is_mandatory: isMandatory,
          default_value: defaultValue,
        })),
      ),
  },
];
