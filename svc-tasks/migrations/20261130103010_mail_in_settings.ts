import { createTenantTable, type Migration } from '@obieg/service-kit';

/** Adds whether an organization takes tasks by mail, and the recipient of mails to people without an account. */
export const mailInSettingsMigration: Migration = {
  name: '20261130103010_mail_in_settings',
  up: async (knex) => {
    await createTenantTable(
      knex,
      'mail_in_settings',
      (table) => {
        table.boolean('accepts_tasks').notNullable();
        table.integer('revision').notNullable();
        table.timestamp('updated_at').notNullable();
        table.bigInteger('updated_by').notNullable();
        table.primary(['organization_id'], { constraintName: 'mail_in_settings_pkey' });
      },
      { grants: ['select', 'insert', 'update'] },
    );
    await knex.schema.alterTable('mail_queue', (table) => {
      table.text('recipient');
    });
  },
  down: async (knex) => {
    await knex.schema.alterTable('mail_queue', (table) => {
      table.dropColumn('recipient');
    });
    await knex.schema.dropTable('mail_in_settings');
  },
};
