import type { Migration } from '@obieg/service-kit';

/** Finds the tasks that a user commented on and therefore watches. */
export const commentAuthorsMigration: Migration = {
  name: '20261127182910_comment_authors',
  config: { transaction: false },
  up: async (knex) => {
    // An interrupted build leaves an invalid index.
    await knex.raw('drop index concurrently if exists comments_author');
    await knex.raw(
      'create index concurrently if not exists comments_author on comments (organization_id, author_user_id, task_id)',
    );
  },
  down: async (knex) => {
    await knex.raw('drop index concurrently if exists comments_author');
  },
};
