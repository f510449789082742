import type { Migration } from '@obieg/service-kit';

/**
 * Indexes lists by due date. The expression replaces null by a date after all others, because a cursor compares the
 * key, and row-level security permits index conditions only for leak-proof expressions.
 */
export const tasksByDueDateMigration: Migration = {
  name: '20261127182210_tasks_by_due_date',
  config: { transaction: false },
  up: async (knex) => {
    await knex.raw('drop index concurrently if exists tasks_by_due_date');
    await knex.raw(`create index concurrently if not exists tasks_by_due_date on tasks (organization_id,
      (case when due_at is null then timestamptz '9999-12-31 00:00:00+00' else due_at end), id)
      where deleted_at is null`);
  },
  down: async (knex) => {
    await knex.raw('drop index concurrently if exists tasks_by_due_date');
  },
};
