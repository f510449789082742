import { createTenantTable, type Migration } from '@obieg/service-kit';
import type { Knex } from 'knex';

const identityColumn = 'bigint generated always as identity';
/** The workers find what waits in all organizations. */
const everyOrganization = { everyOrganization: true };

const createWebhooks = (knex: Knex): Promise<void> =>
  createTenantTable(
    knex,
    'webhooks',
    (table) => {
      table.specificType('id', identityColumn).notNullable();
      table.text('url').notNullable();
      table.specificType('events', 'text[]').notNullable();
      table.bigInteger('integration_user_id').notNullable();
      table.boolean('is_active').notNullable();
      // Encrypted.
      table.text('secret').notNullable();
      table.text('previous_secret');
      table.timestamp('previous_secret_until');
      table.timestamp('failing_since');
      table.timestamp('switched_off_at');
      table.integer('revision').notNullable().defaultTo(1);
      table.timestamp('created_at').notNullable().defaultTo(knex.fn.now());
      table.timestamp('updated_at').notNullable().defaultTo(knex.fn.now());
      table.bigInteger('updated_by');
      table.primary(['organization_id', 'id'], { constraintName: 'webhooks_pkey' });
    },
    everyOrganization,
  );

/** Changes of tasks that some webhook reports. Written in the transaction of the change. */
const createChanges = (knex: Knex): Promise<void> =>
  createTenantTable(
    knex,
    'webhook_changes',
    (table) => {
      table.specificType('id', identityColumn).notNullable();
      table.text('event').notNullable();
      table.bigInteger('task_id').notNullable();
      // The comment or the file.
      table.bigInteger('subject_id');
      table.timestamp('created_at').notNullable().defaultTo(knex.fn.now());
      table.primary(['organization_id', 'id'], { constraintName: 'webhook_changes_pkey' });
    },
    everyOrganization,
  );

/** Messages of one webhook, with the last attempt to send each. */
const createDeliveries = async (knex: Knex): Promise<void> => {
  await createTenantTable(
    knex,
    'webhook_deliveries',
    (table) => {
      table.specificType('id', identityColumn).notNullable();
      table.bigInteger('webhook_id').notNullable();
      table.uuid('message_id').notNullable().defaultTo(knex.raw('gen_random_uuid()'));
      table.text('event').notNullable();
      // 0 for a test.
      table.bigInteger('task_id').notNullable();
      table.bigInteger('subject_id');
      table.text('state').notNullable().defaultTo('PENDING');
      table.timestamp('created_at').notNullable();
      // Not sent later than this.
      table.timestamp('give_up_at').notNullable();
      table.integer('attempts').notNullable().defaultTo(0);
      table.timestamp('last_attempt_at');
      table.integer('duration_ms');
      table.text('failure');
      table.jsonb('request_headers');
      table.text('request_body');
      table.integer('response_status');
      table.jsonb('response_headers');
      table.text('response_body');
      table.primary(['organization_id', 'id'], { constraintName: 'webhook_deliveries_pkey' });
    },
    everyOrganization,
  );
  await knex.raw(`create index webhook_deliveries_pending
    on webhook_deliveries (organization_id, webhook_id, task_id, id) where state = 'PENDING'`);
  await knex.raw(`create index webhook_deliveries_of_webhook
    on webhook_deliveries (organization_id, webhook_id, id)`);
  await knex.raw('create index webhook_deliveries_by_age on webhook_deliveries (created_at)');
};

/**
 * One row for each webhook and task with pending messages. Whoever takes it sends the oldest of them, so that the
 * messages of a task keep their order. A lane that a process took and did not return becomes due again.
 */
const createLanes = async (knex: Knex): Promise<void> => {
  await createTenantTable(
    knex,
    'webhook_lanes',
    (table) => {
      table.bigInteger('webhook_id').notNullable();
      table.bigInteger('task_id').notNullable();
      table.timestamp('due_at').notNullable().defaultTo(knex.fn.now());
      table.uuid('lease');
      table.primary(['organization_id', 'webhook_id', 'task_id'], { constraintName: 'webhook_lanes_pkey' });
      table
        .foreign(['organization_id', 'webhook_id'], 'webhook_lanes_webhook_fkey')
        .references(['organization_id', 'id'])
        .inTable('webhooks')
        .onDelete('cascade');
    },
    everyOrganization,
  );
  await knex.raw('create index webhook_lanes_due on webhook_lanes (organization_id, webhook_id, due_at)');
};

const isAnyChanged = (columns: readonly string[]): string =>
  `(${columns.map((column) => `old.${column} is distinct from new.${column}`).join(' or ')})`;
const isMoved = isAnyChanged(['status_id']);
const isAssigned = isAnyChanged(['assigned_user_id', 'assigned_group_id']);

const functions = {
  'queue_webhook_change(organization bigint, name text, task bigint, subject bigint) returns void': `
    insert into webhook_changes (organization_id, event, task_id, subject_id)
    select organization, name, task, subject
     where exists (select from webhooks w
                    where w.organization_id = organization and w.is_active and name = any(w.events));`,
  'queue_new_task_for_webhooks() returns trigger': `
    perform queue_webhook_change(new.organization_id, 'task.created', new.id, null);
    return null;`,
  'queue_task_for_webhooks() returns trigger': `
    if new.deleted_at is not null then
      perform queue_webhook_change(new.organization_id, 'task.deleted', new.id, null);
      return null;
    end if;
    if ${isMoved} then
      perform queue_webhook_change(new.organization_id, 'task.moved', new.id, null);
    end if;
    if ${isAssigned} then
      perform queue_webhook_change(new.organization_id, 'task.assigned', new.id, null);
    end if;
    -- Without any of these, only its readers or links changed.
    if ${isAnyChanged(['title', 'description', 'answers', 'priority', 'due_at'])}
       or not (${isMoved} or ${isAssigned}) then
      perform queue_webhook_change(new.organization_id, 'task.changed', new.id, null);
    end if;
    return null;`,
  'queue_comment_for_webhooks() returns trigger': `
    perform queue_webhook_change(new.organization_id, 'task.commented', new.task_id, new.id);
    return null;`,
  'queue_file_for_webhooks() returns trigger': `
    perform queue_webhook_change(new.organization_id, 'task.file-added', new.task_id, new.id);
    return null;`,
} as const;

/** Comments and files do not change the revision of a task, and have triggers of their own. */
const triggers = [
  ['tasks', 'queue_new_for_webhooks', 'after insert on tasks for each row', 'queue_new_task_for_webhooks()'],
  [
    'tasks',
    'queue_for_webhooks',
    `after update of revision on tasks for each row
     when (new.revision <> old.revision and old.deleted_at is null)`,
    'queue_task_for_webhooks()',
  ],
  ['comments', 'queue_for_webhooks', 'after insert on comments for each row', 'queue_comment_for_webhooks()'],
  [
    'attachments',
    'queue_for_webhooks',
    'after insert on attachments for each row',
    'queue_file_for_webhooks()',
  ],
] as const;

/**
 * Adds webhooks. Triggers queue the changes of organizations that have a webhook for them, also those of processes of
 * the last release.
 */
export const webhooksMigration: Migration = {
  name: '20261129210000_webhooks',
  up: async (knex) => {
    await createWebhooks(knex);
    await createChanges(knex);
    await createDeliveries(knex);
    await createLanes(knex);
    await knex.schema.alterTable('mail_queue', (table) => {
      table.bigInteger('webhook_id');
    });
    for (const [signature, body] of Object.entries(functions))
      await knex.raw(`create function ${signature} language plpgsql as $$ begin ${body} end $$`);
    for (const [, name, when, run] of triggers)
      await knex.raw(`create trigger ${name} ${when} execute function ${run}`);
  },
  down: async (knex) => {
    for (const [table, name] of triggers) await knex.raw(`drop trigger ${name} on ${table}`);
    for (const signature of Object.keys(functions).toReversed())
      await knex.raw(`drop function ${signature.slice(0, signature.indexOf(')') + 1)}`);
    await knex.schema.alterTable('mail_queue', (table) => {
      table.dropColumn('webhook_id');
    });
    for (const table of ['webhook_lanes', 'webhook_deliveries', 'webhook_changes', 'webhooks'])
      await knex.schema.dropTable(table);
  },
};
