import { pipeline } from 'node:stream/promises';
import type pg from 'pg';
import { from as copyFrom } from 'pg-copy-streams';
import type { ArchiveFiles } from '../archive/archive-reader';
import type { DatabaseCopy, TableCopy } from '../archive/manifest';
import { RefusedError } from '../refused';
import { listSequences, listTables, type Table } from './catalogue';

const publicName = (client: pg.Client, name: string): string => `public.${client.escapeIdentifier(name)}`;

interface ForeignKey {
  table: string;
  name: string;
  definition: string;
}

const listForeignKeys = async (client: pg.Client): Promise<ForeignKey[]> => {
  const { rows } = await client.query<ForeignKey>(
    `select c.relname as table, k.conname as name, pg_get_constraintdef(k.oid) as definition
       from pg_constraint k join pg_class c on c.oid = k.conrelid
      where k.contype = 'f' and k.connamespace = 'public'::regnamespace order by 1, 2`,
  );
  return rows;
};

/**
 * Runs `work` while the tables accept rows in any order: without foreign keys, triggers and the row-level security of
 * their owner. All of it returns before the transaction ends, and the foreign keys check every row.
 */
const withoutRules = async (
  client: pg.Client,
  tables: readonly Table[],
  work: () => Promise<void>,
): Promise<void> => {
  const alter = async (name: string, what: string): Promise<void> => {
    await client.query(`alter table ${publicName(client, name)} ${what}`);
  };
  const foreignKeys = await listForeignKeys(client);
  const forced = tables.filter(({ isRowSecurityForced }) => isRowSecurityForced);
  for (const { table, name } of foreignKeys)
    await alter(table, `drop constraint ${client.escapeIdentifier(name)}`);
  for (const { name } of forced) await alter(name, 'no force row level security');
  for (const { name } of tables) await alter(name, 'disable trigger user');
  await work();
  for (const { name } of tables) await alter(name, 'enable trigger user');
  for (const { table, name, definition } of foreignKeys)
    await alter(table, `add constraint ${client.escapeIdentifier(name)} ${definition}`);
  for (const { name } of forced) await alter(name, 'force row level security');
};

const loadTable = async (client: pg.Client, archive: ArchiveFiles, table: TableCopy): Promise<void> => {
  const { name, columns, rows, parts } = table;
  const list = columns.map((column) => client.escapeIdentifier(column)).join(', ');
  const sql = `copy ${publicName(client, name)} (${list}) from stdin`;
  await pipeline(archive.readStream(parts), client.query(copyFrom(sql)));
  const { rows: counted } = await client.query<{ count: string }>(
    `select count(*) from ${publicName(client, name)}`,
  );
  if (Number(counted[0]?.count) !== rows)
    throw new Error(`The table ${name} has ${counted[0]?.count} rows after loading, the backup ${rows}`);
};

/** @throws RefusedError if the migrations created other tables than the backup contains */
const checkTables = (present: readonly Table[], { tables }: DatabaseCopy): void => {
  const describe = (table: Pick<Table, 'name' | 'columns'>): string =>
    `${table.name} (${[...table.columns].sort().join(', ')})`;
  const expected = new Set(present.map(describe));
  const unknown = tables.map(describe).filter((table) => !expected.delete(table));
  if (unknown.length > 0 || expected.size > 0)
    throw new RefusedError(
      `The tables of the backup and of this version differ: ${[...unknown, ...expected].join('; ')}. Restore with the version that wrote the backup.`,
    );
};

/**
 * Loads one database in one transaction, with the owner's role. The recorded migrations must have run.
 *
 * @throws if a row is missing or refused; nothing is then loaded
 */
export const loadDatabase = async (
  client: pg.Client,
  archive: ArchiveFiles,
  copy: DatabaseCopy,
): Promise<void> => {
  await client.query('begin');
  const present = await listTables(client);
  checkTables(present, copy);
  const known = new Set(await listSequences(client));
  await withoutRules(client, present, async () => {
    // Migrations can insert rows.
    await client.query(`truncate ${present.map(({ name }) => publicName(client, name)).join(', ')}`);
    for (const table of copy.tables) await loadTable(client, archive, table);
    for (const { name, lastValue, isCalled } of copy.sequences) {
      if (!known.has(name)) throw new RefusedError(`This version has no sequence ${name}`);
      await client.query('select setval($1::regclass, $2::bigint, $3)', [
        publicName(client, name),
        lastValue,
        isCalled,
      ]);
    }
  });
  await client.query('commit');
  await client.query('analyze');
};
