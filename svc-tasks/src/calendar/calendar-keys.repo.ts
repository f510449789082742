import type { CalendarKeyState } from '@obieg/contracts';
import { sendWithCommit, type Tx } from '@obieg/service-kit';
import { createSecret, hashSecret } from '../reporter-access/secrets';

interface StateRow {
  created_at: Date;
  last_used_at: Date | null;
}

export const findKeyState = async (tx: Tx, userId: number): Promise<CalendarKeyState['key']> => {
  const row: StateRow | undefined = await tx('calendar_keys')
    .where({ user_id: userId })
    .first('created_at', 'last_used_at');
  return row
    ? { createdAt: row.created_at.toISOString(), lastUsedAt: row.last_used_at?.toISOString() ?? null }
    : null;
};

/** Creates the person's key in place of an earlier one. @returns the key, of which only the hash is stored */
export const replaceKey = async (tx: Tx, organizationId: number, userId: number): Promise<string> => {
  const key = createSecret();
  await tx('calendar_keys')
    .insert({
      organization_id: organizationId,
      user_id: userId,
      key_hash: hashSecret(key),
      created_at: tx.fn.now(),
      last_used_at: null,
    })
    .onConflict(['organization_id', 'user_id'])
    .merge();
  return key;
};

/** @returns whether there was a key */
export const deleteKey = async (tx: Tx, userId: number): Promise<boolean> =>
  (await tx('calendar_keys').where({ user_id: userId }).delete()) > 0;

/** Finds the owner of a key, and records its use at most once an hour, because programs read feeds all day. */
export const useKey = async (tx: Tx, key: string): Promise<number | undefined> => {
  const row: { user_id: number; is_use_stale: boolean } | undefined = await tx('calendar_keys')
    .where({ key_hash: hashSecret(key) })
    .first('user_id', tx.raw(`coalesce(last_used_at < now() - interval '1 hour', true) as is_use_stale`));
  if (row?.is_use_stale)
    sendWithCommit(
      tx,
      tx.raw('update calendar_keys set last_used_at = now() where user_id = ?', [row.user_id]),
    );
  return row?.user_id;
};
