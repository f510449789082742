import type { Migration } from '@obieg/service-kit';

const indexes: Record<string, string> = {
  security_log_organization_time: '(organization_id, happened_at)',
  security_log_main_domain: '(id) where organization_id is null',
  security_log_organizations: `(id)
    where event in ('organization.create', 'organization.change', 'organization.delete')
      and organization_id is not null`,
};

/**
 * Indexes for filtering a log by dates, and for the log of the main domain. It also shows changes to organizations,
 * whose own logs cannot be read after their deletion.
 */
export const securityLogDatesMigration: Migration = {
  name: '20261129140000_security_log_dates',
  config: { transaction: false },
  up: async (knex) => {
    for (const [name, definition] of Object.entries(indexes)) {
      // An interrupted build leaves an invalid index.
      await knex.raw(`drop index concurrently if exists ${name}`);
      await knex.raw(`create index concurrently if not exists ${name} on security_log ${definition}`);
    }
  },
  down: async (knex) => {
    for (const name of Object.keys(indexes)) await knex.raw(`drop index concurrently if exists ${name}`);
  },
};
