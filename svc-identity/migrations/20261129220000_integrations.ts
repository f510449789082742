import type { Migration } from '@obieg/service-kit';

/** Integrations are accounts that nobody can sign in to. The database refuses them a password and the whole system. */
export const integrationsMigration: Migration = {
  name: '20261129220000_integrations',
  up: async (knex) => {
    await knex.schema.alterTable('users', (table) => {
      table.boolean('is_integration').notNullable().defaultTo(false);
    });
    // New rows and changed ones are checked without reading the others, which cannot be integrations.
    await knex.raw(`alter table users add constraint users_integration
      check (not is_integration or (password_hash is null and not is_super_admin)) not valid`);
  },
  down: async (knex) => {
    await knex.schema.alterTable('users', (table) => {
      table.dropColumn('is_integration');
    });
  },
};
