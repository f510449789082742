import { createTenantTable, type Migration } from '@obieg/service-kit';
import type { Knex } from 'knex';

const identityColumn = 'bigint generated always as identity';
/** The address of a mail does not name its organization, and the worker reads the mails of all. */
const everyOrganization = { everyOrganization: true };

const createReplyAddresses = async (knex: Knex): Promise<void> => {
  await createTenantTable(
    knex,
    'reply_addresses',
    (table) => {
      table.specificType('id', identityColumn).notNullable();
      table.text('key_hash').notNullable();
      table.bigInteger('task_id').notNullable();
      table.bigInteger('user_id').notNullable();
      table.bigInteger('comment_id');
      table.timestamp('created_at').notNullable().defaultTo(knex.fn.now());
      table.primary(['organization_id', 'id'], { constraintName: 'reply_addresses_pkey' });
      table.index(['key_hash'], 'reply_addresses_key');
      table.index(['created_at'], 'reply_addresses_created_at');
    },
    everyOrganization,
  );
};

/** The queue has no content, so that a mail that is set aside can be listed. */
const createMails = async (knex: Knex): Promise<void> => {
  await createTenantTable(
    knex,
    'mail_contents',
    (table) => {
      table.specificType('id', identityColumn).notNullable();
      table.specificType('raw', 'bytea').notNullable();
      table.timestamp('received_at').notNullable().defaultTo(knex.fn.now());
      table.primary(['organization_id', 'id'], { constraintName: 'mail_contents_pkey' });
      table.index(['received_at'], 'mail_contents_received_at');
    },
    everyOrganization,
  );
  await createTenantTable(
    knex,
    'received_mails',
    (table) => {
      table.specificType('id', identityColumn).notNullable();
      table.bigInteger('content_id').notNullable();
      // Null for a mail to the organization.
      table.bigInteger('reply_address_id');
      table.timestamp('received_at').notNullable().defaultTo(knex.fn.now());
      table.integer('attempts').notNullable().defaultTo(0);
      table.timestamp('next_attempt_at').notNullable().defaultTo(knex.fn.now());
      table.primary(['organization_id', 'id'], { constraintName: 'received_mails_pkey' });
      table.index(['next_attempt_at', 'id'], 'received_mails_next');
    },
    everyOrganization,
  );
  await createTenantTable(
    knex,
    'taken_mails',
    (table) => {
      table.text('message_key').notNullable();
      table.text('sender').notNullable();
      table.bigInteger('task_id');
      table.text('outcome').notNullable();
      table.timestamp('taken_at').notNullable().defaultTo(knex.fn.now());
      table.primary(['organization_id', 'message_key'], { constraintName: 'taken_mails_pkey' });
      table.index(['organization_id', 'sender', 'taken_at'], 'taken_mails_sender');
      table.index(['organization_id', 'outcome', 'taken_at'], 'taken_mails_outcome');
      table.index(['taken_at'], 'taken_mails_taken_at');
    },
    everyOrganization,
  );
};

/** Adds answers to mails about tasks: their addresses, the queue of received mails, and the whole text of a comment. */
export const mailInMigration: Migration = {
  name: '20261130103000_mail_in',
  up: async (knex) => {
    await createReplyAddresses(knex);
    await createMails(knex);
    await knex.schema.alterTable('comments', (table) => {
      table.text('mail_text');
    });
  },
  down: async (knex) => {
    await knex.schema.alterTable('comments', (table) => {
      table.dropColumn('mail_text');
    });
    for (const table of ['taken_mails', 'received_mails', 'mail_contents', 'reply_addresses'])
      await knex.schema.dropTable(table);
  },
};
