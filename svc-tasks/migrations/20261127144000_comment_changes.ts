import { appRoleOf, createTenantTable, grantTable, type Migration } from '@obieg/service-kit';
import type { Knex } from 'knex';

const up = async (knex: Knex): Promise<void> => {
  await knex.schema.alterTable('comments', (table) => {
    table.integer('revision').notNullable().defaultTo(1);
    table.timestamp('edited_at');
    table.timestamp('deleted_at');
  });
  await createTenantTable(
    knex,
    'comment_versions',
    (table) => {
      table.specificType('id', 'bigint generated always as identity').notNullable();
      table.bigInteger('comment_id').notNullable();
      table
        .foreign(['organization_id', 'comment_id'], 'comment_versions_comment_fkey')
        .references(['organization_id', 'id'])
        .inTable('comments');
      table.text('content').notNullable();
      table.text('change_type').notNullable();
      table.timestamp('replaced_at').notNullable().defaultTo(knex.fn.now());
      table.bigInteger('replaced_by_user_id').notNullable();
      table.text('replaced_by_email').notNullable();
      table.primary(['organization_id', 'id'], { constraintName: 'comment_versions_pkey' });
      table.index(['organization_id', 'comment_id', 'id'], 'comment_versions_comment');
    },
    { grants: ['select', 'insert'] },
  );
  await grantTable(knex, 'attachments', ['delete']);
};

const down = async (knex: Knex): Promise<void> => {
  await knex.schema.dropTable('comment_versions');
  await knex.schema.alterTable('comments', (table) => {
    table.dropColumns('revision', 'edited_at', 'deleted_at');
  });
  await knex.raw('revoke delete on attachments from ??', [await appRoleOf(knex)]);
};

/** Lets writers change and delete comments. Keeps each replaced text. Lets attachments be deleted. */
export const commentChangesMigration: Migration = { name: '20261127144000_comment_changes', up, down };
