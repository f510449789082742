import type { Migration } from '@obieg/service-kit';

/** Whose session a code carries on: it ends with that session. A code without one, of a minute before, is no good. */
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
