import type { NotificationReason } from '@obieg/contracts';
import { sweepAlone, type Tx } from '@obieg/service-kit';
import { createSecret, hashSecret } from '../reporter-access/secrets';
import type { MailKind } from './mail-kinds';

/** Longer than the 30 days for which laws demand that a mail can be stopped. */
const validDays = 365;

export interface MailKeyRow {
  email: string;
  reasons: NotificationReason[];
  task_id: number | null;
  user_id: number | null;
}

export interface NewMailKey extends MailKeyRow {
  organization_id: number;
  kind: MailKind;
}

/** Creates the key with which the recipient of one mail can stop mails. @returns the key */
export const insertMailKey = async (tx: Tx, row: NewMailKey): Promise<string> => {
  const key = createSecret();
  await tx('mail_keys').insert({ ...row, key_hash: hashSecret(key) });
  return key;
};

export const findMailKey = (tx: Tx, key: string): Promise<MailKeyRow | undefined> =>
  tx('mail_keys')
    .where({ key_hash: hashSecret(key) })
    .whereRaw(`created_at > now() - interval '${validDays} days'`)
    .first('email', 'reasons', 'task_id', 'user_id');

export const deleteMailKey = async (tx: Tx, key: string): Promise<void> => {
  await tx('mail_keys')
    .where({ key_hash: hashSecret(key) })
    .delete();
};

/** Counts the mails of a kind about other tasks that an address got within the last day. */
export const countMailsOfDay = async (
  tx: Tx,
  email: string,
  kind: MailKind,
  taskId: number,
): Promise<number> => {
  const taskIds = await tx('mail_keys')
    .where({ email, kind })
    .whereNot({ task_id: taskId })
    .whereRaw(`created_at > now() - interval '1 day'`)
    .distinct()
    .pluck('task_id');
  return taskIds.length;
};

export const deleteExpiredMailKeys = (tx: Tx): Promise<number> =>
  sweepAlone(tx, 'mail_keys', () =>
    tx('mail_keys').whereRaw(`created_at < now() - interval '${validDays} days'`).delete(),
  );
