import { createGlobalTable, createTenantTable, type Migration } from '@obieg/service-kit';
import type { Knex } from 'knex';

const identityColumn = 'bigint generated always as identity';

const createAccounts = async (knex: Knex): Promise<void> => {
  await createGlobalTable(knex, 'users', (table) => {
    table.specificType('id', identityColumn).primary();
    table.text('email').notNullable();
    table.text('username').notNullable();
    table.text('password_hash');
    table.boolean('is_super_admin').notNullable().defaultTo(false);
    table.timestamp('created_at').notNullable().defaultTo(knex.fn.now());
  });
  await knex.raw('create unique index users_email_key on users (lower(email))');
  await knex.raw('create unique index users_username_key on users (lower(username))');
  await createGlobalTable(knex, 'sessions', (table) => {
    table.uuid('id').primary();
    table.bigInteger('user_id').notNullable();
    table.bigInteger('organization_id');
    table.timestamp('created_at').notNullable().defaultTo(knex.fn.now());
    table.timestamp('expires_at').notNullable();
    table.timestamp('revoked_at');
    table.foreign('user_id', 'sessions_user_fkey').references('users.id');
    table.index(['user_id'], 'sessions_user');
  });
  await createGlobalTable(knex, 'signing_keys', (table) => {
    table.text('id').primary();
    table.text('private_key').notNullable();
    table.jsonb('public_key').notNullable();
    table.timestamp('created_at').notNullable().defaultTo(knex.fn.now());
    table.timestamp('retired_at');
  });
  await createGlobalTable(knex, 'sign_in_failures', (table) => {
    table.specificType('id', identityColumn).primary();
    table.text('account').notNullable();
    table.text('address').notNullable();
    table.timestamp('failed_at').notNullable().defaultTo(knex.fn.now());
    table.index(['account', 'address', 'failed_at'], 'sign_in_failures_window');
  });
};

const createOrganizations = async (knex: Knex): Promise<void> => {
  await createGlobalTable(knex, 'organizations', (table) => {
    table.specificType('id', identityColumn).primary();
    table.text('name').notNullable();
    table.text('code_name').notNullable();
    table.timestamp('created_at').notNullable().defaultTo(knex.fn.now());
    table.timestamp('deleted_at');
  });
  // The code name of a deleted organization stays reserved; a sweep frees it after thirty days.
  await knex.raw('create unique index organizations_code_name_key on organizations (code_name)');
  await createTenantTable(
    knex,
    'memberships',
    (table) => {
      table.bigInteger('user_id').notNullable();
      table.specificType('roles', 'text[]').notNullable();
      table.boolean('is_email_verified').notNullable().defaultTo(false);
      table.timestamp('created_at').notNullable().defaultTo(knex.fn.now());
      table.primary(['organization_id', 'user_id'], { constraintName: 'memberships_pkey' });
      table.foreign('organization_id', 'memberships_organization_fkey').references('organizations.id');
      table.foreign('user_id', 'memberships_user_fkey').references('users.id');
      table.index(['user_id'], 'memberships_user');
    },
    { everyOrganization: true },
  );
  await createTenantTable(
    knex,
    'groups',
    (table) => {
      table.specificType('id', identityColumn).notNullable();
      table.text('name').notNullable();
      table.text('description');
      table.bigInteger('parent_group_id');
      table.timestamp('created_at').notNullable().defaultTo(knex.fn.now());
      table.primary(['organization_id', 'id'], { constraintName: 'groups_pkey' });
      table
        .foreign(['organization_id', 'parent_group_id'], 'groups_parent_fkey')
        .references(['organization_id', 'id'])
        .inTable('groups');
    },
    { everyOrganization: true },
  );
  await createTenantTable(
    knex,
    'group_members',
    (table) => {
      table.bigInteger('group_id').notNullable();
      table.bigInteger('user_id').notNullable();
      table.text('role').notNullable();
      table.timestamp('joined_at').notNullable().defaultTo(knex.fn.now());
      table.primary(['organization_id', 'group_id', 'user_id'], { constraintName: 'group_members_pkey' });
      table
        .foreign(['organization_id', 'group_id'], 'group_members_group_fkey')
        .references(['organization_id', 'id'])
        .inTable('groups')
        .onDelete('CASCADE');
      table
        .foreign(['organization_id', 'user_id'], 'group_members_member_fkey')
        .references(['organization_id', 'user_id'])
        .inTable('memberships');
    },
    { everyOrganization: true },
  );
};

const createInvitations = async (knex: Knex): Promise<void> => {
  await createGlobalTable(knex, 'invitations', (table) => {
    table.specificType('token_hash', 'bytea').primary();
    table.bigInteger('user_id').notNullable();
    table.bigInteger('organization_id');
    table.timestamp('expires_at').notNullable();
    table.foreign('user_id', 'invitations_user_fkey').references('users.id');
  });
  await createGlobalTable(knex, 'mail_queue', (table) => {
    table.specificType('id', identityColumn).primary();
    table.text('recipient').notNullable();
    table.text('subject').notNullable();
    table.text('body_text').notNullable();
    table.text('body_html').notNullable();
    table.integer('attempts').notNullable().defaultTo(0);
    table.timestamp('next_attempt_at').notNullable().defaultTo(knex.fn.now());
  });
};

const tables = [
  'mail_queue',
  'invitations',
  'group_members',
  'groups',
  'memberships',
  'organizations',
  'sign_in_failures',
  'signing_keys',
  'sessions',
  'users',
];

export const accountsMigration: Migration = {
  name: '20261121010000_accounts',
  up: async (knex) => {
    await createAccounts(knex);
    await createOrganizations(knex);
    await createInvitations(knex);
  },
  down: async (knex) => {
    for (const table of tables) await knex.schema.dropTable(table);
  },
};
