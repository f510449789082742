import type { Migration } from '@obieg/service-kit';

/** Finds out whether another group of the organization has a name, for each row of a list. */
export const groupsByNameMigration: Migration = {
  name: '20261129160020_groups_by_name',
  config: { transaction: false },
  up: async (knex) => {
    // An interrupted build leaves an invalid index.
    await knex.raw('drop index concurrently if exists groups_by_name');
    await knex.raw(`create index concurrently if not exists groups_by_name on groups (organization_id, name, id)
      where deleted_at is null`);
  },
  down: async (knex) => {
    await knex.raw('drop index concurrently if exists groups_by_name');
  },
};
