import type { Migration } from '@obieg/service-kit';

const tables = ['groups', 'organizations'] as const;

/** Revisions of groups and organizations, which increase with each change. */
export const revisionsMigration: Migration = {
  name: '20261129100000_revisions',
  up: async (knex) => {
    for (const table of tables)
      await knex.schema.alterTable(table, (columns) => {
        columns.integer('revision').notNullable().defaultTo(1);
      });
  },
  down: async (knex) => {
    for (const table of tables)
      await knex.schema.alterTable(table, (columns) => {
        columns.dropColumn('revision');
      });
  },
};
