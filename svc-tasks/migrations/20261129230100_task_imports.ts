import { createTenantTable, type Migration } from '@obieg/service-kit';

/** External numbers of imported tasks. The primary key makes one task of each. */
export const taskImportsMigration: Migration = {
  name: '20261129230100_task_imports',
  up: (knex) =>
    createTenantTable(
      knex,
      'task_imports',
      (table) => {
        // Name of the application or file that the keys belong to.
        table.text('source').notNullable();
        table.text('key').notNullable();
        // Inserted with the task, which gets its id only when the transaction commits.
        table.bigInteger('public_task_id').notNullable();
        table.bigInteger('imported_by_user_id').notNullable();
        table.timestamp('imported_at').notNullable().defaultTo(knex.fn.now());
        table.primary(['organization_id', 'source', 'key'], { constraintName: 'task_imports_pkey' });
      },
      { grants: ['select', 'insert'] },
    ),
  down: async (knex) => {
    await knex.schema.dropTable('task_imports');
  },
};
