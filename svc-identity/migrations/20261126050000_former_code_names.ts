import { createTenantTable, type Migration } from '@obieg/service-kit';

/**
 * Former code names of organizations. They stay reserved for a while, so that old links do not lead to another
 * organization.
 */
export const formerCodeNamesMigration: Migration = {
  name: '20261126050000_former_code_names',
  up: (knex) =>
    createTenantTable(
      knex,
      'former_code_names',
      (table) => {
        table.text('code_name').notNullable();
        table.timestamp('given_up_at').notNullable().defaultTo(knex.fn.now());
        table.primary(['code_name', 'organization_id'], { constraintName: 'former_code_names_pkey' });
      },
      // Checking a new code name reads those of all organizations.
      { everyOrganization: true },
    ),
  down: async (knex) => {
    await knex.schema.dropTable('former_code_names');
  },
};
