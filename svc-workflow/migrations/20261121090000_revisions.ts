import type { Migration } from '@obieg/service-kit';

const tables = ['parameters', 'statuses', 'transitions'];

/** Revision of each entity, for optimistic concurrency. */
export const revisionsMigration: Migration = {
  name: '20261121090000_revisions',
  up: async (knex) => {
    for (const name of tables)
      await knex.schema.alterTable(name, (table) => {
        table.integer('revision').notNullable().defaultTo(1);
      });
  },
  down: async (knex) => {
    for (const name of tables)
      await knex.schema.alterTable(name, (table) => {
        table.dropColumn('revision');
      });
  },
};
