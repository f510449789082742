import { createTenantTable, type Migration } from '@obieg/service-kit';
import type { Knex } from 'knex';

const up = async (knex: Knex): Promise<void> => {
  await knex.schema.alterTable('tasks', (table) => {
    table.bigInteger('assigned_for_group_id');
  });
  await createTenantTable(
    knex,
    'change_history',
    (table) => {
      table.specificType('id', 'bigint generated always as identity').notNullable();
      table.bigInteger('task_id').notNullable();
      table
        .foreign(['organization_id', 'task_id'], 'change_history_task_fkey')
        .references(['organization_id', 'id'])
        .inTable('tasks');
      table.bigInteger('changed_by_user_id');
      table.text('changed_by_email');
      table.timestamp('changed_at').notNullable().defaultTo(knex.fn.now());
      table.text('change_type').notNullable();
      table.jsonb('changes').notNullable();
      table.text('comment');
      table.primary(['organization_id', 'id'], { constraintName: 'change_history_pkey' });
      table.index(['organization_id', 'task_id', 'id'], 'change_history_task');
    },
    { grants: ['select', 'insert'] },
  );
};

const down = async (knex: Knex): Promise<void> => {
  await knex.schema.dropTable('change_history');
  await knex.schema.alterTable('tasks', (table) => {
    table.dropColumn('assigned_for_group_id');
  });
};

/** Adds the history of edits, priority changes and deletions, and the group on whose behalf a user has a task. */
export const taskChangesMigration: Migration = { name: '20261121060000_task_changes', up, down };
