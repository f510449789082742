import type { Migration } from '@obieg/service-kit';

/** Stores names and types of deleted questions, because tasks still contain answers to them. */
export const retiredParametersMigration: Migration = {
  name: '20261121100000_retired_parameters',
  up: (knex) =>
    knex.schema.alterTable('configurations', (table) => {
      table.jsonb('retired_parameters').notNullable().defaultTo('[]');
    }),
  down: (knex) =>
    knex.schema.alterTable('configurations', (table) => {
      table.dropColumn('retired_parameters');
    }),
};
