import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type WorkflowConfiguration, workflowConfigurationSchema } from '@obieg/contracts';
import { ensureDatabase, type RunningPostgres, startPostgres } from '@obieg/local';
import type pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type DatabaseName, forEachDatabase, openClient } from '../database/connect';
import { migrate, type RoleAddresses } from '../versions';
import { compareReadModels } from './compare-read-models';

const createdAt = '2026-11-01T10:20:30.456Z';
const createdAtOfOwner = '2026-11-01T10:20:30.456789Z';

const approval = {
  quorum: 'ALL',
  approverGroupIds: [42],
  isAuthorExcluded: true,
  approvedTransitionId: 31,
  rejectedTransitionId: 31,
};
const week = [{ day: 1, from: '08:00', to: '16:00' }];
const holidays = [{ date: '2026-12-25', name: 'Boże Narodzenie' }];
const targetConditions = [{ parameterId: 21, conditionType: 'EQUALS', conditionValue: 'a' }];

const configuration: WorkflowConfiguration = workflowConfigurationSchema.parse({
  organizationId: 1,
  statuses: [{ id: 11, name: 'Nowe', statusType: 'INITIAL', createdAt, approval }],
  calendars: [{ id: 51, name: 'Biuro', isDefault: true, week, holidays }],
  targets: [
    {
      id: 61,
      metric: 'Rozwiązanie',
      isActive: true,
      sortOrder: 1,
      priorities: ['HIGH'],
      conditions: targetConditions,
      calendarId: 51,
      minutes: 60,
      start: { event: 'CREATED' },
      end: { statusIds: [11] },
      pausedStatusIds: [11],
    },
  ],
  parameters: [
    {
      id: 21,
      parameterName: 'kind',
      displayName: 'Rodzaj',
      description: null,
      parameterType: 'DICTIONARY',
      parameterStage: 'ALWAYS',
      sortOrder: 3,
      isActive: true,
      defaultValue: 'a',
      createdAt,
      dictionaryValues: [{ id: 22, value: 'a', sortOrder: 1, isActive: true }],
      dependencies: [{ id: 23, parentParameterId: 21, conditionType: 'EQUALS', conditionValue: 'a' }],
    },
  ],
  transitions: [
    {
      id: 31,
      name: 'Przyjmij',
      description: 'opis',
      fromStatusId: 11,
      toStatusId: 11,
      targetGroupId: 41,
      priorityOrder: 2,
      isActive: true,
      executorGroupIds: [41, 42],
      parameterConditions: [{ id: 32, parameterId: 21, conditionType: 'EQUALS', conditionValue: 'a' }],
      requiredParameters: [{ id: 33, parameterId: 21, isMandatory: true, defaultValue: 'b' }],
    },
  ],
});

const members = `insert into memberships (organization_id, user_id, roles, is_email_verified, shown_name)
  values (1, 1, '{MEMBER}', true, null), (1, 2, '{MEMBER,OPERATOR}', false, 'Jan Drugi');`;
const groupsAndMembers = `
  insert into groups (organization_id, id, name, parent_group_id) overriding system value
    values (1, 41, 'IT', null), (1, 42, 'Helpdesk', 41);
  insert into group_members (organization_id, group_id, user_id, role) values (1, 41, 1, 'MANAGER');`;
/** The name of the second user is older than the rule that names must be plain. */
const copiedPeople = `
  insert into users (id, sign_in_name, username, email, language, system_roles) values
    (1, 'anna', 'Anna Nowak', 'anna@acme.test', 'pl', '{SUPER_ADMIN}'), (2, 'jan+k', 'jan k', 'jan@acme.test', null, '{}');
  ${members}`;

const rows: Record<DatabaseName, string> = {
  // Each column is changed alone, also to values that only occur together.
  identity: `
    alter table users drop constraint users_integration;
    insert into organizations (id, name, code_name, time_zone) overriding system value
      values (1, 'Acme', 'acme', 'Europe/Paris');
    insert into users (id, username, display_name, email, language, is_super_admin) overriding system value values
      (1, 'anna', 'Anna Nowak', 'anna@acme.test', 'pl', true), (2, 'jan+k', null, 'jan@acme.test', null, false);
    ${members} ${groupsAndMembers}
    insert into transition_groups (organization_id, transition_id, group_id, transition_name)
      values (1, 31, 41, 'Przyjmij'), (1, 31, 42, 'Przyjmij');
    insert into task_groups (organization_id, public_task_id, group_id) values (1, 1001, 41);
    insert into visible_task_groups (organization_id, public_task_id, group_id) values (1, 1001, 42);`,
  workflow: `
    insert into known_organizations (id, time_zone) values (1, 'Europe/Paris');
    ${copiedPeople} ${groupsAndMembers}
    insert into task_uses (organization_id, public_task_id, status_id) values (1, 1001, 11);
    insert into statuses (organization_id, id, name, status_type, created_at) overriding system value
      values (1, 11, 'Nowe', 'INITIAL', '${createdAtOfOwner}');
    insert into status_approvals (organization_id, id, approval) values (1, 11, '${JSON.stringify(approval)}');
    insert into work_calendars (organization_id, id, name, is_default, week, holidays) overriding system value
      values (1, 51, 'Biuro', true, '${JSON.stringify(week)}', '${JSON.stringify(holidays)}');
    insert into workflow_targets (organization_id, id, metric, is_active, sort_order, priorities, conditions, calendar_id,
        minutes, start_rule, end_rule, paused_status_ids) overriding system value
      values (1, 61, 'Rozwiązanie', true, 1, '{HIGH}', '${JSON.stringify(targetConditions)}', 51, 60,
        '{"event":"CREATED"}', '{"statusIds":[11]}', '{11}');
    insert into parameters (organization_id, id, parameter_name, display_name, parameter_type, parameter_stage,
        default_value, sort_order, is_active, created_at) overriding system value
      values (1, 21, 'kind', 'Rodzaj', 'DICTIONARY', 'ALWAYS', 'a', 3, true, '${createdAtOfOwner}');
    insert into dictionary_values (organization_id, id, parameter_id, value, sort_order, is_active)
      overriding system value values (1, 22, 21, 'a', 1, true);
    insert into dependencies (organization_id, id, parameter_id, parent_parameter_id, condition_type, condition_value)
      overriding system value values (1, 23, 21, 21, 'EQUALS', 'a');
    insert into transitions (organization_id, id, name, description, from_status_id, to_status_id, target_group_id,
        priority_order, is_active, executor_group_ids) overriding system value
      values (1, 31, 'Przyjmij', 'opis', 11, 11, 41, 2, true, '{41,42}');
    insert into parameter_conditions (organization_id, id, transition_id, parameter_id, condition_type, condition_value)
      overriding system value values (1, 32, 31, 21, 'EQUALS', 'a');
    insert into required_parameters (organization_id, id, transition_id, parameter_id, is_mandatory, default_value)
      overriding system value values (1, 33, 31, 21, true, 'b');`,
  tasks: `
    insert into organizations (organization_id, name, code_name, time_zone) values (1, 'Acme', 'acme', 'Europe/Paris');
    ${copiedPeople} ${groupsAndMembers}
    insert into groups (organization_id, id, name, deleted_at) values (1, 43, 'Dawna', now());
    insert into statuses (organization_id, id, name, status_type)
      values (1, 11, 'Nowe', 'INITIAL'), (1, 12, 'Dawne', 'FINAL');
    insert into configurations (organization_id, version, configuration) values (1, 1, '${JSON.stringify(configuration)}');
    insert into tasks (organization_id, id, public_task_id, title, status_id, priority, assigned_group_id, is_restricted,
        answers) overriding system value
      values (1, 51, 1001, 'Zadanie', 11, 'MEDIUM', 41, true, '[]');
    insert into task_readers (organization_id, task_id, kind, reader_id) values (1, 51, 'GROUP', 42);`,
};

let folder: string;
let server: RunningPostgres;
let databases: Record<DatabaseName, RoleAddresses>;
let admins: Record<DatabaseName, pg.Client>;

/** Lets a test change ids. */
const freeIdentities = async (admin: pg.Client): Promise<void> => {
  const { rows: columns } = await admin.query<{ table_name: string; column_name: string }>(
    `select table_name, column_name from information_schema.columns
      where table_schema = 'public' and identity_generation = 'ALWAYS'`,
  );
  for (const { table_name, column_name } of columns)
    await admin.query(`alter table ${table_name} alter ${column_name} set generated by default`);
};

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'obieg-read-models-'));
  server = await startPostgres({ dataDir: join(folder, 'postgres'), isThrowAway: true });
  databases = await forEachDatabase((name) => ensureDatabase(server.url, name, 'secret'));
  admins = await forEachDatabase(async (name) => {
    await migrate(name, databases[name]);
    const admin = await openClient(Object.assign(new URL(server.url), { pathname: `/${name}` }).href);
    // Without foreign keys, so that a test can change one value alone.
    await admin.query('set session_replication_role = replica');
    await admin.query(rows[name]);
    await freeIdentities(admin);
    return admin;
  });
});
afterAll(async () => {
  for (const admin of Object.values(admins ?? {})) await admin.end();
  await server?.stop();
  rmSync(folder, { recursive: true, force: true });
});

interface Column {
  column_name: string;
  data_type: string;
}

/** Another value of a column. */
const changeOf = ({ column_name, data_type }: Column): string => {
  if (data_type === 'boolean') return `not ${column_name}`;
  if (data_type === 'ARRAY') return `array_append(${column_name}, null)`;
  if (data_type === 'bigint' || data_type === 'integer') return `coalesce(${column_name}, 0) + 1000`;
  if (data_type.startsWith('timestamp')) return `coalesce(${column_name} + interval '1 second', now())`;
  if (data_type === 'jsonb') return `coalesce(${column_name}, '{}') || '{"x": 1}'`;
  if (data_type === 'text') return `coalesce(${column_name}, '') || 'x'`;
  throw new Error(`The test cannot change the type ${data_type}`);
};

const listColumns = async (database: DatabaseName, table: string): Promise<Column[]> => {
  const { rows: columns } = await admins[database].query<Column>(
    `select column_name, data_type from information_schema.columns where table_schema = 'public' and table_name = $1`,
    [table],
  );
  return columns;
};

/** Changes one value of one row and compares. */
const compareWithChange = async (
  database: DatabaseName,
  table: string,
  column: string,
  changed: string,
): Promise<string[]> => {
  const admin = admins[database];
  await admin.query(
    `create temp table saved as select ctid as place, ${column} as value from ${table} one order by one::text limit 1`,
  );
  const { rows: places } = await admin.query<{ place: string }>(
    `update ${table} set ${column} = ${changed} where ctid = (select place from saved) returning ctid as place`,
  );
  try {
    return await compareReadModels(databases);
  } finally {
    await admin.query(`update ${table} set ${column} = (select value from saved) where ctid = $1`, [
      places[0]?.place,
    ]);
    await admin.query('drop table saved');
  }
};

const memberTables = ['users', 'memberships', 'groups', 'group_members'];

/** Columns of an owner that copies contain. */
const owned: [DatabaseName, table: string, columns: string[]][] = [
  ['identity', 'organizations', ['name', 'code_name', 'time_zone']],
  [
    'identity',
    'users',
    ['id', 'username', 'display_name', 'email', 'language', 'is_super_admin', 'is_integration'],
  ],
  ['identity', 'memberships', ['user_id', 'roles', 'is_email_verified', 'shown_name']],
  ['identity', 'groups', ['id', 'name', 'parent_group_id']],
  ['identity', 'group_members', ['group_id', 'user_id', 'role']],
  ['tasks', 'tasks', ['public_task_id', 'status_id', 'assigned_group_id', 'is_restricted', 'deleted_at']],
  ['tasks', 'task_readers', ['task_id', 'kind', 'reader_id']],
];
const configurationTables = [
  'statuses',
  'parameters',
  'dictionary_values',
  'dependencies',
  'transitions',
  'parameter_conditions',
  'required_parameters',
  'status_approvals',
  'work_calendars',
  'workflow_targets',
];
const copied: [DatabaseName, string][] = [
  ...(['workflow', 'tasks'] as const).flatMap((database) =>
    memberTables.map((table): [DatabaseName, string] => [database, table]),
  ),
  ['workflow', 'known_organizations'],
  ['workflow', 'task_uses'],
  ['tasks', 'organizations'],
  ['tasks', 'statuses'],
  ['identity', 'transition_groups'],
  ['identity', 'task_groups'],
  ['identity', 'visible_task_groups'],
];

/** Paths of all values in the configuration, but for the id of its organization, which no service reads. */
const pathsOf = (value: unknown, path: string[] = []): string[][] => {
  if (typeof value !== 'object' || value === null) return [path];
  return Object.entries(value).flatMap(([key, part]) => pathsOf(part, [...path, key]));
};
const configurationPaths = pathsOf(configuration).filter(([first]) => first !== 'organizationId');

describe('compareReadModels', () => {
  it('finds no difference between equal data, with display names and names that are not plain', async () => {
    expect(await compareReadModels(databases)).toEqual([]);
  });

  it.each(owned)('finds each changed column of the owner: %s, %s', async (database, table, names) => {
    const columns = await listColumns(database, table);
    for (const name of names) {
      const column = columns.find(({ column_name }) => column_name === name);
      if (!column) throw new Error(`${table} has no column ${name}`);
      expect(await compareWithChange(database, table, name, changeOf(column)), name).not.toEqual([]);
    }
    expect(await compareReadModels(databases)).toEqual([]);
  });

  it.each(configurationTables)('finds each changed column of the owner: workflow, %s', async (table) => {
    const columns = (await listColumns('workflow', table)).filter(
      // The revision is for optimistic concurrency in svc-workflow only.
      ({ column_name }) => column_name !== 'revision',
    );
    for (const column of columns) {
      const differences = await compareWithChange('workflow', table, column.column_name, changeOf(column));
      expect(differences, column.column_name).not.toEqual([]);
    }
  });

  it.each(copied)('finds each changed column of a copy: %s, %s', async (database, table) => {
    for (const column of await listColumns(database, table)) {
      const differences = await compareWithChange(database, table, column.column_name, changeOf(column));
      expect(differences, column.column_name).not.toEqual([]);
    }
    expect(await compareReadModels(databases)).toEqual([]);
  });

  it.each(configurationPaths.map((path) => [path.join('.'), path] as const))(
    'finds a change of %s in the configuration of svc-tasks',
    async (_name, path) => {
      const before = path.reduce<unknown>(
        (value, key) => (value as Record<string, unknown>)[key],
        configuration,
      );
      const after = (() => {
        if (typeof before === 'boolean') return !before;
        if (typeof before === 'number') return before + 1000;
        return before === createdAt ? '2026-11-01T10:20:30.457Z' : `${before}x`;
      })();
      const changed = `jsonb_set(configuration, '{${path.join(',')}}', '${JSON.stringify(after)}')`;
      expect(await compareWithChange('tasks', 'configurations', 'configuration', changed)).not.toEqual([]);
    },
  );

  it.each([
    ['identity', 'users', 'users in tasks: 1 rows at the owner, 2 in the copy'],
    ['tasks', 'groups', 'groups in tasks, organization 1: 2 rows at the owner, 1 in the copy'],
  ] as const)('counts missing rows: %s, %s', async (database, table, difference) => {
    const admin = admins[database];
    await admin.query(`create temp table saved as select * from ${table} where id in (2, 42)`);
    await admin.query(`delete from ${table} where id in (2, 42)`);
    expect(await compareReadModels(databases)).toContain(difference);
    const names = (await listColumns(database, table))
      .map(({ column_name }) => column_name)
      .filter((name) => name !== 'search_text')
      .join(', ');
    await admin.query(`insert into ${table} (${names}) overriding system value select ${names} from saved`);
    await admin.query('drop table saved');
  });

  it('says that values differ if the numbers of rows are equal', async () => {
    const differences = await compareWithChange('tasks', 'users', 'username', `'Ola'`);
    expect(differences).toEqual(['names of users in tasks: 2 rows on both sides, but with different values']);
  });
});
