import { limits } from '@obieg/contracts';
import { restoreUsedRows, type Tx } from '@obieg/service-kit';
import { foldName } from '../model/names';
import { changeInTransaction } from './configuration.service';
import { readStatuses } from './read-statuses';

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

const restoreStatus = async (tx: Tx, organizationId: number, id: number): Promise<void> => {
  await changeInTransaction(tx, organizationId, { kind: 'STATUS_RESTORED' }, async ({ before }) => {
    const deleted = await tx('deleted_statuses').where({ id }).first();
    // A concurrent transaction restored it.
    if (!deleted) return { wanted: before };
    const taken = new Set(before.statuses.map(({ name }) => foldName(name)));
    const restored = readStatuses([deleted]).map((status) => ({
      ...status,
      name: findFreeName(status.name, taken),
      revision: status.revision + 1,
    }));
    return { wanted: { ...before, statuses: [...before.statuses, ...restored] } };
  });
};

/** Restores deleted statuses that tasks use, so that the tasks stay usable. */
export const restoreUsedStatuses = (tx: Tx, organizationId: number, ids: readonly number[]): Promise<void> =>
  restoreUsedRows(tx, ids, {
    table: 'statuses',
    deletedTable: 'deleted_statuses',
    restore: (id) => restoreStatus(tx, organizationId, id),
  });
