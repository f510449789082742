import type { Migration } from '@obieg/service-kit';

/** Indexes the filter of the creation time. Ids ascend with it, but only roughly. */
export const tasksByCreationMigration: Migration = {
  name: '20261127182440_tasks_by_creation',
  config: { transaction: false },
  up: async (knex) => {
    // An interrupted build leaves an invalid index.
    await knex.raw('drop index concurrently if exists tasks_by_creation');
    await knex.raw(`create index concurrently if not exists tasks_by_creation
      on tasks (organization_id, created_at, id) where deleted_at is null`);
  },
  down: async (knex) => {
    await knex.raw('drop index concurrently if exists tasks_by_creation');
  },
};
