import type { Migration } from '@obieg/service-kit';

/**
 * Indexes for filtering a log by dates, and for the log of the main domain. It also shows changes to organizations,
 * whose own logs nobody can read after their deletion.
 */
export const securityLogDatesMigration: Migration = {
  name: '20261129140000_security_log_dates',
  up: async (knex) => {
    await knex.raw(
      'create index security_log_organization_time on security_log (organization_id, happened_at)',
    );
    await knex.raw(
      'create index security_log_main_domain on security_log (id) where organization_id is null',
    );
    await knex.raw(
      `create index security_log_organizations on security_log (id)
        where event in ('organization.create', 'organization.change', 'organization.delete')
          and organization_id is not null`,
    );
  },
  down: async (knex) => {
    await knex.raw('drop index security_log_organizations');
    await knex.raw('drop index security_log_main_domain');
    await knex.raw('drop index security_log_organization_time');
  },
};
