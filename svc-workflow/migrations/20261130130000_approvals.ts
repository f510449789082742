import type { Migration } from '@obieg/service-kit';

/**
 * The approval of a status. One value, because it is only read and written as a whole. Its transitions leave the status,
 * so that a foreign key would refer back to the table.
 */
export const approvalsMigration: Migration = {
  name: '20261130130000_approvals',
  up: async (knex) => {
    await knex.schema.alterTable('statuses', (table) => {
      table.jsonb('approval');
    });
  },
  down: async (knex) => {
    await knex.schema.alterTable('statuses', (table) => {
      table.dropColumn('approval');
    });
  },
};
