import type { Migration } from '@obieg/service-kit';

/** Adds the network of the client to files of submissions, for the share that one network can use. */
export const pendingNetworksMigration: Migration = {
  name: '20261128110000_pending_networks',
  up: async (knex) => {
    // Null in rows of the last release. They count for the organization only and expire within a day.
    await knex.schema.alterTable('pending_attachments', (table) => table.text('network'));
  },
  down: async (knex) => {
    await knex.schema.alterTable('pending_attachments', (table) => table.dropColumn('network'));
  },
};
