import type { Migration } from '@obieg/service-kit';

/** The language that a person chose for mails. Null: none. */
export const accountLanguagesMigration: Migration = {
  name: '20261127213100_account_languages',
  up: async (knex) => {
    await knex.schema.alterTable('users', (table) => {
      table.text('language');
    });
  },
  down: async (knex) => {
    await knex.schema.alterTable('users', (table) => {
      table.dropColumn('language');
    });
  },
};
