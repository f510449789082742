import type { Migration } from '@obieg/service-kit';

/** Time zones of the organizations, from events of svc-identity. Dates and times in conditions belong to them. */
export const timeZonesMigration: Migration = {
  name: '20261127181920_time_zones',
  up: async (knex) => {
    await knex.raw(
      "alter table known_organizations add column time_zone text not null default 'Europe/Warsaw'",
    );
  },
  down: async (knex) => {
    await knex.raw('alter table known_organizations drop column time_zone');
  },
};
