import type { Migration } from '@obieg/service-kit';

/** Who asked for a code, so that one client cannot have mails sent to more and more addresses. */
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
