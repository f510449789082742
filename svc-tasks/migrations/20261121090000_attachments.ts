import { createTenantTable, type Migration } from '@obieg/service-kit';
import type { Knex } from 'knex';

const up = async (knex: Knex): Promise<void> => {
  await createTenantTable(
    knex,
    'attachments',
    (table) => {
      table.specificType('id', 'bigint generated always as identity').notNullable();
      table.bigInteger('task_id').notNullable();
      table
        .foreign(['organization_id', 'task_id'], 'attachments_task_fkey')
        .references(['organization_id', 'id'])
        .inTable('tasks');
      table.text('object_name').notNullable();
      table.text('original_filename').notNullable();
      table.text('mime_type').notNullable();
      table.bigInteger('file_size').notNullable();
      table.text('sha256').notNullable();
      table.timestamp('uploaded_at').notNullable().defaultTo(knex.fn.now());
      table.bigInteger('uploaded_by_user_id').notNullable();
      table.text('uploaded_by_email').notNullable();
      table.text('idempotency_key');
      table.primary(['organization_id', 'id'], { constraintName: 'attachments_pkey' });
      table.unique(['organization_id', 'object_name'], { indexName: 'attachments_object_key' });
      table.index(['organization_id', 'task_id', 'id'], 'attachments_task');
    },
    { grants: ['select', 'insert'] },
  );
  await knex.raw(`create unique index attachments_idempotency_key
    on attachments (organization_id, task_id, uploaded_by_user_id, idempotency_key) where idempotency_key is not null`);
  await createTenantTable(
    knex,
    'unfinished_uploads',
    (table) => {
      table.text('object_name').notNullable();
      table.timestamp('started_at').notNullable().defaultTo(knex.fn.now());
      table.primary(['organization_id', 'object_name'], { constraintName: 'unfinished_uploads_pkey' });
    },
    // The sweeper removes the unfinished uploads of all organizations.
    { everyOrganization: true, grants: ['select', 'insert', 'update', 'delete'] },
  );
};

const down = async (knex: Knex): Promise<void> => {
  for (const table of ['unfinished_uploads', 'attachments']) await knex.schema.dropTable(table);
};

/** Adds attachments and the records of unfinished uploads (ADR 0009). */
export const attachmentsMigration: Migration = { name: '20261121090000_attachments', up, down };
