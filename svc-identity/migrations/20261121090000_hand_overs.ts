import { createTenantTable, type Migration } from '@obieg/service-kit';

/** Codes that move a session from the main domain to an organization. Single use, valid for a minute. */
export const handOversMigration: Migration = {
  name: '20261121090000_hand_overs',
  up: (knex) =>
    createTenantTable(knex, 'hand_overs', (table) => {
      table.binary('code_hash').notNullable();
      table.bigInteger('user_id').notNullable();
      table.timestamp('expires_at').notNullable();
      table.primary(['organization_id', 'code_hash'], { constraintName: 'hand_overs_pkey' });
      table.foreign('user_id', 'hand_overs_user_fkey').references('users.id');
    }),
  down: async (knex) => {
    await knex.schema.dropTable('hand_overs');
  },
};
