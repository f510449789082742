import { createTenantTable, type Migration } from '@obieg/service-kit';
import type { Knex } from 'knex';

const up = (knex: Knex): Promise<void> =>
  createTenantTable(knex, 'canned_replies', (table) => {
    table.specificType('id', 'bigint generated always as identity').notNullable();
    table.text('name').notNullable();
    table.text('content').notNullable();
    table.integer('revision').notNullable().defaultTo(1);
    table.timestamp('updated_at').notNullable().defaultTo(knex.fn.now());
    table.primary(['organization_id', 'id'], { constraintName: 'canned_replies_pkey' });
  });

/** Prepared texts for comments. */
export const cannedRepliesMigration: Migration = {
  name: '20261127212147_canned_replies',
  up,
  down: async (knex) => {
    await knex.schema.dropTable('canned_replies');
  },
};
