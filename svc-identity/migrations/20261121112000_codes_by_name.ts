import type { Migration } from '@obieg/service-kit';

/**
 * Index for invalidating earlier codes by name. Without it, the response time would reveal whether an account exists.
 */
export const codesByNameMigration: Migration = {
  name: '20261121112000_codes_by_name',
  up: async (knex) => {
    await knex.schema.alterTable('verifications', (table) => {
      table.index(['asked_for'], 'verifications_asked_for');
    });
  },
  down: async (knex) => {
    await knex.schema.alterTable('verifications', (table) => {
      table.dropIndex(['asked_for'], 'verifications_asked_for');
    });
  },
};
