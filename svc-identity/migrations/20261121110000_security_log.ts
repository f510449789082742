import { createTenantTable, type Migration } from '@obieg/service-kit';

/**
 * The security log. The application role may only insert and select. An organization sees its own rows; rows of the
 * main domain need `withEveryOrganization`. No foreign keys, because entries remain after their subject is deleted.
 */
export const securityLogMigration: Migration = {
  name: '20261121110000_security_log',
  up: async (knex) => {
    await createTenantTable(
      knex,
      'security_log',
      (table) => {
        table.specificType('id', 'bigint generated always as identity').primary();
        table.timestamp('happened_at').notNullable().defaultTo(knex.raw('clock_timestamp()'));
        table.text('event').notNullable();
        table.text('outcome').notNullable();
        table.bigInteger('actor_id');
        table.uuid('session_id');
        table.text('subject_type');
        table.text('subject_id');
        table.text('ip');
        table.text('request_id');
        table.jsonb('details').notNullable();
        table.check(`outcome in ('done', 'refused')`, [], 'security_log_outcome');
        table.index(['organization_id', 'id'], 'security_log_organization');
        table.index(['actor_id', 'id'], 'security_log_actor');
        table.index(['subject_type', 'subject_id', 'id'], 'security_log_subject');
      },
      { everyOrganization: true, grants: ['select', 'insert'] },
    );
    await knex.raw('alter table security_log alter column organization_id drop not null');
    await knex.raw(
      'create policy main_domain on security_log for insert with check (organization_id is null)',
    );
  },
  down: async (knex) => {
    await knex.schema.dropTable('security_log');
  },
};
