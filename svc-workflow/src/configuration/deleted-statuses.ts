import { limits } from '@obieg/contracts';
import { restoreUsedRows, type Tx } from '@obieg/service-kit';
import { foldName } from '../model/names';
import { changeInTransaction } from './configuration.service';

const columns = ['organization_id', 'id', 'name', 'status_type', 'created_at', 'revision'];

/** Stores copies of statuses that are about to be deleted. */
export const copyDeletedStatuses = async (tx: Tx, ids: readonly number[]): Promise<void> => {
  if (ids.length === 0) return;
  await tx.raw(
    `insert into deleted_statuses (${columns.join(', ')}) select ${columns.join(', ')} from statuses
      where organization_id = app_organization_id() and id = any(?)`,
    [[...ids]],
  );
};

/** Deletes a status and stores a copy for restoring it. */
export const deleteStatus = async (tx: Tx, id: number): Promise<void> => {
  await copyDeletedStatuses(tx, [id]);
  await tx('statuses').where({ id }).delete();
};

/** Returns the name, with the first free number appended if it is taken. @param taken folded names */
export const findFreeName = (name: string, taken: ReadonlySet<string>): string => {
  // Counts code points, so that no surrogate pair is split.
  const characters = [...name];
  for (let number = 2, candidate = name; ; number += 1) {
    if (!taken.has(foldName(candidate))) return candidate;
    const suffix = ` (${number})`;
    candidate = `${characters.slice(0, limits.statusNameMaxLength - suffix.length).join('')}${suffix}`;
  }
};

const reinsertStatus = async (tx: Tx, organizationId: number, id: number): Promise<void> => {
  const [deleted] = await tx('deleted_statuses').where({ id }).delete().returning(columns);
  // A concurrent transaction restored it.
  if (!deleted) return;
  const name = findFreeName(
    deleted.name,
    new Set((await tx('statuses').pluck<string[]>('name')).map(foldName)),
  );
  await tx.raw(
    `insert into statuses (${columns.join(', ')}) overriding system value values (?, ?, ?, ?, ?, ?)`,
    [organizationId, id, name, deleted.status_type, deleted.created_at, deleted.revision + 1],
  );
};

const restoreStatus = async (tx: Tx, organizationId: number, id: number): Promise<void> => {
  await changeInTransaction(tx, organizationId, { kind: 'STATUS_RESTORED' }, () =>
    reinsertStatus(tx, organizationId, id),
  );
};

/** Restores deleted statuses that tasks use, so that the tasks stay usable. */
export const restoreUsedStatuses = (tx: Tx, organizationId: number, ids: readonly number[]): Promise<void> =>
  restoreUsedRows(tx, ids, {
    table: 'statuses',
    deletedTable: 'deleted_statuses',
    restore: (id) => restoreStatus(tx, organizationId, id),
  });
