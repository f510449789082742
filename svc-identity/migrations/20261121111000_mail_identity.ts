import type { Migration } from '@obieg/service-kit';

/** A mail keeps its Message-ID across attempts, so that a recipient recognizes a duplicate. */
export const mailIdentityMigration: Migration = {
  name: '20261121111000_mail_identity',
  up: async (knex) => {
    await knex.schema.alterTable('mail_queue', (table) => {
      table.uuid('message_id').notNullable().defaultTo(knex.raw('gen_random_uuid()'));
      table.timestamp('queued_at').notNullable().defaultTo(knex.fn.now());
      table.index(['next_attempt_at', 'id'], 'mail_queue_next');
    });
  },
  down: async (knex) => {
    await knex.schema.alterTable('mail_queue', (table) => {
      table.dropIndex(['next_attempt_at', 'id'], 'mail_queue_next');
      table.dropColumn('queued_at');
      table.dropColumn('message_id');
    });
  },
};
