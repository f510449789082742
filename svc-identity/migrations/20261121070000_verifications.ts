import { createGlobalTable, type Migration } from '@obieg/service-kit';

/** Mailed verification codes. A code of the main domain has no organization, so every lookup must filter by it. */
export const verificationsMigration: Migration = {
  name: '20261121070000_verifications',
  up: async (knex) => {
    await createGlobalTable(knex, 'verifications', (table) => {
      table.binary('token_hash').primary();
      table.bigInteger('organization_id');
      table.text('email').notNullable();
      table.bigInteger('user_id');
      table.binary('code_hash').notNullable();
      table.integer('tries').notNullable().defaultTo(0);
      table.timestamp('code_expires_at').notNullable();
      table.timestamp('expires_at').notNullable();
      table.timestamp('verified_at');
      table.foreign('user_id', 'verifications_user_fkey').references('users.id');
      table.index(['email'], 'verifications_email');
    });
    await createGlobalTable(knex, 'verification_sends', (table) => {
      table.specificType('id', 'bigint generated always as identity').primary();
      table.text('email').notNullable();
      table.timestamp('sent_at').notNullable().defaultTo(knex.fn.now());
      table.index(['email', 'sent_at'], 'verification_sends_email');
    });
  },
  down: async (knex) => {
    await knex.schema.dropTable('verification_sends');
    await knex.schema.dropTable('verifications');
  },
};
