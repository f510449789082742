import { createTenantTable, type Migration } from '@obieg/service-kit';
import type { Knex } from 'knex';

const up = async (knex: Knex): Promise<void> => {
  // The address quota counts in all organizations, and the sweeper deletes in all of them.
  const options = { everyOrganization: true };
  await createTenantTable(
    knex,
    'pending_submissions',
    (table) => {
      table.text('secret_hash').notNullable();
      table.timestamp('created_at').notNullable().defaultTo(knex.fn.now());
      table.bigInteger('public_task_id');
      table.timestamp('submitted_at');
      table.primary(['organization_id', 'secret_hash'], { constraintName: 'pending_submissions_pkey' });
      table.index(['organization_id', 'public_task_id'], 'pending_submissions_task');
      table.index(['created_at'], 'pending_submissions_created_at');
    },
    options,
  );
  await createTenantTable(
    knex,
    'pending_attachments',
    (table) => {
      table.uuid('id').notNullable();
      table.text('secret_hash').notNullable();
      table
        .foreign(['organization_id', 'secret_hash'], 'pending_attachments_submission_fkey')
        .references(['organization_id', 'secret_hash'])
        .inTable('pending_submissions');
      table.text('principal').notNullable();
      table.bigInteger('charged_bytes').notNullable();
      table.timestamp('started_at').notNullable().defaultTo(knex.fn.now());
      table.timestamp('stored_at');
      table.text('object_name');
      table.text('original_filename');
      table.text('mime_type');
      table.bigInteger('file_size');
      table.text('sha256');
      table.primary(['organization_id', 'id'], { constraintName: 'pending_attachments_pkey' });
      table.index(['organization_id', 'secret_hash'], 'pending_attachments_submission');
      table.index(['principal'], 'pending_attachments_principal');
    },
    options,
  );
};

const down = async (knex: Knex): Promise<void> => {
  for (const table of ['pending_attachments', 'pending_submissions']) await knex.schema.dropTable(table);
};

/** Adds files of submissions whose author is not verified yet (ADR 0017). */
export const pendingAttachmentsMigration: Migration = {
  name: '20261127144500_pending_attachments',
  up,
  down,
};
