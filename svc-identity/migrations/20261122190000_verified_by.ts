import type { Migration } from '@obieg/service-kit';

/**
 * Session and address of the client that entered the code. Only this client may set a password with the token. Rows
 * verified before this migration have no client.
 */
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
