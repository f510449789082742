import type { Tx } from '@obieg/service-kit';
import type { SignedInCaller } from '../callers/caller';
import { isListedFor, readerBindings } from '../policy/tasks.policy';

/** A key that exists. The number is undefined if the caller does not see the task, or it was deleted. */
export type KnownKeys = ReadonlyMap<string, number | undefined>;

/** Finds the keys of a source that have a task. */
export const findKeys = async (
  tx: Tx,
  { actor }: SignedInCaller,
  source: string,
  keys: readonly string[],
): Promise<KnownKeys> => {
  const { rows } = await tx.raw<{ rows: { key: string; public_task_id: number | null }[] }>(
    `select i.key, t.public_task_id
       from task_imports i
       left join tasks t on t.organization_id = i.organization_id and t.public_task_id = i.public_task_id
        and t.deleted_at is null and ${isListedFor(actor)}
      where i.source = :source and i.key = any(cast(:keys as text[]))`,
    { ...readerBindings(actor), source, keys: [...keys] },
  );
  return new Map(rows.map(({ key, public_task_id }) => [key, public_task_id ?? undefined]));
};

interface Claim {
  source: string;
  key: string;
  publicTaskId: number;
}

/** Claims a key for a task. Waits for a concurrent import of the key. @returns false if the key has a task */
export const claimKey = async (
  tx: Tx,
  { organizationId, actor }: SignedInCaller,
  claim: Claim,
): Promise<boolean> => {
  const { rows } = await tx.raw<{ rows: unknown[] }>(
    `insert into task_imports (organization_id, source, key, public_task_id, imported_by_user_id)
     values (:organizationId, :source, :key, :publicTaskId, :userId)
     on conflict do nothing returning key`,
    { ...claim, organizationId, userId: actor.userId },
  );
  return rows.length > 0;
};
