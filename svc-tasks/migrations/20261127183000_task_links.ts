import { createTenantTable, type Migration } from '@obieg/service-kit';
import type { Knex } from 'knex';

const ownKey = ['organization_id', 'id'];

const referencesTask = (table: Knex.CreateTableBuilder, column: string): void => {
  table.bigInteger(column).notNullable();
  table.foreign(['organization_id', column], `task_links_${column}_fkey`).references(ownKey).inTable('tasks');
};

/** Links of tasks. The indexes allow one link of a type per pair of tasks, and one parent per task. */
export const taskLinksMigration: Migration = {
  name: '20261127183000_task_links',
  up: async (knex) => {
    await createTenantTable(
      knex,
      'task_links',
      (table) => {
        table.specificType('id', 'bigint generated always as identity').notNullable();
        table.text('type').notNullable();
        referencesTask(table, 'source_task_id');
        referencesTask(table, 'target_task_id');
        table.bigInteger('created_by_user_id').notNullable();
        table.timestamp('created_at').notNullable().defaultTo(knex.fn.now());
        table.primary(ownKey, { constraintName: 'task_links_pkey' });
        table.index(['organization_id', 'source_task_id'], 'task_links_source');
        table.index(['organization_id', 'target_task_id'], 'task_links_target');
        table.check('source_task_id <> target_task_id', [], 'task_links_not_to_itself');
      },
      { grants: ['select', 'insert', 'delete'] },
    );
    await knex.raw(`create unique index task_links_pair_key on task_links (organization_id, type,
      least(source_task_id, target_task_id), greatest(source_task_id, target_task_id))`);
    await knex.raw(`create unique index task_links_parent_key on task_links (organization_id, target_task_id)
      where type = 'PARENT_OF'`);
  },
  down: async (knex) => {
    await knex.schema.dropTable('task_links');
  },
};
