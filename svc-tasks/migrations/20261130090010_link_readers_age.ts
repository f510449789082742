import type { Migration } from '@obieg/service-kit';

/** When a change of readers was queued, so that an alert can watch the age of the queue. */
export const linkReadersAgeMigration: Migration = {
  name: '20261130090010_link_readers_age',
  up: async (knex) => {
    await knex.raw('alter table link_reader_changes add column queued_at timestamptz not null default now()');
  },
  down: async (knex) => {
    await knex.raw('alter table link_reader_changes drop column queued_at');
  },
};
