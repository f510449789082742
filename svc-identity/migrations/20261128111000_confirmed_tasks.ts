import type { Migration } from '@obieg/service-kit';

/** Adds the submission for which a code was requested, with the files that the mail named. Null: a sign-in. */
export const confirmedTasksMigration: Migration = {
  name: '20261128111000_confirmed_tasks',
  up: async (knex) => {
    await knex.schema.alterTable('verifications', (table) => table.jsonb('confirmed_task'));
  },
  down: async (knex) => {
    await knex.schema.alterTable('verifications', (table) => table.dropColumn('confirmed_task'));
  },
};
