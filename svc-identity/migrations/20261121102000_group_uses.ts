import { createTenantTable, type Migration } from '@obieg/service-kit';

/** Uses of groups by other services. No foreign keys, because an event can arrive after its group was deleted. */
export const groupUsesMigration: Migration = {
  name: '20261121102000_group_uses',
  up: async (knex) => {
    await createTenantTable(knex, 'transition_groups', (table) => {
      table.bigInteger('transition_id').notNullable();
      table.bigInteger('group_id').notNullable();
      table.text('transition_name').notNullable();
      table.primary(['organization_id', 'transition_id', 'group_id'], {
        constraintName: 'transition_groups_pkey',
      });
      table.index(['organization_id', 'group_id'], 'transition_groups_group');
    });
    await createTenantTable(knex, 'task_groups', (table) => {
      table.bigInteger('public_task_id').notNullable();
      table.bigInteger('group_id').notNullable();
      table.primary(['organization_id', 'public_task_id'], { constraintName: 'task_groups_pkey' });
      table.index(['organization_id', 'group_id'], 'task_groups_group');
    });
  },
  down: async (knex) => {
    await knex.schema.dropTable('task_groups');
    await knex.schema.dropTable('transition_groups');
  },
};
