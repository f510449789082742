import { createGlobalTable, type Migration } from '@obieg/service-kit';

/**
 * Unknown task numbers by client, shared by all gateways of the last release. Each gateway now counts alone
 * (docs/explanation/rate-limits.md). The next release drops the table.
 */
export const taskMissesMigration: Migration = {
  name: '20261127120000_task_misses',
  up: async (knex) => {
    await createGlobalTable(knex, 'task_misses', (table) => {
      table.text('principal').notNullable();
      table.text('number').notNullable();
      table.boolean('is_miss').notNullable();
      table.timestamp('expires_at').notNullable();
      table.primary(['principal', 'number'], { constraintName: 'task_misses_pkey' });
      table.index(['expires_at'], 'task_misses_expires_at');
    });
  },
  down: async (knex) => {
    await knex.schema.dropTable('task_misses');
  },
};
