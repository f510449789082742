import type { Migration } from '@obieg/service-kit';

/** Display names, and what a person needs to recognize their own sessions. */
export const ownAccountsMigration: Migration = {
  name: '20261127184000_own_accounts',
  up: async (knex) => {
    await knex.schema.alterTable('users', (table) => {
      // Null: the username.
      table.text('display_name');
    });
    await knex.schema.alterTable('sessions', (table) => {
      table.text('user_agent');
      table.text('ip');
      table.timestamp('last_seen_at');
    });
  },
  down: async (knex) => {
    await knex.schema.alterTable('sessions', (table) => {
      table.dropColumn('last_seen_at');
      table.dropColumn('ip');
      table.dropColumn('user_agent');
    });
    await knex.schema.alterTable('users', (table) => {
      table.dropColumn('display_name');
    });
  },
};
