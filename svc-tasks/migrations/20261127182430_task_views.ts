import { createTenantTable, type Migration } from '@obieg/service-kit';
import type { Knex } from 'knex';

const up = (knex: Knex): Promise<void> =>
  createTenantTable(knex, 'task_views', (table) => {
    table.specificType('id', 'bigint generated always as identity').notNullable();
    table.bigInteger('owner_user_id').notNullable();
    table.text('name').notNullable();
    table.jsonb('query').notNullable();
    table.text('sort_by').notNullable();
    table.text('sort_direction').notNullable();
    table.specificType('columns', 'text[]').notNullable();
    table.boolean('is_shared').notNullable();
    table.integer('revision').notNullable().defaultTo(1);
    table.timestamp('created_at').notNullable().defaultTo(knex.fn.now());
    table.timestamp('updated_at').notNullable().defaultTo(knex.fn.now());
    table.primary(['organization_id', 'id'], { constraintName: 'task_views_pkey' });
    table.index(['organization_id', 'owner_user_id'], 'task_views_owner');
  });

/** Saved views of the task list. */
export const taskViewsMigration: Migration = {
  name: '20261127182430_task_views',
  up,
  down: async (knex) => {
    await knex.schema.dropTable('task_views');
  },
};
