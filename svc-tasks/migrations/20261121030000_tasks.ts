import { createTenantTable, type Migration } from '@obieg/service-kit';
import type { Knex } from 'knex';

const identityColumn = 'bigint generated always as identity';
const ownKey = ['organization_id', 'id'];

const createReadModels = async (knex: Knex): Promise<void> => {
  await createTenantTable(knex, 'organizations', (table) => {
    table.text('name').notNullable();
    table.timestamp('deleted_at');
    table.primary(['organization_id'], { constraintName: 'organizations_pkey' });
  });
  await createTenantTable(knex, 'groups', (table) => {
    table.bigInteger('id').notNullable();
    table.text('name').notNullable();
    table.bigInteger('parent_group_id');
    table.timestamp('deleted_at');
    table.primary(ownKey, { constraintName: 'groups_pkey' });
  });
  await createTenantTable(knex, 'group_members', (table) => {
    table.bigInteger('group_id').notNullable();
    table.bigInteger('user_id').notNullable();
    table.text('role').notNullable();
    table.primary(['organization_id', 'group_id', 'user_id'], { constraintName: 'group_members_pkey' });
    table.index(['organization_id', 'user_id'], 'group_members_user');
  });
  await createTenantTable(knex, 'statuses', (table) => {
    table.bigInteger('id').notNullable();
    table.text('name').notNullable();
    table.text('status_type').notNullable();
    table.primary(ownKey, { constraintName: 'statuses_pkey' });
  });
  await createTenantTable(knex, 'configurations', (table) => {
    table.bigInteger('version').notNullable();
    table.jsonb('configuration').notNullable();
    table.primary(['organization_id'], { constraintName: 'configurations_pkey' });
  });
};

const createTasks = async (knex: Knex): Promise<void> => {
  await createTenantTable(knex, 'tasks', (table) => {
    table.specificType('id', identityColumn).notNullable();
    table.bigInteger('public_task_id').notNullable();
    table.text('title').notNullable();
    table.text('description');
    table.bigInteger('status_id').notNullable();
    table.text('priority').notNullable();
    table.bigInteger('author_user_id');
    table.text('author_email');
    table.bigInteger('assigned_user_id');
    table.bigInteger('assigned_group_id');
    table.boolean('is_restricted').notNullable().defaultTo(false);
    table.jsonb('answers').notNullable();
    table.integer('revision').notNullable().defaultTo(1);
    table.timestamp('created_at').notNullable().defaultTo(knex.fn.now());
    table.timestamp('updated_at').notNullable().defaultTo(knex.fn.now());
    table.timestamp('deleted_at');
    table.primary(ownKey, { constraintName: 'tasks_pkey' });
    table
      .foreign(['organization_id', 'status_id'], 'tasks_status_fkey')
      .references(ownKey)
      .inTable('statuses');
  });
  await knex.raw('create unique index tasks_public_id_key on tasks (organization_id, public_task_id)');
  await knex.raw('create index tasks_newest on tasks (organization_id, id desc) where deleted_at is null');
  await knex.raw(
    'create index tasks_assigned_user on tasks (organization_id, assigned_user_id, id desc) where deleted_at is null',
  );
  await knex.raw(
    'create index tasks_assigned_group on tasks (organization_id, assigned_group_id, id desc) where deleted_at is null',
  );
};

const belongsToTask = (table: Knex.CreateTableBuilder, name: string): void => {
  table.bigInteger('task_id').notNullable();
  table.foreign(['organization_id', 'task_id'], name).references(ownKey).inTable('tasks');
};

const createParts = async (knex: Knex): Promise<void> => {
  await createTenantTable(knex, 'task_readers', (table) => {
    belongsToTask(table, 'task_readers_task_fkey');
    table.text('kind').notNullable();
    table.bigInteger('reader_id').notNullable();
    table.primary(['organization_id', 'task_id', 'kind', 'reader_id'], {
      constraintName: 'task_readers_pkey',
    });
  });
  await createTenantTable(
    knex,
    'status_history',
    (table) => {
      table.specificType('id', identityColumn).notNullable();
      belongsToTask(table, 'status_history_task_fkey');
      table.bigInteger('changed_by_user_id');
      table.text('changed_by_email');
      table.timestamp('changed_at').notNullable().defaultTo(knex.fn.now());
      table.text('status_name').notNullable();
      table.text('status_type').notNullable();
      table.text('transition_name');
      table.text('comment');
      table.primary(ownKey, { constraintName: 'status_history_pkey' });
      table.index(['organization_id', 'task_id', 'id'], 'status_history_task');
    },
    { grants: ['select', 'insert'] },
  );
  await createTenantTable(
    knex,
    'assignment_history',
    (table) => {
      table.specificType('id', identityColumn).notNullable();
      belongsToTask(table, 'assignment_history_task_fkey');
      table.bigInteger('changed_by_user_id');
      table.text('changed_by_email');
      table.timestamp('changed_at').notNullable().defaultTo(knex.fn.now());
      table.text('assignment_type').notNullable();
      table.text('assigned_to_name');
      table.text('comment');
      table.primary(ownKey, { constraintName: 'assignment_history_pkey' });
      table.index(['organization_id', 'task_id', 'id'], 'assignment_history_task');
    },
    { grants: ['select', 'insert'] },
  );
  await createTenantTable(knex, 'comments', (table) => {
    table.specificType('id', identityColumn).notNullable();
    belongsToTask(table, 'comments_task_fkey');
    table.bigInteger('author_user_id').notNullable();
    table.text('author_email').notNullable();
    table.text('content').notNullable();
    table.boolean('is_visible_to_author').notNullable();
    table.specificType('visible_user_ids', 'bigint[]').notNullable();
    table.specificType('visible_group_ids', 'bigint[]').notNullable();
    table.timestamp('created_at').notNullable().defaultTo(knex.fn.now());
    table.primary(ownKey, { constraintName: 'comments_pkey' });
    table.index(['organization_id', 'task_id', 'id'], 'comments_task');
  });
  await createTenantTable(knex, 'idempotency_keys', (table) => {
    table.text('key').notNullable();
    table.text('request_hash').notNullable();
    table.bigInteger('public_task_id').notNullable();
    table.timestamp('created_at').notNullable().defaultTo(knex.fn.now());
    table.primary(['organization_id', 'key'], { constraintName: 'idempotency_keys_pkey' });
  });
};

const tables = [
  'idempotency_keys',
  'comments',
  'assignment_history',
  'status_history',
  'task_readers',
  'tasks',
  'configurations',
  'statuses',
  'group_members',
  'groups',
  'organizations',
];

export const tasksMigration: Migration = {
  name: '20261121030000_tasks',
  up: async (knex) => {
    await createReadModels(knex);
    await createTasks(knex);
    await createParts(knex);
  },
  down: async (knex) => {
    for (const table of tables) await knex.schema.dropTable(table);
  },
};
