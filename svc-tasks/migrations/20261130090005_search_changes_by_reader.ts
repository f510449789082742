import type { Migration } from '@obieg/service-kit';

/** Finds the queued texts that a search indexes before it answers. */
export const searchChangesByReaderMigration: Migration = {
  name: '20261130090005_search_changes_by_reader',
  config: { transaction: false },
  up: async (knex) => {
    // An interrupted build leaves an invalid index.
    await knex.raw('drop index concurrently if exists search_changes_reader');
    await knex.raw(
      `create index concurrently if not exists search_changes_reader
         on search_changes (organization_id, reader, id desc) where reader is not null`,
    );
  },
  down: async (knex) => {
    await knex.raw('drop index concurrently if exists search_changes_reader');
  },
};
