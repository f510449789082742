import { isDeepStrictEqual } from 'node:util';
import { limits } from '@obieg/contracts';
import type { Tx } from '@obieg/service-kit';
import type { Configuration } from '../model/configuration.model';
import { type ConfigurationTable, configurationTables, listRows, type Row } from './configuration-tables';

interface Difference {
  table: ConfigurationTable;
  stored: Row[];
  removed: Row[];
  added: Row[];
  /** As they shall be. */
  changed: Row[];
}

const compareRows = (table: ConfigurationTable, before: Configuration, after: Configuration): Difference => {
  const [stored, wanted] = [listRows(table, before), listRows(table, after)];
  const storedById = new Map(stored.map((row) => [row.id, row]));
  const wantedIds = new Set(wanted.map(({ id }) => id));
  return {
    table,
    stored,
    removed: stored.filter(({ id }) => !wantedIds.has(id)),
    added: wanted.filter(({ id }) => !storedById.has(id)),
    changed: wanted.filter(
      (row) => storedById.has(row.id) && !isDeepStrictEqual(storedById.get(row.id), row),
    ),
  };
};

/** Runs a statement on rows by their ids. `text` ends with the condition on the ids. */
const runOnRows = async (
  tx: Tx,
  text: string,
  rows: readonly Row[],
  values: string[] = [],
): Promise<void> => {
  if (rows.length > 0)
    await tx.raw(`${text} where organization_id = app_organization_id() and id = any(?)`, [
      ...values,
      rows.map(({ id }) => id),
    ]);
};

const copiedColumns = 'organization_id, id, name, status_type, created_at, revision';

/** Stores copies of removed statuses for restoring them, and drops the copies of restored ones. */
const copyDeletedStatuses = async (tx: Tx, { removed, added }: Difference): Promise<void> => {
  await runOnRows(
    tx,
    `insert into deleted_statuses (${copiedColumns}) select ${copiedColumns} from statuses`,
    removed,
  );
  await runOnRows(tx, 'delete from deleted_statuses', added);
};

/** Gives rows whose names pass to other rows a name that no user can enter. */
const releaseNames = async (tx: Tx, { table, stored, added, changed }: Difference): Promise<void> => {
  const { name, nameColumn } = table;
  if (nameColumn === undefined) return;
  const takers = new Map([...added, ...changed].map((row) => [row[nameColumn], row.id]));
  const isTaken = (row: Row): boolean => (takers.get(row[nameColumn]) ?? row.id) !== row.id;
  await runOnRows(tx, `update ${name} set ${nameColumn} = ? || id`, stored.filter(isTaken), [
    '~'.repeat(limits.nameMaxLength),
  ]);
};

const saveRows = async (tx: Tx, { table: { name, columns }, added, changed }: Difference): Promise<void> => {
  const names = Object.keys(columns);
  const types = Object.entries(columns).map(([column, type]) => `${column} ${type}`);
  const rows = `jsonb_to_recordset(?::jsonb) as r(${types.join(', ')})`;
  if (added.length > 0)
    await tx.raw(
      `insert into ${name} (organization_id, ${names.join(', ')}) overriding system value
       select app_organization_id(), ${names.join(', ')} from ${rows}`,
      [JSON.stringify(added)],
    );
  if (changed.length > 0)
    await tx.raw(
      `update ${name} t set ${names.filter((one) => one !== 'id').map((one) => `${one} = r.${one}`)} from ${rows}
        where t.organization_id = app_organization_id() and t.id = r.id`,
      [JSON.stringify(changed)],
    );
};

/** Writes the rows that differ between the locked configuration `before` and `after`. */
export const writeDifference = async (tx: Tx, before: Configuration, after: Configuration): Promise<void> => {
  const differences = configurationTables.map((table) => compareRows(table, before, after));
  for (const difference of differences)
    if (difference.table.name === 'statuses') await copyDeletedStatuses(tx, difference);
  for (const difference of differences) await releaseNames(tx, difference);
  for (const difference of differences) await saveRows(tx, difference);
  // Rows refer to removed ones until now.
  for (const { table, removed } of differences.reverse())
    await runOnRows(tx, `delete from ${table.name}`, removed);
};
