import type { Migration } from '@obieg/service-kit';

/** Names of questions that are gone, for the answers that tasks hold to them. */
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
