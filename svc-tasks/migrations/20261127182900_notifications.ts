import { createTenantTable, type Migration } from '@obieg/service-kit';
import type { Knex } from 'knex';

const identityColumn = 'bigint generated always as identity';

const belongsToTask = (table: Knex.CreateTableBuilder, name: string): void => {
  table.bigInteger('task_id').notNullable();
  table.foreign(['organization_id', 'task_id'], name).references(['organization_id', 'id']).inTable('tasks');
};

/** News that are not delivered yet. Written in the transaction of the change. */
const createQueue = (knex: Knex): Promise<void> =>
  createTenantTable(
    knex,
    'notification_queue',
    (table) => {
      table.specificType('id', identityColumn).notNullable();
      // A new task gets its id only when its transaction commits.
      table.bigInteger('public_task_id').notNullable();
      table.text('kind').notNullable();
      table.bigInteger('actor_user_id');
      // The user, group or comment that the news is about.
      table.bigInteger('subject_id');
      table.text('status_name');
      table.text('status_type');
      table.timestamp('created_at').notNullable().defaultTo(knex.fn.now());
      table.integer('attempts').notNullable().defaultTo(0);
      table.timestamp('due_at').notNullable().defaultTo(knex.fn.now());
      table.primary(['organization_id', 'id'], { constraintName: 'notification_queue_pkey' });
    },
    // The deliverer finds the organizations with waiting news.
    { everyOrganization: true },
  );

const createNotifications = async (knex: Knex): Promise<void> => {
  await createTenantTable(knex, 'notifications', (table) => {
    table.specificType('id', identityColumn).notNullable();
    // Id of the queue's row.
    table.bigInteger('event_id').notNullable();
    table.bigInteger('user_id').notNullable();
    table.text('reason').notNullable();
    belongsToTask(table, 'notifications_task_fkey');
    table.bigInteger('actor_user_id');
    table.bigInteger('comment_id');
    table.bigInteger('group_id');
    table.text('status_name');
    table.text('status_type');
    table.boolean('in_inbox').notNullable();
    table.boolean('by_mail').notNullable();
    table.timestamp('created_at').notNullable();
    table.timestamp('shown_at').notNullable();
    table.timestamp('read_at');
    table.timestamp('done_at');
    table.timestamp('mailed_at');
    table.primary(['organization_id', 'id'], { constraintName: 'notifications_pkey' });
    table.unique(['organization_id', 'event_id', 'user_id', 'reason'], {
      indexName: 'notifications_once',
    });
  });
  await knex.raw(`create index notifications_inbox on notifications (organization_id, user_id, shown_at desc, id desc)
    where in_inbox and done_at is null`);
  await knex.raw(`create index notifications_unread on notifications (organization_id, user_id, task_id)
    where in_inbox and done_at is null and read_at is null`);
  await knex.raw(`create index notifications_to_mail on notifications (organization_id, user_id, created_at)
    where by_mail and mailed_at is null`);
  await knex.raw('create index notifications_of_task on notifications (organization_id, task_id)');
  await knex.raw('create index notifications_by_age on notifications (organization_id, created_at)');
};

const createPreferences = async (knex: Knex): Promise<void> => {
  await createTenantTable(knex, 'notification_settings', (table) => {
    table.bigInteger('user_id').notNullable();
    table.jsonb('settings').notNullable();
    table.primary(['organization_id', 'user_id'], { constraintName: 'notification_settings_pkey' });
  });
  await createTenantTable(knex, 'task_watches', (table) => {
    belongsToTask(table, 'task_watches_task_fkey');
    table.bigInteger('user_id').notNullable();
    table.boolean('is_watching').notNullable();
    table.primary(['organization_id', 'user_id', 'task_id'], { constraintName: 'task_watches_pkey' });
    table.index(['organization_id', 'task_id'], 'task_watches_task');
  });
  await createTenantTable(knex, 'due_notices', (table) => {
    belongsToTask(table, 'due_notices_task_fkey');
    table.text('kind').notNullable();
    table.timestamp('due_at').notNullable();
    table.primary(['organization_id', 'task_id', 'kind', 'due_at'], { constraintName: 'due_notices_pkey' });
  });
};

/** Adds notifications: queue, inbox, settings, watched and muted tasks. */
export const notificationsMigration: Migration = {
  name: '20261127182900_notifications',
  up: async (knex) => {
    await createQueue(knex);
    await createNotifications(knex);
    await createPreferences(knex);
  },
  down: async (knex) => {
    for (const table of [
      'due_notices',
      'task_watches',
      'notification_settings',
      'notifications',
      'notification_queue',
    ])
      await knex.schema.dropTable(table);
  },
};
