import { type Queue, sweepAlone, type Tx } from '@obieg/service-kit';

/** A received mail that waits. Its content is in `mail_contents`. */
export interface ReceivedMailRow {
  organization_id: number;
  id: number;
  content_id: number;
  /** Null for a mail to the organization. */
  reply_address_id: number | null;
  received_at: Date;
  attempts: number;
}

const table = 'received_mails';

export const mailInQueue: Queue = {
  name: 'mail-in',
  table,
  oldest: `select min(received_at) from (select received_at from ${table} limit 10000) waiting`,
  reset: ['attempts', 'received_at', 'next_attempt_at'],
};

export const queueReceivedMail = async (
  tx: Tx,
  raw: Buffer,
  mail: Pick<ReceivedMailRow, 'organization_id' | 'reply_address_id'>,
): Promise<void> => {
  const [content] = await tx('mail_contents')
    .insert({ organization_id: mail.organization_id, raw })
    .returning('id');
  await tx(table).insert({ ...mail, content_id: content.id });
};

/**
 * Takes the next due mail. It becomes due again after `leaseSeconds`, in case this process ends. The lease only saves
 * work: the transaction that makes a comment of the mail also deletes its row, so no mail makes two.
 */
export const takeReceivedMail = async (
  tx: Tx,
  leaseSeconds: number,
): Promise<ReceivedMailRow | undefined> => {
  const { rows } = await tx.raw<{ rows: ReceivedMailRow[] }>(
    `update ${table} m
        set attempts = attempts + 1, next_attempt_at = now() + :leaseSeconds * interval '1 second'
       from (select organization_id, id from ${table} where next_attempt_at <= now()
              order by next_attempt_at, id limit 1 for update skip locked) next
      where m.organization_id = next.organization_id and m.id = next.id
     returning m.organization_id, m.id, m.content_id, m.reply_address_id, m.received_at, m.attempts`,
    { leaseSeconds },
  );
  return rows[0];
};

/** @returns the mail as it arrived; undefined if another process has finished it */
export const readContent = async (
  tx: Tx,
  { content_id }: Pick<ReceivedMailRow, 'content_id'>,
): Promise<Buffer | undefined> => (await tx('mail_contents').where({ id: content_id }).first('raw'))?.raw;

/** Deletes a mail in the transaction that uses it. @returns false if another process has done it */
export const finishReceivedMail = async (tx: Tx, { id, content_id }: ReceivedMailRow): Promise<boolean> => {
  if ((await tx(table).where({ id }).delete()) === 0) return false;
  await tx('mail_contents').where({ id: content_id }).delete();
  return true;
};

/** @param seconds until the next attempt */
export const postponeReceivedMail = async (
  tx: Tx,
  { id }: ReceivedMailRow,
  seconds: number,
): Promise<void> => {
  await tx(table)
    .where({ id })
    .update({ next_attempt_at: tx.raw(`now() + ? * interval '1 second'`, [seconds]) });
};

export interface TakenMail {
  organization_id: number;
  message_key: string;
  sender: string;
  task_id: number | null;
  outcome: string;
}

/** Records that a mail was used. @returns false if another copy of it was */
export const claimMail = async (tx: Tx, mail: TakenMail): Promise<boolean> => {
  const claimed = await tx('taken_mails').insert(mail).onConflict().ignore().returning('message_key');
  return claimed.length > 0;
};

/** Counts the mails with this outcome that were used within the last hour. */
export const countTakenMails = async (
  tx: Tx,
  mail: Partial<Pick<TakenMail, 'sender' | 'task_id' | 'outcome'>>,
): Promise<number> => {
  const [row] = await tx('taken_mails')
    .where(mail)
    .whereRaw(`taken_at > now() - interval '1 hour'`)
    .count<{ count: number }[]>('* as count');
  return row?.count ?? 0;
};

/** Longer than mails that are set aside, so that a replay after this time finds no content and makes nothing twice. */
const takenDays = 180;
const contentDays = 120;

export const deleteOldReceivedMails = (tx: Tx): Promise<number> =>
  sweepAlone(tx, 'taken_mails', async () => {
    const taken = await tx('taken_mails')
      .whereRaw(`taken_at < now() - interval '${takenDays} days'`)
      .delete();
    return (
      taken +
      (await tx('mail_contents').whereRaw(`received_at < now() - interval '${contentDays} days'`).delete())
    );
  });
