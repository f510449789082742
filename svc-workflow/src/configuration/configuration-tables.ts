import type { Configuration } from '../model/configuration.model';

/** A row with the id that the configuration gives it. */
export type Row = { id: number } & Readonly<Record<string, unknown>>;

export interface ConfigurationTable {
  name: string;
  /** SQL types by column, without `organization_id`. A column has the value of the property with its name in camel case. */
  columns: Readonly<Record<string, string>>;
  /** Column with names that are unique in the organization. */
  nameColumn?: string;
  listEntities(configuration: Configuration): readonly { id: number }[];
}

/** A row refers only to rows of tables before its own. */
export const configurationTables: readonly ConfigurationTable[] = [
  {
    name: 'statuses',
    columns: {
      id: 'bigint',
      name: 'text',
      status_type: 'text',
      created_at: 'timestamptz',
      revision: 'int',
    },
    nameColumn: 'name',
    listEntities: ({ statuses }) => statuses,
  },
  {
    name: 'status_approvals',
    columns: { id: 'bigint', approval: 'jsonb' },
    listEntities: ({ statuses }) => statuses.filter(({ approval }) => approval),
  },
  {
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
    nameColumn: 'parameter_name',
    listEntities: ({ parameters }) => parameters,
  },
  {
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
    listEntities: ({ transitions }) => transitions,
  },
  {
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
    nameColumn: 'name',
    listEntities: ({ scenarios }) => scenarios,
  },
  {
    name: 'work_calendars',
    columns: {
      id: 'bigint',
      name: 'text',
      is_default: 'boolean',
      week: 'jsonb',
      holidays: 'jsonb',
      revision: 'int',
    },
    nameColumn: 'name',
    listEntities: ({ calendars }) => calendars,
  },
  {
    name: 'workflow_targets',
    columns: {
      id: 'bigint',
      metric: 'text',
      is_active: 'boolean',
      sort_order: 'int',
      priorities: 'text[]',
      conditions: 'jsonb',
      calendar_id: 'bigint',
      minutes: 'int',
      start_rule: 'jsonb',
      end_rule: 'jsonb',
      paused_status_ids: 'bigint[]',
      revision: 'int',
    },
    listEntities: ({ targets }) =>
      targets.map(({ start, end, ...target }) => ({ ...target, startRule: start, endRule: end })),
  },
  {
    name: 'dictionary_values',
    columns: { id: 'bigint', parameter_id: 'bigint', value: 'text', sort_order: 'int', is_active: 'boolean' },
    listEntities: ({ parameters }) =>
      parameters.flatMap(({ id: parameterId, dictionaryValues }) =>
        dictionaryValues.map((entry) => ({ ...entry, parameterId })),
      ),
  },
  {
    name: 'dependencies',
    columns: {
      id: 'bigint',
      parameter_id: 'bigint',
      parent_parameter_id: 'bigint',
      condition_type: 'text',
      condition_value: 'text',
    },
    listEntities: ({ parameters }) =>
      parameters.flatMap(({ id: parameterId, dependencies }) =>
        dependencies.map((dependency) => ({ ...dependency, parameterId })),
      ),
  },
  {
    name: 'parameter_conditions',
    columns: {
      id: 'bigint',
      transition_id: 'bigint',
      parameter_id: 'bigint',
      condition_type: 'text',
      condition_value: 'text',
    },
    listEntities: ({ transitions }) =>
      transitions.flatMap(({ id: transitionId, parameterConditions }) =>
        parameterConditions.map((condition) => ({ ...condition, transitionId })),
      ),
  },
  {
    name: 'required_parameters',
    columns: {
      id: 'bigint',
      transition_id: 'bigint',
      parameter_id: 'bigint',
      is_mandatory: 'boolean',
      default_value: 'text',
    },
    listEntities: ({ transitions }) =>
      transitions.flatMap(({ id: transitionId, requiredParameters }) =>
        requiredParameters.map((required) => ({ ...required, transitionId })),
      ),
  },
];

const toCamelCase = (column: string): string =>
  column.replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase());

export const listRows = (
  { columns, listEntities }: ConfigurationTable,
  configuration: Configuration,
): Row[] => {
  const properties = Object.keys(columns).map((column) => [column, toCamelCase(column)] as const);
  return listEntities(configuration).map((entity) => ({
    ...Object.fromEntries(
      properties.map(([column, property]) => [column, (entity as unknown as Row)[property]]),
    ),
    id: entity.id,
  }));
};
