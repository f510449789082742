import { appRoleOf, createTenantTable, type Migration } from '@obieg/service-kit';

/**
 * Saved scenarios of the questionnaire. They refer to entities without foreign keys, because a broken scenario is a
 * finding and forbids no change.
 */
export const workflowScenariosMigration: Migration = {
  name: '20261127150800_workflow_scenarios',
  up: async (knex) => {
    await createTenantTable(knex, 'workflow_scenarios', (table) => {
      table.specificType('id', 'bigint generated always as identity').notNullable();
      table.text('name').notNullable();
      table.jsonb('answers').notNullable();
      table.specificType('expected_question_ids', 'bigint[]').notNullable();
      table.bigInteger('expected_status_id').notNullable();
      table.bigInteger('expected_group_id');
      table.integer('revision').notNullable().defaultTo(1);
      table.primary(['organization_id', 'id'], { constraintName: 'workflow_scenarios_pkey' });
      table.unique(['organization_id', 'name'], { indexName: 'workflow_scenarios_name_key' });
    });
    await knex.raw('grant usage on sequence workflow_scenarios_id_seq to ??', [await appRoleOf(knex)]);
  },
  down: async (knex) => {
    await knex.schema.dropTable('workflow_scenarios');
  },
};
