import type { Migration } from '@obieg/service-kit';

/**
 * A task has one parent that a caller sees. A unique index would count parents that the caller does not see, and refuse
 * another one. `lockParents` serializes the check. Undoing it keeps the first parent of each task.
 */
export const parentsByReaderMigration: Migration = {
  name: '20261129010000_parents_by_reader',
  config: { transaction: false },
  up: async (knex) => {
    await knex.raw('drop index concurrently if exists task_links_parent_key');
  },
  down: async (knex) => {
    await knex.transaction(async (tx) => {
      // The forced policy hides the rows of all organizations from the owner of the table, too.
      await tx.raw('alter table task_links no force row level security');
      await tx.raw(`delete from task_links l using task_links earlier
        where l.type = 'PARENT_OF' and earlier.type = 'PARENT_OF'
          and earlier.organization_id = l.organization_id and earlier.target_task_id = l.target_task_id
          and earlier.id < l.id`);
      await tx.raw('alter table task_links force row level security');
    });
    // An interrupted build leaves an invalid index.
    await knex.raw('drop index concurrently if exists task_links_parent_key');
    await knex.raw(`create unique index concurrently if not exists task_links_parent_key
      on task_links (organization_id, target_task_id) where type = 'PARENT_OF'`);
  },
};
