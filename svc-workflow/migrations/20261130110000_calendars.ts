import { appRoleOf, createTenantTable, type Migration } from '@obieg/service-kit';

/**
 * Calendars of working time and the targets that use them. Targets refer to statuses and parameters without foreign
 * keys, because the previous release deletes these without looking at targets.
 */
export const calendarsMigration: Migration = {
  name: '20261130110000_calendars',
  up: async (knex) => {
    await createTenantTable(knex, 'work_calendars', (table) => {
      table.specificType('id', 'bigint generated always as identity').notNullable();
      table.text('name').notNullable();
      table.boolean('is_default').notNullable();
      table.jsonb('week').notNullable();
      table.jsonb('holidays').notNullable();
      table.integer('revision').notNullable().defaultTo(1);
      table.primary(['organization_id', 'id'], { constraintName: 'work_calendars_pkey' });
      table.unique(['organization_id', 'name'], { indexName: 'work_calendars_name_key' });
    });
    await createTenantTable(knex, 'workflow_targets', (table) => {
      table.specificType('id', 'bigint generated always as identity').notNullable();
      table.text('metric').notNullable();
      table.boolean('is_active').notNullable();
      table.integer('sort_order').notNullable();
      table.specificType('priorities', 'text[]').notNullable();
      table.jsonb('conditions').notNullable();
      table.bigInteger('calendar_id').notNullable();
      table.integer('minutes').notNullable();
      table.jsonb('start_rule').notNullable();
      table.jsonb('end_rule').notNullable();
      table.specificType('paused_status_ids', 'bigint[]').notNullable();
      table.integer('revision').notNullable().defaultTo(1);
      table.primary(['organization_id', 'id'], { constraintName: 'workflow_targets_pkey' });
      table
        .foreign(['organization_id', 'calendar_id'], 'workflow_targets_calendar_fkey')
        .references(['organization_id', 'id'])
        .inTable('work_calendars');
    });
    for (const sequence of ['work_calendars_id_seq', 'workflow_targets_id_seq'])
      await knex.raw('grant usage on sequence ?? to ??', [sequence, await appRoleOf(knex)]);
  },
  down: async (knex) => {
    await knex.schema.dropTable('workflow_targets');
    await knex.schema.dropTable('work_calendars');
  },
};
