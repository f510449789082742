import type { Migration } from '@obieg/service-kit';

/**
 * A code is requested by a name and mailed to an address. Both have their own rate limit, so that responses do not
 * reveal which name belongs to which address.
 */
export const namesAskedForMigration: Migration = {
  name: '20261121100000_names_asked_for',
  up: async (knex) => {
    await knex.schema.alterTable('verifications', (table) => {
      table.text('asked_for');
    });
    await knex('verifications').update({ asked_for: knex.ref('email') });
    await knex.schema.alterTable('verifications', (table) => {
      table.dropNullable('asked_for');
    });
    await knex.schema.alterTable('verification_sends', (table) => {
      table.renameColumn('email', 'asked_for');
      table.text('recipient');
      table.index(['recipient', 'sent_at'], 'verification_sends_recipient');
    });
    await knex('verification_sends').update({ recipient: knex.ref('asked_for') });
  },
  down: async (knex) => {
    await knex.schema.alterTable('verification_sends', (table) => {
      table.dropIndex(['recipient', 'sent_at'], 'verification_sends_recipient');
      table.dropColumn('recipient');
      table.renameColumn('asked_for', 'email');
    });
    await knex.schema.alterTable('verifications', (table) => {
      table.dropColumn('asked_for');
    });
  },
};
