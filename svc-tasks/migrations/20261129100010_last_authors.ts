import type { Migration } from '@obieg/service-kit';

const tables = ['canned_replies', 'task_views', 'due_settings'] as const;

/** Who saved the present revision, and when. Null: a process of an earlier version saved it. */
export const lastAuthorsMigration: Migration = {
  name: '20261129100010_last_authors',
  up: async (knex) => {
    for (const table of tables)
      await knex.schema.alterTable(table, (columns) => {
        columns.bigInteger('updated_by');
      });
    await knex.schema.alterTable('due_settings', (columns) => {
      columns.timestamp('updated_at');
    });
  },
  down: async (knex) => {
    await knex.schema.alterTable('due_settings', (columns) => {
      columns.dropColumn('updated_at');
    });
    for (const table of tables)
      await knex.schema.alterTable(table, (columns) => {
        columns.dropColumn('updated_by');
      });
  },
};
