import type { Migration } from '@obieg/service-kit';

/** Indexes for filtering an organization's log by outcome or event. */
export const securityLogFiltersMigration: Migration = {
  name: '20261125080000_security_log_filters',
  up: async (knex) => {
    await knex.raw(
      `create index security_log_refused on security_log (organization_id, id) where outcome = 'refused'`,
    );
    await knex.raw('create index security_log_event on security_log (organization_id, event, id)');
  },
  down: async (knex) => {
    await knex.raw('drop index security_log_event');
    await knex.raw('drop index security_log_refused');
  },
};
