import type { Migration } from '@obieg/service-kit';

/** Who typed the code: the token is good for a password in their hands only. Rows verified before are in nobody's. */
export const verifiedByMigration: Migration = {
  name: '20261122190000_verified_by',
  up: async (knex) => {
    await knex.schema.alterTable('verifications', (table) => {
      table.uuid('session_id');
      table.text('verified_from');
    });
  },
  down: async (knex) => {
    await knex.schema.alterTable('verifications', (table) => {
      table.dropColumns('session_id', 'verified_from');
    });
  },
};
