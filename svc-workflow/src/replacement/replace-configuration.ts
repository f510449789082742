import { isDeepStrictEqual } from 'node:util';
import { limits } from '@obieg/contracts';
import type { Tx } from '@obieg/service-kit';
import { copyDeletedStatuses } from '../configuration/deleted-statuses';
import type { Configuration } from '../model/configuration.model';
import { type ConfigurationTable, ownerTables, partTables, type Row } from './configuration-tables';

interface RowChanges {
  removedIds: number[];
  /** New and changed rows, as they shall be. */
  saved: Row[];
  /** Ids of the changed rows. */
  changedIds: ReadonlySet<number>;
}

const withoutRevision = ({ revision: _, ...row }: Row): object => row;

const compareRows = (
  { rowsOf }: ConfigurationTable,
  before: Configuration,
  after: Configuration,
): RowChanges => {
  const stored = new Map(rowsOf(before).map((row) => [row.id, row]));
  const wanted = rowsOf(after);
  const wantedIds = new Set(wanted.map(({ id }) => id));
  const saved = wanted.filter((row) => {
    const old = stored.get(row.id);
    return !old || !isDeepStrictEqual(withoutRevision(old), withoutRevision(row));
  });
  return {
    removedIds: [...stored.keys()].filter((id) => !wantedIds.has(id)),
    saved,
    changedIds: new Set(saved.flatMap(({ id }) => (stored.has(id) ? [id] : []))),
  };
};

const listIds = (rows: readonly Row[]): number[] => rows.map(({ id }) => id);

const deleteRows = async (tx: Tx, table: string, ids: readonly number[]): Promise<void> => {
  if (ids.length > 0)
    await tx.raw('delete from ?? where organization_id = app_organization_id() and id = any(?)', [
      table,
      [...ids],
    ]);
};

/** Inserts rows under their ids, or updates them. */
const saveRows = async (
  tx: Tx,
  { name, columns }: ConfigurationTable,
  rows: readonly Row[],
): Promise<void> => {
  if (rows.length === 0) return;
  const names = Object.keys(columns);
  const types = Object.entries(columns).map(([column, type]) => `${column} ${type}`);
  const updates = names.filter((column) => column !== 'id').map((column) => `${column} = excluded.${column}`);
  await tx.raw(
    `insert into ${name} (organization_id, ${names.join(', ')}) overriding system value
     select app_organization_id(), ${names.join(', ')} from jsonb_to_recordset(?::jsonb) as r(${types.join(', ')})
     on conflict (organization_id, id) do update set ${updates.join(', ')}`,
    [JSON.stringify(rows)],
  );
};

/** Gives rows names that no user can enter, so that two of them can exchange their names. */
const releaseNames = async (tx: Tx, table: string, column: string, ids: readonly number[]): Promise<void> => {
  const prefix = '~'.repeat(limits.nameMaxLength);
  if (ids.length > 0)
    await tx.raw('update ?? set ?? = ? || id where organization_id = app_organization_id() and id = any(?)', [
      table,
      column,
      prefix,
      [...ids],
    ]);
};

type Owner = keyof typeof ownerTables;

/** Ids of owners with a change in their parts. */
const listTouchedOwners = (before: Configuration, after: Configuration): Record<Owner, Set<number>> => {
  const touched: Record<Owner, Set<number>> = {
    statuses: new Set(),
    parameters: new Set(),
    transitions: new Set(),
    scenarios: new Set(),
  };
  for (const table of partTables) {
    const { removedIds, saved } = compareRows(table, before, after);
    const removed = new Set(removedIds);
    const rows = [...table.rowsOf(before).filter(({ id }) => removed.has(id)), ...saved];
    for (const row of rows) touched[table.owner].add(Number(row[table.ownerColumn]));
  }
  return touched;
};

/** Lists the owner rows to write. A changed owner gets the next revision, so that its ETag changes. */
const listSavedOwners = (
  table: ConfigurationTable,
  before: Configuration,
  after: Configuration,
  touched: ReadonlySet<number>,
): Row[] => {
  const revisions = new Map(table.rowsOf(before).map(({ id, revision }) => [id, Number(revision)]));
  const savedIds = new Set([...compareRows(table, before, after).saved.map(({ id }) => id), ...touched]);
  return table
    .rowsOf(after)
    .filter(({ id }) => savedIds.has(id))
    .map((row) => ({ ...row, revision: (revisions.get(row.id) ?? Number(row['revision']) - 1) + 1 }));
};

/**
 * Replaces the locked configuration `before` by `after`. Writes only what differs. A new row has its id in `after`
 * already; a new owner also its revision.
 */
export const replaceConfiguration = async (
  tx: Tx,
  before: Configuration,
  after: Configuration,
): Promise<void> => {
  const { statuses, parameters, transitions, scenarios } = ownerTables;
  const touched = listTouchedOwners(before, after);
  for (const table of partTables) {
    const { removedIds, changedIds } = compareRows(table, before, after);
    await deleteRows(tx, table.name, [...removedIds, ...changedIds]);
  }
  await deleteRows(tx, 'transitions', compareRows(transitions, before, after).removedIds);
  await deleteRows(tx, 'parameters', compareRows(parameters, before, after).removedIds);
  const statusRows = compareRows(statuses, before, after);
  await copyDeletedStatuses(tx, statusRows.removedIds);
  await deleteRows(tx, 'deleted_statuses', listIds(statusRows.saved));
  await releaseNames(tx, 'statuses', 'name', [...statusRows.removedIds, ...statusRows.changedIds]);
  await releaseNames(tx, 'workflow_scenarios', 'name', [...compareRows(scenarios, before, after).changedIds]);
  await releaseNames(tx, 'parameters', 'parameter_name', [
    ...compareRows(parameters, before, after).changedIds,
  ]);
  await deleteRows(tx, 'workflow_scenarios', compareRows(scenarios, before, after).removedIds);
  for (const owner of ['statuses', 'parameters', 'transitions', 'scenarios'] as const)
    await saveRows(
      tx,
      ownerTables[owner],
      listSavedOwners(ownerTables[owner], before, after, touched[owner]),
    );
  for (const table of partTables) await saveRows(tx, table, compareRows(table, before, after).saved);
  // Transitions refer to them until now.
  await deleteRows(tx, 'statuses', statusRows.removedIds);
};
