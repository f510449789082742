import type { Migration } from '@obieg/service-kit';

/**
 * Session of a hand-over code. The code becomes invalid when the session ends. A code without session, issued before
 * this migration, is invalid.
 */
export const handOverSessionsMigration: Migration = {
  name: '20261122191000_hand_over_sessions',
  up: async (knex) => {
    await knex.schema.alterTable('hand_overs', (table) => {
      table.uuid('session_id');
    });
  },
  down: async (knex) => {
    await knex.schema.alterTable('hand_overs', (table) => {
      table.dropColumn('session_id');
    });
  },
};
