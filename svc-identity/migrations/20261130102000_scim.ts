import { createTenantTable, type Migration } from '@obieg/service-kit';

/** What an identity provider stores of people and groups of an organization over SCIM. */
export const scimMigration: Migration = {
  name: '20261130102000_scim',
  up: async (knex) => {
    await createTenantTable(knex, 'scim_people', (table) => {
      table.bigInteger('user_id').notNullable();
      /** The name in the identity provider. Unlike the username of an account, it can be an address. */
      table.text('user_name').notNullable();
      table.text('external_id');
      table.text('given_name');
      table.text('family_name');
      /** Roles and groups of an inactive person, who gets them again when the person becomes active. */
      table.specificType('kept_roles', 'text[]').notNullable().defaultTo('{}');
      table.specificType('kept_group_ids', 'bigint[]').notNullable().defaultTo('{}');
      table.primary(['organization_id', 'user_id'], { constraintName: 'scim_people_pkey' });
      table.unique(['organization_id', 'external_id'], { indexName: 'scim_people_external_id' });
      table.foreign('user_id', 'scim_people_user_fkey').references('users.id');
    });
    await knex.raw(
      'create unique index scim_people_user_name on scim_people (organization_id, lower(user_name collate "und-x-icu"))',
    );
    await createTenantTable(knex, 'scim_groups', (table) => {
      table.bigInteger('group_id').notNullable();
      table.text('external_id').notNullable();
      table.primary(['organization_id', 'group_id'], { constraintName: 'scim_groups_pkey' });
      table.unique(['organization_id', 'external_id'], { indexName: 'scim_groups_external_id' });
      table
        .foreign(['organization_id', 'group_id'], 'scim_groups_group_fkey')
        .references(['organization_id', 'id'])
        .inTable('groups')
        .onDelete('CASCADE');
    });
    await knex.schema.alterTable('organizations', (table) => {
      table.boolean('scim_sends_invitations').notNullable().defaultTo(false);
    });
    // Answers only yes or no, so that a change in one organization need not see the rows of others.
    await knex.raw(
      `create function is_known_elsewhere(asked_user bigint, here bigint) returns boolean language plpgsql as $$
       declare
         scope_before text := coalesce(current_setting('app.every_organization', true), '');
         answer boolean;
       begin
         perform set_config('app.every_organization', 'on', true);
         answer := exists (select 1 from memberships m where m.user_id = asked_user and m.organization_id <> here);
         perform set_config('app.every_organization', scope_before, true);
         return answer;
       end $$`,
    );
  },
  down: async (knex) => {
    await knex.raw('drop function is_known_elsewhere(bigint, bigint)');
    await knex.schema.alterTable('organizations', (table) => {
      table.dropColumn('scim_sends_invitations');
    });
    await knex.schema.dropTable('scim_groups');
    await knex.schema.dropTable('scim_people');
  },
};
