import { appRoleOf, createTenantTable, type Migration } from '@obieg/service-kit';

const numberedTables = [
  'statuses',
  'parameters',
  'dictionary_values',
  'dependencies',
  'transitions',
  'parameter_conditions',
  'required_parameters',
];

/** Snapshots of each organization's workflow. The parent of a group completes its path in an exported workflow. */
export const workflowRevisionsMigration: Migration = {
  name: '20261127143900_workflow_revisions',
  up: async (knex) => {
    await createTenantTable(knex, 'workflow_revisions', (table) => {
      table.bigInteger('number').notNullable();
      table.timestamp('created_at').notNullable().defaultTo(knex.fn.now());
      table.bigInteger('author_id');
      table.text('kind').notNullable();
      table.bigInteger('restored_from');
      table.jsonb('summary').notNullable();
      table.jsonb('snapshot').notNullable();
      table.integer('snapshot_bytes').notNullable();
      table.primary(['organization_id', 'number'], { constraintName: 'workflow_revisions_pkey' });
    });
    await knex.schema.alterTable('groups', (table) => {
      table.bigInteger('parent_group_id');
    });
    const role = await appRoleOf(knex);
    // An import numbers new rows before it writes them, because they refer to each other.
    for (const name of numberedTables)
      await knex.raw('grant usage on sequence ?? to ??', [`${name}_id_seq`, role]);
  },
  down: async (knex) => {
    await knex.schema.alterTable('groups', (table) => {
      table.dropColumn('parent_group_id');
    });
    await knex.schema.dropTable('workflow_revisions');
  },
};
