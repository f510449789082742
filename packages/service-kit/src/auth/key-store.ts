import type { Database } from '../database/database';
import type { Migration } from '../database/migrations';
import { createGlobalTable } from '../database/tables';

/** Where the last keys that were read outlive the process that read them. */
export interface KeyStore {
  /** What was kept last, undefined before anything was. */
  read(): Promise<unknown>;
  keep(published: unknown): Promise<void>;
}

const table = 'published_keys';
const owner = 'svc-identity';

/** A table for svc-identity's published keys, in the database of a service that goes on while svc-identity is away. */
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

/** Keeps svc-identity's published keys in a database that {@link publishedKeysMigration} has prepared. */
export const createKeyStore = ({ knex }: Database): KeyStore => ({
  read: async () => (await knex(table).where({ owner }).first('published'))?.published,
  keep: async (published) => {
    await knex(table)
      .insert({ owner, published: JSON.stringify(published) })
      .onConflict('owner')
      .merge();
  },
});
