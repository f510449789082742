import { createTenantTable, type Migration } from '@obieg/service-kit';

/**
 * Approvals by the id of their status. A column of `statuses` would break prepared statements of the previous release,
 * which select all columns. One value, because it is only read and written as a whole.
 */
export const approvalsMigration: Migration = {
  name: '20261130130000_approvals',
  up: (knex) =>
    createTenantTable(knex, 'status_approvals', (table) => {
      table.bigInteger('id').notNullable();
      table.jsonb('approval').notNullable();
      table.primary(['organization_id', 'id'], { constraintName: 'status_approvals_pkey' });
      table
        .foreign(['organization_id', 'id'], 'status_approvals_status_fkey')
        .references(['organization_id', 'id'])
        .inTable('statuses')
        .onDelete('cascade');
    }),
  down: (knex) => knex.schema.dropTable('status_approvals'),
};
