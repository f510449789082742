import { limits } from '@obieg/contracts';
import type { Tx } from '@obieg/service-kit';
import { lockConfiguration, publishConfiguration } from '../configuration/configuration.service';
import { isSameName } from '../configuration/names';

const columns = ['organization_id', 'id', 'name', 'status_type', 'created_at', 'revision'];

/** Deletes a status and keeps what it was. */
export const deleteStatus = async (tx: Tx, id: number): Promise<void> => {
  await tx.raw(
    `with gone as (delete from statuses where id = ? returning ${columns.join(', ')})
     insert into deleted_statuses (${columns.join(', ')}) select * from gone`,
    [id],
  );
};

/** The name, or the name with the first free number where somebody has taken it meanwhile. */
const findFreeName = (name: string, taken: readonly string[]): string => {
  for (let number = 2, candidate = name; ; number += 1) {
    if (!taken.some((other) => isSameName(other, candidate))) return candidate;
    const suffix = ` (${number})`;
    candidate = `${name.slice(0, limits.statusNameMaxLength - suffix.length)}${suffix}`;
  }
};

const restoreStatus = async (tx: Tx, organizationId: number, id: number): Promise<void> => {
  await lockConfiguration(tx, organizationId);
  const [gone] = await tx('deleted_statuses').where({ id }).delete().returning(columns);
  // Somebody else restored it while this waited for the lock.
  if (!gone) return;
  const name = findFreeName(gone.name, await tx('statuses').pluck('name'));
  await tx.raw(
    `insert into statuses (${columns.join(', ')}) overriding system value values (?, ?, ?, ?, ?, ?)`,
    [organizationId, id, name, gone.status_type, gone.created_at, gone.revision + 1],
  );
  await publishConfiguration(tx, organizationId);
};

/**
 * A task may enter a status in svc-tasks at the moment in which it is deleted here. Such a status comes back, so that
 * the task's status can be seen, led out of, or deleted again once the task has left it. The rows' locks make a
 * deletion that is under way wait, and count these tasks.
 */
export const keepHeldStatuses = async (
  tx: Tx,
  organizationId: number,
  ids: readonly number[],
): Promise<void> => {
  const present = await tx('statuses')
    .whereRaw('id = any(?)', [[...ids]])
    .orderBy('id')
    .forKeyShare()
    .pluck('id');
  const gone = new Set(ids.filter((id) => !present.includes(id)));
  if (gone.size === 0) return;
  const known = await tx('deleted_statuses')
    .whereRaw('id = any(?)', [[...gone]])
    .pluck('id');
  for (const id of known) await restoreStatus(tx, organizationId, id);
};
