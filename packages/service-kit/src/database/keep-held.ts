import type { Tx } from './transaction';

interface Deletable {
  /** Tables whose rows are named by `organization_id` and `id`. */
  table: string;
  deletedTable: string;
  /** Brings one back; does nothing where somebody else has done so meanwhile. */
  restore(id: number): Promise<void>;
}

/**
 * Another service may begin to name a row at the moment in which it is deleted here. Such a row comes back; one that was
 * never here does not. The rows' locks make a deletion that is under way wait, and find what names its row: it locks the
 * row before it looks. Needs the organization's scope.
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
