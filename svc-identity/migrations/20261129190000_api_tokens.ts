import { createTenantTable, type Migration } from '@obieg/service-kit';

/** API tokens of people. Only their hashes are stored. The id is that of the sessions which the gateway gets for it. */
export const apiTokensMigration: Migration = {
  name: '20261129190000_api_tokens',
  up: (knex) =>
    createTenantTable(
      knex,
      'api_tokens',
      (table) => {
        table.uuid('id').notNullable();
        table.bigInteger('user_id').notNullable();
        table.text('name').notNullable();
        table.specificType('scopes', 'text[]').notNullable();
        table.binary('token_hash').notNullable();
        table.timestamp('created_at').notNullable().defaultTo(knex.fn.now());
        table.timestamp('expires_at').notNullable();
        table.timestamp('last_used_at');
        table.timestamp('revoked_at');
        table.primary(['organization_id', 'id'], { constraintName: 'api_tokens_pkey' });
        table.unique(['organization_id', 'token_hash'], { indexName: 'api_tokens_hash' });
        table.index(['organization_id', 'user_id'], 'api_tokens_user');
        table.index(['revoked_at'], 'api_tokens_revoked');
        table.foreign('user_id', 'api_tokens_user_fkey').references('users.id');
      },
      // The revoked ones of all organizations are published together.
      { everyOrganization: true },
    ),
  down: async (knex) => {
    await knex.schema.dropTable('api_tokens');
  },
};
