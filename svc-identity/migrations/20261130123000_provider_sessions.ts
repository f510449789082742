import { createTenantTable, type Migration } from '@obieg/service-kit';

const sessionTables = ['sessions', 'sign_in_challenges'];

/**
 * What a provider calls the person and its own session, so that it can end ours. Sessions of earlier releases have
 * neither, and no logout of a provider ends them.
 */
export const providerSessionsMigration: Migration = {
  name: '20261130123000_provider_sessions',
  up: async (knex) => {
    for (const name of sessionTables)
      await knex.schema.alterTable(name, (table) => {
        table.text('provider_subject');
        table.text('provider_session');
      });
    // Each logout token is used once. Every organization: the sweep.
    await createTenantTable(
      knex,
      'provider_logouts',
      (table) => {
        table.bigInteger('provider_id').notNullable();
        table.binary('token_id_hash').notNullable();
        table.timestamp('expires_at').notNullable();
        table.primary(['organization_id', 'provider_id', 'token_id_hash'], {
          constraintName: 'provider_logouts_pkey',
        });
        table
          .foreign(['organization_id', 'provider_id'], 'provider_logouts_provider_fkey')
          .references(['organization_id', 'id'])
          .inTable('identity_providers')
          .onDelete('cascade');
        table.index(['expires_at'], 'provider_logouts_expires_at');
      },
      { everyOrganization: true },
    );
  },
  down: async (knex) => {
    await knex.schema.dropTable('provider_logouts');
    for (const name of sessionTables)
      await knex.schema.alterTable(name, (table) => {
        table.dropColumn('provider_session');
        table.dropColumn('provider_subject');
      });
  },
};
