import type { Tx } from './transaction';

interface Deletable {
  /** Table whose key is `organization_id` and `id`. */
  table: string;
  deletedTable: string;
  /** Restores a row. Does nothing if it was restored concurrently. */
  restore(id: number): Promise<void>;
}

/**
 * Restores rows that were deleted while another service began to use them. Ids that never existed are ignored. Row
 * locks order this against a concurrent deletion: the deletion locks the row before it checks for uses. Run it in the
 * tenant scope.
 */
export const keepHeld = async (
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
  const gone = ids.filter((id) => !present.has(id));
  if (gone.length === 0) return;
  const known: number[] = await tx(deletedTable)
    .whereRaw('organization_id = app_organization_id() and id = any(?)', [gone])
    .orderBy('id')
    .pluck('id');
  for (const id of known) await restore(id);
};
