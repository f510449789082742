import { createTenantTable, type Migration } from '@obieg/service-kit';
import type { Knex } from 'knex';

const identityColumn = 'bigint generated always as identity';
/** One worker reads the timers and changed calendars of all organizations. */
const everyOrganization = { everyOrganization: true };

const referTask = (table: Knex.CreateTableBuilder, name: string): void => {
  table
    .foreign(['organization_id', 'task_id'], `${name}_task_fkey`)
    .references(['organization_id', 'id'])
    .inTable('tasks')
    .onDelete('cascade');
};

const createTargets = async (knex: Knex): Promise<void> => {
  await createTenantTable(knex, 'task_targets', (table) => {
    table.bigInteger('task_id').notNullable();
    table.text('metric').notNullable();
    // Null while no target of the metric fits.
    table.bigInteger('target_id');
    table.bigInteger('calendar_id').notNullable();
    table.integer('minutes').notNullable();
    table.text('state').notNullable();
    table.bigInteger('elapsed_ms').notNullable();
    table.timestamp('counted_at').notNullable();
    table.boolean('is_ticking').notNullable();
    table.boolean('is_soon_told').notNullable();
    table.timestamp('due_at');
    table.timestamp('soon_at');
    table.timestamp('missed_at');
    table.timestamp('ended_at');
    referTask(table, 'task_targets');
    table.primary(['organization_id', 'task_id', 'metric'], { constraintName: 'task_targets_pkey' });
  });
  await createTenantTable(knex, 'task_target_changes', (table) => {
    table.specificType('id', identityColumn).notNullable();
    table.bigInteger('task_id').notNullable();
    table.text('metric').notNullable();
    table.text('change').notNullable();
    table.text('cause').notNullable();
    table.text('status_name');
    table.integer('minutes').notNullable();
    table.timestamp('changed_at').notNullable();
    referTask(table, 'task_target_changes');
    table.primary(['organization_id', 'id'], { constraintName: 'task_target_changes_pkey' });
    table.index(['organization_id', 'task_id', 'id'], 'task_target_changes_task');
  });
};

const createTimers = async (knex: Knex): Promise<void> => {
  await createTenantTable(
    knex,
    'timers',
    (table) => {
      table.specificType('id', identityColumn).notNullable();
      table.text('kind').notNullable();
      table.bigInteger('task_id').notNullable();
      // What the timer is about, for kinds of which a task has several timers.
      table.text('subject').notNullable().defaultTo('');
      table.jsonb('payload').notNullable().defaultTo('{}');
      table.timestamp('due_at').notNullable();
      table.integer('attempts').notNullable().defaultTo(0);
      referTask(table, 'timers');
      table.primary(['organization_id', 'id'], { constraintName: 'timers_pkey' });
      table.unique(['organization_id', 'task_id', 'kind', 'subject'], { indexName: 'timers_subject_key' });
      table.index(['organization_id', 'due_at', 'id'], 'timers_due');
      table.index(['due_at'], 'timers_oldest');
    },
    everyOrganization,
  );
};

/** Calendars that were replaced, until the open tasks are counted by them up to that moment. */
const createRecounts = (knex: Knex): Promise<void> =>
  createTenantTable(
    knex,
    'target_recounts',
    (table) => {
      table.specificType('id', identityColumn).notNullable();
      table.timestamp('changed_at').notNullable().defaultTo(knex.fn.now());
      table.text('time_zone').notNullable();
      table.jsonb('calendars').notNullable();
      table.bigInteger('counted_task_id').notNullable().defaultTo(0);
      table.primary(['organization_id', 'id'], { constraintName: 'target_recounts_pkey' });
    },
    everyOrganization,
  );

/** Adds the clocks of targets, their history, timers, and what lists find tasks by. */
export const taskTargetsMigration: Migration = {
  name: '20261130120000_task_targets',
  up: async (knex) => {
    await createTargets(knex);
    await createTimers(knex);
    await createRecounts(knex);
    await knex.schema.alterTable('tasks', (table) => {
      table.boolean('has_targets').notNullable().defaultTo(false);
      table.timestamp('next_target_at');
      table.timestamp('target_soon_at');
      table.boolean('is_target_missed').notNullable().defaultTo(false);
    });
    await knex.schema.alterTable('restricted_tasks', (table) => {
      table.timestamp('next_target_at');
      table.timestamp('target_soon_at');
      table.boolean('is_target_missed').notNullable().defaultTo(false);
    });
  },
  down: async (knex) => {
    for (const table of ['restricted_tasks', 'tasks'])
      await knex.schema.alterTable(table, (altered) => {
        altered.dropColumns('next_target_at', 'target_soon_at', 'is_target_missed');
        if (table === 'tasks') altered.dropColumn('has_targets');
      });
    for (const table of ['target_recounts', 'timers', 'task_target_changes', 'task_targets'])
      await knex.schema.dropTable(table);
  },
};
