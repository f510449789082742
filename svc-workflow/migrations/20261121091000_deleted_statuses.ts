import { createTenantTable, type Migration } from '@obieg/service-kit';

/** Copies of deleted statuses, to restore a status that a task entered during the deletion. */
export const deletedStatusesMigration: Migration = {
  name: '20261121091000_deleted_statuses',
  up: (knex) =>
    createTenantTable(knex, 'deleted_statuses', (table) => {
      table.bigInteger('id').notNullable();
      table.text('name').notNullable();
      table.text('status_type').notNullable();
      table.timestamp('created_at').notNullable();
      table.integer('revision').notNullable();
      table.primary(['organization_id', 'id'], { constraintName: 'deleted_statuses_pkey' });
    }),
  down: async (knex) => {
    await knex.schema.dropTable('deleted_statuses');
  },
};
