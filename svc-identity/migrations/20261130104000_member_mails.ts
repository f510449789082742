import { createTenantTable, type Migration } from '@obieg/service-kit';

/**
 * Invitations and mails about roles that wait for their turn, because an import makes more of them than an organization
 * may send at once.
 */
export const memberMailsMigration: Migration = {
  name: '20261130104000_member_mails',
  up: (knex) =>
    createTenantTable(
      knex,
      'member_mails',
      (table) => {
        table.bigInteger('user_id').notNullable();
        table.specificType('id', 'bigint generated always as identity').notNullable();
        table.bigInteger('actor_id').notNullable();
        table.text('language').notNullable();
        // Null: an invitation.
        table.specificType('roles_before', 'text[]');
        table.primary(['organization_id', 'user_id'], { constraintName: 'member_mails_pkey' });
        table.index(['organization_id', 'id'], 'member_mails_order');
        table.foreign('user_id', 'member_mails_user_fkey').references('users.id');
      },
      // One worker sends those of all organizations.
      { everyOrganization: true },
    ),
  down: async (knex) => {
    await knex.schema.dropTable('member_mails');
  },
};
