import { limits } from '@obieg/contracts';
import { restoreUsedRows, type Tx } from '@obieg/service-kit';
import { lockConfiguration, publishConfiguration } from '../configuration/configuration.service';
import { isSameName } from '../configuration/names';

const columns = ['organization_id', 'id', 'name', 'status_type', 'created_at', 'revision'];

/** Deletes a status and stores a copy for restoring it. */
export const deleteStatus = async (tx: Tx, id: number): Promise<void> => {
  await tx.raw(
    `with deleted as (delete from statuses where id = ? returning ${columns.join(', ')})
     insert into deleted_statuses (${columns.join(', ')}) select * from deleted`,
    [id],
  );
};

/** Returns the name, with the first free number appended if it is taken. */
const findFreeName = (name: string, taken: readonly string[]): string => {
  // Counts code points, so that no surrogate pair is split.
  const characters = [...name];
  for (let number = 2, candidate = name; ; number += 1) {
    if (!taken.some((other) => isSameName(other, candidate))) return candidate;
    const suffix = ` (${number})`;
    candidate = `${characters.slice(0, limits.statusNameMaxLength - suffix.length).join('')}${suffix}`;
  }
};

const restoreStatus = async (tx: Tx, organizationId: number, id: number): Promise<void> => {
  await lockConfiguration(tx, organizationId);
  const [deleted] = await tx('deleted_statuses').where({ id }).delete().returning(columns);
  // A concurrent transaction restored it.
  if (!deleted) return;
  const name = findFreeName(deleted.name, await tx('statuses').pluck('name'));
  await tx.raw(
    `insert into statuses (${columns.join(', ')}) overriding system value values (?, ?, ?, ?, ?, ?)`,
    [organizationId, id, name, deleted.status_type, deleted.created_at, deleted.revision + 1],
  );
  await publishConfiguration(tx, organizationId);
};

/** Restores deleted statuses that tasks use, so that the tasks stay usable. */
export const restoreUsedStatuses = (tx: Tx, organizationId: number, ids: readonly number[]): Promise<void> =>
  restoreUsedRows(tx, ids, {
    table: 'statuses',
    deletedTable: 'deleted_statuses',
    restore: (id) => restoreStatus(tx, organizationId, id),
  });
