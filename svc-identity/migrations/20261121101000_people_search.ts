import type { Migration } from '@obieg/service-kit';

/** Search text: lower case, without Polish diacritics, so that "zolw" finds "Żółw". */
const searchText = `translate(lower((username || ' ' || email) collate "pl-x-icu"), 'ąćęłńóśźż', 'acelnoszz')`;

/** Compares usernames case-insensitively in every alphabet. The database's locale knows only ASCII. */
export const peopleSearchMigration: Migration = {
  name: '20261121101000_people_search',
  up: async (knex) => {
    await knex.raw(
      `alter table users add column search_text text not null generated always as (${searchText}) stored`,
    );
    await knex.raw('drop index users_username_key');
    await knex.raw('create unique index users_username_key on users (lower(username collate "und-x-icu"))');
  },
  down: async (knex) => {
    await knex.raw('drop index users_username_key');
    await knex.raw('create unique index users_username_key on users (lower(username))');
    await knex.raw('alter table users drop column search_text');
  },
};
