import type { Migration } from '@obieg/service-kit';

/** When a change of a text was queued, so that an alert can watch the age of the queue. */
export const searchQueueAgeMigration: Migration = {
  name: '20261129160000_search_queue_age',
  up: async (knex) => {
    await knex.raw('alter table search_changes add column queued_at timestamptz not null default now()');
  },
  down: async (knex) => {
    await knex.raw('alter table search_changes drop column queued_at');
  },
};
