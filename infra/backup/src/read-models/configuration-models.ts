import type { ReadModel } from './read-model';

/** A table of svc-workflow, and where svc-tasks stores its rows in the JSON of the configuration. */
interface Listed {
  table: string;
  /** Columns with their types. Milliseconds are the precision of times in JSON. */
  columns: Record<string, 'bigint' | 'bigint[]' | 'boolean' | 'jsonb' | 'milliseconds' | 'text' | 'text[]'>;
  list: 'parameters' | 'statuses' | 'transitions' | 'calendars' | 'targets';
  joins?: string;
  /** Members in JSON of columns with another name. */
  renamed?: Readonly<Record<string, string>>;
  /** A list within the entries, and the column that names the entry. */
  part?: { name: string; parent: string };
}

const condition = { id: 'bigint', condition_type: 'text', condition_value: 'text' } as const;

const lists: readonly Listed[] = [
  {
    table: 'statuses',
    columns: {
      id: 'bigint',
      name: 'text',
      status_type: 'text',
      created_at: 'milliseconds',
      approval: 'jsonb',
    },
    joins: ' left join status_approvals using (organization_id, id)',
    list: 'statuses',
  },
  {
    table: 'parameters',
    columns: {
      id: 'bigint',
      parameter_name: 'text',
      display_name: 'text',
      description: 'text',
      parameter_type: 'text',
      parameter_stage: 'text',
      sort_order: 'bigint',
      is_active: 'boolean',
      default_value: 'text',
      created_at: 'milliseconds',
    },
    list: 'parameters',
  },
  {
    table: 'dictionary_values',
    columns: { id: 'bigint', value: 'text', sort_order: 'bigint', is_active: 'boolean' },
    list: 'parameters',
    part: { name: 'dictionaryValues', parent: 'parameter_id' },
  },
  {
    table: 'dependencies',
    columns: { ...condition, parent_parameter_id: 'bigint' },
    list: 'parameters',
    part: { name: 'dependencies', parent: 'parameter_id' },
  },
  {
    table: 'transitions',
    columns: {
      id: 'bigint',
      name: 'text',
      description: 'text',
      from_status_id: 'bigint',
      to_status_id: 'bigint',
      target_group_id: 'bigint',
      priority_order: 'bigint',
      is_active: 'boolean',
      executor_group_ids: 'bigint[]',
    },
    list: 'transitions',
  },
  {
    table: 'parameter_conditions',
    columns: { ...condition, parameter_id: 'bigint' },
    list: 'transitions',
    part: { name: 'parameterConditions', parent: 'transition_id' },
  },
  {
    table: 'required_parameters',
    columns: { id: 'bigint', parameter_id: 'bigint', is_mandatory: 'boolean', default_value: 'text' },
    list: 'transitions',
    part: { name: 'requiredParameters', parent: 'transition_id' },
  },
  {
    table: 'work_calendars',
    columns: { id: 'bigint', name: 'text', is_default: 'boolean', week: 'jsonb', holidays: 'jsonb' },
    list: 'calendars',
  },
  {
    table: 'workflow_targets',
    columns: {
      id: 'bigint',
      metric: 'text',
      is_active: 'boolean',
      sort_order: 'bigint',
      priorities: 'text[]',
      conditions: 'jsonb',
      calendar_id: 'bigint',
      minutes: 'bigint',
      start_rule: 'jsonb',
      end_rule: 'jsonb',
      paused_status_ids: 'bigint[]',
    },
    list: 'targets',
    renamed: { start_rule: 'start', end_rule: 'end' },
  },
];

const toCamelCase = (column: string): string =>
  column.replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase());

const inMilliseconds = (time: string): string => `floor(extract(epoch from ${time}) * 1000)`;

const ownerSql = ({ table, columns, part, joins = '' }: Listed): string => {
  const fields = Object.entries(columns).map(([column, type]) =>
    type === 'milliseconds' ? inMilliseconds(column) : column,
  );
  return `select ${[...(part ? [part.parent] : []), ...fields].join(', ')} from ${table}${joins}`;
};

/** SQL of a member of `source` as the column has it. A missing member is null. */
const memberSql = (source: string, member: string, type: Listed['columns'][string]): string => {
  const json = `${source} -> '${member}'`;
  const text = `${source} ->> '${member}'`;
  if (type === 'milliseconds') return inMilliseconds(`(${text})::timestamptz`);
  if (type === 'jsonb') return `nullif(${json}, 'null')`;
  return type.endsWith('[]')
    ? `array(select value::${type.slice(0, -2)} from jsonb_array_elements_text(${json}) with ordinality order by ordinality)`
    : `(${text})::${type}`;
};

const copySql = ({ columns, list, part, renamed = {} }: Listed): string => {
  const source = part ? 'part' : 'entry';
  const fields = Object.entries(columns).map(([column, type]) =>
    memberSql(source, renamed[column] ?? toCamelCase(column), type),
  );
  const parent = part ? [`(entry ->> 'id')::bigint`] : [];
  const parts = part ? `, jsonb_array_elements(entry -> '${part.name}') part` : '';
  return `select ${[...parent, ...fields].join(', ')}
    from configurations, jsonb_array_elements(configuration -> '${list}') entry${parts}`;
};

/** The workflow configuration, which svc-tasks stores as JSON. */
export const configurationModels: readonly ReadModel[] = [
  ...lists.map(
    (listed): ReadModel => ({
      name: `${listed.table} in tasks`,
      owner: ['workflow', ownerSql(listed)],
      copy: ['tasks', copySql(listed)],
    }),
  ),
  {
    name: 'statuses for tasks in tasks',
    owner: ['workflow', 'select id, name, status_type from statuses'],
    // The table also retains deleted statuses, for tasks that have them.
    copy: [
      'tasks',
      `select id, name, status_type from statuses
        where id in (select (entry ->> 'id')::bigint
          from configurations, jsonb_array_elements(configuration -> 'statuses') entry)`,
    ],
  },
];
