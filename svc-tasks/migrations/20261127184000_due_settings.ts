import { createTenantTable, type Migration } from '@obieg/service-kit';

/** Working hours and default due times of organizations that have changed them. */
export const dueSettingsMigration: Migration = {
  name: '20261127184000_due_settings',
  up: async (knex) => {
    await createTenantTable(
      knex,
      'due_settings',
      (table) => {
        table.jsonb('settings').notNullable();
        table.integer('revision').notNullable();
        table.primary(['organization_id'], { constraintName: 'due_settings_pkey' });
      },
      { grants: ['select', 'insert', 'update'] },
    );
  },
  down: async (knex) => {
    await knex.schema.dropTable('due_settings');
  },
};
