import { createTenantTable, type Migration } from '@obieg/service-kit';

/** Groups that may read tasks, and copies of deleted groups for restoring them. */
export const groupHoldsMigration: Migration = {
  name: '20261124010000_group_holds',
  up: async (knex) => {
    await createTenantTable(knex, 'visible_task_groups', (table) => {
      table.bigInteger('public_task_id').notNullable();
      table.bigInteger('group_id').notNullable();
      table.primary(['organization_id', 'public_task_id', 'group_id'], {
        constraintName: 'visible_task_groups_pkey',
      });
      table.index(['organization_id', 'group_id'], 'visible_task_groups_group');
    });
    await createTenantTable(knex, 'deleted_groups', (table) => {
      table.bigInteger('id').notNullable();
      table.text('name').notNullable();
      table.text('description');
      table.bigInteger('parent_group_id');
      table.timestamp('created_at').notNullable();
      table.jsonb('members').notNullable();
      table.primary(['organization_id', 'id'], { constraintName: 'deleted_groups_pkey' });
    });
  },
  down: async (knex) => {
    await knex.schema.dropTable('deleted_groups');
    await knex.schema.dropTable('visible_task_groups');
  },
};
