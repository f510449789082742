import type { Migration } from '@obieg/service-kit';

/**
 * Last sign-in and pending invitation of a member. Both belong to the membership, because an organization must not learn
 * of a sign-in elsewhere.
 */
export const memberActivityMigration: Migration = {
  name: '20261127182200_member_activity',
  up: async (knex) => {
    await knex.schema.alterTable('memberships', (table) => {
      table.timestamp('last_sign_in_at');
      table.timestamp('invited_at');
    });
  },
  down: async (knex) => {
    await knex.schema.alterTable('memberships', (table) => {
      table.dropColumn('invited_at');
      table.dropColumn('last_sign_in_at');
    });
  },
};
