import { createTenantTable, type Migration } from '@obieg/service-kit';

/** Positions of statuses in the picture of the workflow, one row per organization. */
export const workflowLayoutsMigration: Migration = {
  name: '20261127182300_workflow_layouts',
  up: async (knex) => {
    await createTenantTable(knex, 'workflow_layouts', (table) => {
      table.integer('revision').notNullable();
      table.jsonb('positions').notNullable();
      table.primary(['organization_id'], { constraintName: 'workflow_layouts_pkey' });
    });
  },
  down: async (knex) => {
    await knex.schema.dropTable('workflow_layouts');
  },
};
