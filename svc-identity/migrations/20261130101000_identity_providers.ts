import { createTenantTable, type Migration } from '@obieg/service-kit';
import type { Knex } from 'knex';

/** Every organization: the newest key encrypts the secrets of all. */
const createProviders = (knex: Knex): Promise<void> =>
  createTenantTable(
    knex,
    'identity_providers',
    (table) => {
      table.specificType('id', 'bigint generated always as identity').notNullable();
      table.text('name').notNullable();
      table.text('issuer').notNullable();
      table.text('client_id').notNullable();
      // Encrypted, for this issuer.
      table.binary('client_secret').notNullable();
      table.specificType('default_roles', 'text[]').notNullable();
      table.text('groups_claim').notNullable();
      table.jsonb('group_mapping').notNullable();
      table.jsonb('role_mapping').notNullable();
      table.boolean('is_required').notNullable();
      table.jsonb('emergency_user_ids').notNullable();
      table.boolean('is_active').notNullable();
      table.timestamp('created_at').notNullable().defaultTo(knex.fn.now());
      table.timestamp('changed_at').notNullable().defaultTo(knex.fn.now());
      table.bigInteger('changed_by').notNullable();
      table.integer('revision').notNullable().defaultTo(1);
      table.primary(['organization_id', 'id'], { constraintName: 'identity_providers_pkey' });
      table.foreign('changed_by', 'identity_providers_changed_by_fkey').references('users.id');
    },
    { everyOrganization: true },
  );

/** Two organizations can have the same domain. Each verifies it for itself. */
const createDomains = (knex: Knex): Promise<void> =>
  createTenantTable(knex, 'identity_provider_domains', (table) => {
    table.text('domain').notNullable();
    table.bigInteger('provider_id').notNullable();
    // Expected in the TXT record. Not secret.
    table.text('record_token').notNullable();
    table.timestamp('verified_at');
    table.text('proof');
    table.primary(['organization_id', 'domain'], { constraintName: 'identity_provider_domains_pkey' });
    table
      .foreign(['organization_id', 'provider_id'], 'identity_provider_domains_provider_fkey')
      .references(['organization_id', 'id'])
      .inTable('identity_providers')
      .onDelete('cascade');
    table.index(['organization_id', 'provider_id'], 'identity_provider_domains_provider');
  });

/** Sign-ins and tests that wait for the provider's answer. Each is used once. Every organization: the sweep. */
const createSignIns = (knex: Knex): Promise<void> =>
  createTenantTable(
    knex,
    'provider_sign_ins',
    (table) => {
      table.binary('state_hash').notNullable();
      table.bigInteger('provider_id').notNullable();
      table.integer('provider_revision').notNullable();
      table.binary('browser_hash').notNullable();
      // Of an administrator who tests the provider. Null: a sign-in.
      table.uuid('test_session_id');
      table.jsonb('test_result');
      table.timestamp('started_at').notNullable().defaultTo(knex.fn.now());
      table.timestamp('expires_at').notNullable();
      table.timestamp('used_at');
      table.primary(['organization_id', 'state_hash'], { constraintName: 'provider_sign_ins_pkey' });
      table
        .foreign(['organization_id', 'provider_id'], 'provider_sign_ins_provider_fkey')
        .references(['organization_id', 'id'])
        .inTable('identity_providers')
        .onDelete('cascade');
      table.index(['organization_id', 'provider_id'], 'provider_sign_ins_provider');
      table.index(['expires_at'], 'provider_sign_ins_expires_at');
    },
    { everyOrganization: true },
  );

const sessionTables = ['sessions', 'sign_in_challenges'];

/** Identity providers for single sign-on, their domains, and the sessions that they open. */
export const identityProvidersMigration: Migration = {
  name: '20261130101000_identity_providers',
  up: async (knex) => {
    await createProviders(knex);
    await createDomains(knex);
    await createSignIns(knex);
    for (const name of sessionTables)
      await knex.schema.alterTable(name, (table) => {
        // Provider of the sign-in. Null: none. No foreign key: the session outlives the provider's row.
        table.bigInteger('provider_id');
        // Where the person signs out at the provider.
        table.text('provider_sign_out');
      });
  },
  down: async (knex) => {
    for (const name of sessionTables)
      await knex.schema.alterTable(name, (table) => {
        table.dropColumn('provider_sign_out');
        table.dropColumn('provider_id');
      });
    for (const table of ['provider_sign_ins', 'identity_provider_domains', 'identity_providers'])
      await knex.schema.dropTable(table);
  },
};
