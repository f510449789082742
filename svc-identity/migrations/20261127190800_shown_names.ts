import type { Migration } from '@obieg/service-kit';

/** Folded like `search_text`. */
const folded = `translate(lower(display_name collate "pl-x-icu"), 'ąćęłńóśźż', 'acelnoszz') collate "default"`;

/** Indexes for people by the name that others see: one for the order of lists, one for the search. */
export const shownNamesMigration: Migration = {
  name: '20261127190800_shown_names',
  config: { transaction: false },
  up: async (knex) => {
    // An interrupted build leaves an invalid index.
    await knex.raw('drop index concurrently if exists users_by_shown_name');
    await knex.raw(`create index concurrently if not exists users_by_shown_name
      on users ((coalesce(display_name, username) collate "pl-x-icu"), id)`);
    await knex.raw('drop index concurrently if exists users_display_search');
    await knex.raw(`create index concurrently if not exists users_display_search
      on users using gin ((${folded}) gin_trgm_ops)`);
  },
  down: async (knex) => {
    await knex.raw('drop index concurrently if exists users_display_search');
    await knex.raw('drop index concurrently if exists users_by_shown_name');
  },
};
