import type { Migration } from '@obieg/service-kit';

/**
 * Distinguishes members who wait for their first sign-in without a mail, because an import or a provisioning sent none.
 * Earlier releases did not record it, so the members they made count as invited.
 */
export const unsentInvitationsMigration: Migration = {
  name: '20261130120000_unsent_invitations',
  up: async (knex) => {
    await knex.schema.alterTable('memberships', (table) => {
      table.boolean('is_invitation_unsent').notNullable().defaultTo(false);
    });
  },
  down: async (knex) => {
    await knex.schema.alterTable('memberships', (table) => {
      table.dropColumn('is_invitation_unsent');
    });
  },
};
