import type { Tx } from './transaction';

interface Deletable {
  /** Table whose key is `organization_id` and `id`. */
  table: string;
  deletedTable: string;
  /** Restores a row. Does nothing if it was restored concurrently. */
  restore(id: number): Promise<void>;
}

/**
 * Restores deleted rows that another service uses. Ignores ids that never existed. Run it in the tenant scope.
 *
 * Row locks prevent a race with a concurrent deletion, because the deletion locks the row before it checks for uses.
 */
export const restoreUsedRows = async (
  tx: Tx,
  ids: readonly number[],
  { table, deletedTable, restore }: Deletable,
): Promise<void> => {
  if (ids.length === 0) return;
  const present = new Set<number>(
    await tx(table)
      .whereRaw('organization_id = app_organization_id() and id = any(?)', [[...ids]])
      .orderBy('id')
      .forKeyShare()
      .pluck('id'),
  );
  const missing = ids.filter((id) => !present.has(id));
  if (missing.length === 0) return;
  const deleted: number[] = await tx(deletedTable)
    .whereRaw('organization_id = app_organization_id() and id = any(?)', [missing])
    .orderBy('id')
    .pluck('id');
  for (const id of deleted) await restore(id);
};
