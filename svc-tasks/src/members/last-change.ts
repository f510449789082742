import type { LastChange } from '@obieg/contracts';
import type { Tx } from '@obieg/service-kit';
import { nameIn } from './members.repo';

/** Columns of a row that remembers its last change. */
export interface ChangedRow {
  /** Null if a process of an earlier version made the change. */
  updated_at: Date | null;
  updated_by: number | null;
}

/** Names only authors who are or were members, so that super administrators stay unknown. */
export const describeLastChange = async (
  tx: Tx,
  { updated_at, updated_by }: ChangedRow,
): Promise<LastChange | undefined> => {
  if (updated_at === null) return undefined;
  const author: { name: string } | undefined =
    updated_by === null
      ? undefined
      : await tx('memberships as m')
          .join('users as u', 'u.id', 'm.user_id')
          .where('m.user_id', updated_by)
          .first(tx.raw(`${nameIn('u', 'm')} as name`));
  return { at: updated_at.toISOString(), authorName: author?.name ?? null };
};
