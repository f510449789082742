import { createGlobalTable, createTenantTable, type Migration } from '@obieg/service-kit';
import type { Knex } from 'knex';

const identityColumn = 'bigint generated always as identity';
const ownKey = ['organization_id', 'id'];
const options = { everyOrganization: true };

const createConfiguration = async (knex: Knex): Promise<void> => {
  await createTenantTable(
    knex,
    'workflow_configurations',
    (table) => {
      table.primary(['organization_id'], { constraintName: 'workflow_configurations_pkey' });
      table.bigInteger('revision').notNullable().defaultTo(0);
      table.timestamp('deleted_at');
    },
    options,
  );
  await createTenantTable(
    knex,
    'statuses',
    (table) => {
      table.specificType('id', identityColumn).notNullable();
      table.text('name').notNullable();
      table.text('status_type').notNullable();
      table.timestamp('created_at').notNullable().defaultTo(knex.fn.now());
      table.primary(ownKey, { constraintName: 'statuses_pkey' });
      table.unique(['organization_id', 'name'], { indexName: 'statuses_name_key' });
    },
    options,
  );
  await createTenantTable(
    knex,
    'parameters',
    (table) => {
      table.specificType('id', identityColumn).notNullable();
      for (const column of ['parameter_name', 'display_name', 'parameter_type', 'parameter_stage'])
        table.text(column).notNullable();
      table.text('description');
      table.text('default_value');
      table.integer('sort_order').notNullable();
      table.boolean('is_active').notNullable();
      table.timestamp('created_at').notNullable().defaultTo(knex.fn.now());
      table.primary(ownKey, { constraintName: 'parameters_pkey' });
      table.unique(['organization_id', 'parameter_name'], { indexName: 'parameters_name_key' });
    },
    options,
  );
};

const belongsTo = (table: Knex.CreateTableBuilder, column: string, parent: string, name: string): void => {
  table.bigInteger(column).notNullable();
  table.foreign(['organization_id', column], name).references(ownKey).inTable(parent).onDelete('CASCADE');
};
const refersTo = (table: Knex.CreateTableBuilder, column: string, target: string, name: string): void => {
  table.foreign(['organization_id', column], name).references(ownKey).inTable(target).onDelete('RESTRICT');
};

const createParts = async (knex: Knex): Promise<void> => {
  await createTenantTable(
    knex,
    'dictionary_values',
    (table) => {
      table.specificType('id', identityColumn).notNullable();
      belongsTo(table, 'parameter_id', 'parameters', 'dictionary_values_parameter_fkey');
      table.text('value').notNullable();
      table.integer('sort_order').notNullable();
      table.boolean('is_active').notNullable();
      table.primary(ownKey, { constraintName: 'dictionary_values_pkey' });
    },
    options,
  );
  await createTenantTable(
    knex,
    'dependencies',
    (table) => {
      table.specificType('id', identityColumn).notNullable();
      belongsTo(table, 'parameter_id', 'parameters', 'dependencies_parameter_fkey');
      table.bigInteger('parent_parameter_id').notNullable();
      table.text('condition_type').notNullable();
      table.text('condition_value');
      table.primary(ownKey, { constraintName: 'dependencies_pkey' });
      refersTo(table, 'parent_parameter_id', 'parameters', 'dependencies_parent_fkey');
    },
    options,
  );
  await createTenantTable(
    knex,
    'transitions',
    (table) => {
      table.specificType('id', identityColumn).notNullable();
      table.text('name').notNullable();
      table.text('description');
      table.bigInteger('from_status_id');
      table.bigInteger('to_status_id').notNullable();
      table.bigInteger('target_group_id');
      table.integer('priority_order').notNullable();
      table.boolean('is_active').notNullable();
      table.specificType('executor_group_ids', 'bigint[]').notNullable();
      table.primary(ownKey, { constraintName: 'transitions_pkey' });
      refersTo(table, 'from_status_id', 'statuses', 'transitions_from_fkey');
      refersTo(table, 'to_status_id', 'statuses', 'transitions_to_fkey');
    },
    options,
  );
  await createTenantTable(
    knex,
    'parameter_conditions',
    (table) => {
      table.specificType('id', identityColumn).notNullable();
      belongsTo(table, 'transition_id', 'transitions', 'parameter_conditions_transition_fkey');
      table.bigInteger('parameter_id').notNullable();
      table.text('condition_type').notNullable();
      table.text('condition_value');
      table.primary(ownKey, { constraintName: 'parameter_conditions_pkey' });
      refersTo(table, 'parameter_id', 'parameters', 'parameter_conditions_parameter_fkey');
    },
    options,
  );
  await createTenantTable(
    knex,
    'required_parameters',
    (table) => {
      table.specificType('id', identityColumn).notNullable();
      belongsTo(table, 'transition_id', 'transitions', 'required_parameters_transition_fkey');
      table.bigInteger('parameter_id').notNullable();
      table.boolean('is_mandatory').notNullable();
      table.text('default_value');
      table.primary(ownKey, { constraintName: 'required_parameters_pkey' });
      refersTo(table, 'parameter_id', 'parameters', 'required_parameters_parameter_fkey');
    },
    options,
  );
};

const createReadModels = async (knex: Knex): Promise<void> => {
  await createTenantTable(knex, 'groups', (table) => {
    table.bigInteger('id').notNullable();
    table.text('name').notNullable();
    table.primary(ownKey, { constraintName: 'groups_pkey' });
  });
  await createTenantTable(knex, 'task_uses', (table) => {
    table.bigInteger('public_task_id').notNullable();
    table.bigInteger('status_id').notNullable();
    table.primary(['organization_id', 'public_task_id'], { constraintName: 'task_uses_pkey' });
    table.index(['organization_id', 'status_id'], 'task_uses_status');
  });
  await createGlobalTable(knex, 'known_organizations', (table) => {
    table.bigInteger('id').primary();
  });
};

const tables = [
  'known_organizations',
  'task_uses',
  'groups',
  'required_parameters',
  'parameter_conditions',
  'transitions',
  'dependencies',
  'dictionary_values',
  'parameters',
  'statuses',
  'workflow_configurations',
];

export const workflowMigration: Migration = {
  name: '20261121020000_workflow',
  up: async (knex) => {
    await createConfiguration(knex);
    await createParts(knex);
    await createReadModels(knex);
  },
  down: async (knex) => {
    for (const table of tables) await knex.schema.dropTable(table);
  },
};
