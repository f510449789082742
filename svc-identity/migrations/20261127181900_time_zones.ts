import type { Migration } from '@obieg/service-kit';

/** Dates and times of an organization belong to its time zone. Existing organizations get the default. */
export const timeZonesMigration: Migration = {
  name: '20261127181900_time_zones',
  up: async (knex) => {
    await knex.raw("alter table organizations add column time_zone text not null default 'Europe/Warsaw'");
  },
  down: async (knex) => {
    await knex.raw('alter table organizations drop column time_zone');
  },
};
