import type pg from 'pg';
import { to as copyTo } from 'pg-copy-streams';
import type { ArchiveWriter } from '../archive/archive-writer';
import type { DatabaseCopy, Part, SequenceCopy, TableCopy } from '../archive/manifest';
import { selectFiles } from './attachments';
import { listMigrations, listSequences, listTables, type Table } from './catalogue';
import type { DatabaseName } from './connect';

/** Streams a COPY statement into the archive. @returns its parts and the number of rows */
const archiveCopy = async (
  client: pg.Client,
  archive: ArchiveWriter,
  file: string,
  sql: string,
): Promise<{ parts: Part[]; rows: number }> => {
  const stream = client.query(copyTo(sql));
  const parts = await archive.writeStream(file, stream);
  // The count arrives after the data. A further response proves that it has.
  await client.query('select');
  return { parts, rows: stream.rowCount };
};

const dumpTable = async (
  client: pg.Client,
  archive: ArchiveWriter,
  database: DatabaseName,
  { name, columns }: Table,
): Promise<TableCopy> => {
  const list = columns.map((column) => client.escapeIdentifier(column)).join(', ');
  const sql = `copy public.${client.escapeIdentifier(name)} (${list}) to stdout`;
  const { parts, rows } = await archiveCopy(client, archive, `databases/${database}/${name}`, sql);
  return { name, columns, rows, parts };
};

/** Sequences have no snapshots. Read after the snapshot, they are never behind its rows. */
const readSequence = async (client: pg.Client, name: string): Promise<SequenceCopy> => {
  const { rows } = await client.query<{ lastValue: string; isCalled: boolean }>(
    `select last_value::text as "lastValue", is_called as "isCalled" from public.${client.escapeIdentifier(name)}`,
  );
  const [row] = rows;
  if (!row) throw new Error(`The sequence ${name} has no value`);
  return { name, ...row };
};

/** Copies every table and sequence of the client's snapshot. */
export const dumpDatabase = async (
  client: pg.Client,
  archive: ArchiveWriter,
  database: DatabaseName,
): Promise<DatabaseCopy> => {
  const { rows: version } = await client.query<{ serverVersion: string }>(
    `select current_setting('server_version') as "serverVersion"`,
  );
  const tables: TableCopy[] = [];
  for (const table of await listTables(client))
    tables.push(await dumpTable(client, archive, database, table));
  const sequences: SequenceCopy[] = [];
  for (const name of await listSequences(client)) sequences.push(await readSequence(client, name));
  return {
    serverVersion: version[0]?.serverVersion ?? '',
    migrations: await listMigrations(client),
    tables,
    sequences,
  };
};

/** Archives the list of the snapshot's files, also of those whose submitter is not verified yet. */
export const dumpAttachmentIndex = async (
  client: pg.Client,
  archive: ArchiveWriter,
): Promise<{ index: Part[]; count: number; bytes: number }> => {
  const select = await selectFiles(client);
  const sql = `copy (${select} order by object_name) to stdout`;
  const { parts, rows } = await archiveCopy(client, archive, 'attachments', sql);
  const { rows: sums } = await client.query<{ bytes: string }>(
    `select coalesce(sum(file_size), 0) as bytes from (${select}) f`,
  );
  return { index: parts, count: rows, bytes: Number(sums[0]?.bytes) };
};
