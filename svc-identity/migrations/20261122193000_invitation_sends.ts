import { createTenantTable, type Migration } from '@obieg/service-kit';

/**
 * Invitations mailed in the last hours. A new invitation replaces the row of the earlier one, so it cannot be
 * counted.
 */
export const invitationSendsMigration: Migration = {
  name: '20261122193000_invitation_sends',
  up: (knex) =>
    createTenantTable(
      knex,
      'invitation_sends',
      (table) => {
        table.specificType('id', 'bigint generated always as identity').primary();
        table.text('recipient').notNullable();
        table.timestamp('sent_at').notNullable().defaultTo(knex.fn.now());
        table.index(['organization_id', 'recipient', 'sent_at'], 'invitation_sends_recipient');
      },
      // The sweep covers all organizations.
      { everyOrganization: true },
    ),
  down: async (knex) => {
    await knex.schema.dropTable('invitation_sends');
  },
};
