import { limits } from '@obieg/contracts';
import { restoreUsedRows, type Tx } from '@obieg/service-kit';
import { lockConfiguration, publishConfiguration } from '../configuration/configuration.service';
import { isSameName } from '../configuration/names';

const columns = ['organization_id', 'id', 'name', 'status_type', 'created_at', 'revision'];

/** Deletes a status and keeps a copy. */
export const deleteStatus = async (tx: Tx, id: number): Promise<void> => {
  await tx.raw(
    `with gone as (delete from statuses where id = ? returning ${columns.join(', ')})
     insert into deleted_statuses (${columns.join(', ')}) select * from gone`,
    [id],
  );
};

/** Returns the name, or the name with the first free number if it was taken. */
const findFreeName = (name: string, taken: readonly string[]): string => {
  // Counts characters like the limit, so that none is cut in half.
  const characters = [...name];
  for (let number = 2, candidate = name; ; number += 1) {
    if (!taken.some((other) => isSameName(other, candidate))) return candidate;
    const suffix = ` (${number})`;
    candidate = `${characters.slice(0, limits.statusNameMaxLength - suffix.length).join('')}${suffix}`;
  }
};

const restoreStatus = async (tx: Tx, organizationId: number, id: number): Promise<void> => {
  await lockConfiguration(tx, organizationId);
  const [gone] = await tx('deleted_statuses').where({ id }).delete().returning(columns);
  // A concurrent transaction restored it.
  if (!gone) return;
  const name = findFreeName(gone.name, await tx('statuses').pluck('name'));
  await tx.raw(
    `insert into statuses (${columns.join(', ')}) overriding system value values (?, ?, ?, ?, ?, ?)`,
    [organizationId, id, name, gone.status_type, gone.created_at, gone.revision + 1],
  );
  await publishConfiguration(tx, organizationId);
};

/** Restores deleted statuses that tasks entered, so that the tasks stay usable. */
export const restoreUsedStatuses = (tx: Tx, organizationId: number, ids: readonly number[]): Promise<void> =>
  restoreUsedRows(tx, ids, {
    table: 'statuses',
    deletedTable: 'deleted_statuses',
    restore: (id) => restoreStatus(tx, organizationId, id),
  });
