import type { Migration } from '@obieg/service-kit';

/** Client that requested a code, for limiting the number of addresses to which one client can send mail. */
export const codesByClientMigration: Migration = {
  name: '20261122192000_codes_by_client',
  up: async (knex) => {
    await knex.schema.alterTable('verification_sends', (table) => {
      table.text('client');
      table.index(['client', 'sent_at'], 'verification_sends_client');
    });
  },
  down: async (knex) => {
    await knex.schema.alterTable('verification_sends', (table) => {
      table.dropIndex(['client', 'sent_at'], 'verification_sends_client');
      table.dropColumn('client');
    });
  },
};
