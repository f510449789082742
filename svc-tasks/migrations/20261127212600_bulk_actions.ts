import { createTenantTable, type Migration } from '@obieg/service-kit';
import type { Knex } from 'knex';

const everyOrganization = { everyOrganization: true };

const up = async (knex: Knex): Promise<void> => {
  await createTenantTable(
    knex,
    'bulk_requests',
    (table) => {
      table.bigInteger('user_id').notNullable();
      table.text('key').notNullable();
      table.text('request_hash').notNullable();
      table.integer('task_count').notNullable();
      table.timestamp('created_at').notNullable().defaultTo(knex.fn.now());
      table.primary(['organization_id', 'user_id', 'key'], { constraintName: 'bulk_requests_pkey' });
      table.index(['created_at'], 'bulk_requests_age');
    },
    everyOrganization,
  );
  await createTenantTable(
    knex,
    'bulk_results',
    (table) => {
      table.bigInteger('user_id').notNullable();
      table.text('key').notNullable();
      table.bigInteger('public_task_id').notNullable();
      table.integer('status').notNullable();
      table.text('code');
      table.text('message');
      // What an undo needs. Null if nothing can be undone.
      table.jsonb('undo');
      table.primary(['organization_id', 'user_id', 'key', 'public_task_id'], {
        constraintName: 'bulk_results_pkey',
      });
      table
        .foreign(['organization_id', 'user_id', 'key'], 'bulk_results_request_fkey')
        .references(['organization_id', 'user_id', 'key'])
        .inTable('bulk_requests')
        .onDelete('CASCADE');
    },
    everyOrganization,
  );
};

/** Actions on several tasks: their idempotency keys and the result for each task. */
export const bulkActionsMigration: Migration = {
  name: '20261127212600_bulk_actions',
  up,
  down: async (knex) => {
    await knex.schema.dropTable('bulk_results');
    await knex.schema.dropTable('bulk_requests');
  },
};
