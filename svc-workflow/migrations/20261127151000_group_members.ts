import { createTenantTable, type Migration } from '@obieg/service-kit';

/** Members of groups, from which the workflow check learns whether anybody can run a transition. */
export const groupMembersMigration: Migration = {
  name: '20261127151000_group_members',
  up: (knex) =>
    createTenantTable(knex, 'group_members', (table) => {
      table.bigInteger('group_id').notNullable();
      table.bigInteger('user_id').notNullable();
      table.text('role').notNullable();
      table.primary(['organization_id', 'group_id', 'user_id'], { constraintName: 'group_members_pkey' });
    }),
  down: async (knex) => {
    await knex.schema.dropTable('group_members');
  },
};
