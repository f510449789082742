import type { Migration } from '@obieg/service-kit';

/** Index of the integrations, which are few among the accounts of all organizations. */
export const integrationIndexMigration: Migration = {
  name: '20261129220010_integration_index',
  config: { transaction: false },
  up: async (knex) => {
    // An interrupted build leaves an invalid index.
    await knex.raw('drop index concurrently if exists users_integrations');
    await knex.raw(
      'create index concurrently if not exists users_integrations on users (id) where is_integration',
    );
  },
  down: async (knex) => {
    await knex.raw('drop index concurrently if exists users_integrations');
  },
};
