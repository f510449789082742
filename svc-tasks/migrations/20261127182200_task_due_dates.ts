import type { Migration } from '@obieg/service-kit';

/** Due dates of tasks. */
export const taskDueDatesMigration: Migration = {
  name: '20261127182200_task_due_dates',
  up: async (knex) => {
    await knex.raw('alter table tasks add column due_at timestamptz');
  },
  down: async (knex) => {
    await knex.raw('alter table tasks drop column due_at');
  },
};
