import type { Database } from '../database/database';
import type { Migration } from '../database/migrations';
import { createGlobalTable } from '../database/tables';

/** Persists the last key set across restarts. */
export interface KeyStore {
  /** The stored key set; undefined before the first write. */
  read(): Promise<unknown>;
  save(published: unknown): Promise<void>;
}

const table = 'published_keys';
const owner = 'svc-identity';

/** Creates the table for svc-identity's published keys. Needed by a service that must start without svc-identity. */
export const publishedKeysMigration: Migration = {
  name: '20261123220000_published_keys',
  up: (knex) =>
    createGlobalTable(
      knex,
      table,
      (columns) => {
        columns.text('owner').primary({ constraintName: 'published_keys_pkey' });
        columns.json('published').notNullable();
      },
      { grants: ['select', 'insert', 'update'] },
    ),
  down: async (knex) => {
    await knex.schema.dropTable(table);
  },
};

/** Persists the published keys in the table of {@link publishedKeysMigration}. */
export const createKeyStore = ({ knex }: Database): KeyStore => ({
  read: async () => (await knex(table).where({ owner }).first('published'))?.published,
  save: async (published) => {
    await knex(table)
      .insert({ owner, published: JSON.stringify(published) })
      .onConflict('owner')
      .merge();
  },
});
