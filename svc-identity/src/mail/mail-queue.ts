import type { Tx } from '@obieg/service-kit';
import type { Mail } from './mails';

/** Queues a mail in the transaction of its cause; it is sent after the commit, and again while the server is away. */
export const queueMail = async (tx: Tx, mail: Mail): Promise<void> => {
  await tx('mail_queue').insert(mail);
};

/** The same work for somebody who is not mailed, so that the time taken does not tell them from others. */
export const queueNothing = (tx: Tx, mail: Mail): Promise<void> => queueMail(tx, { ...mail, recipient: '' });

/** A mail that waits: its row is held until it has been handed over or put back. */
interface QueuedMail extends Mail {
  id: number;
  message_id: string;
  attempts: number;
  queued_at: Date;
}

/**
 * Takes the next mail that is due. The row is locked, so that no other replica takes it; a process that is killed gives
 * it back at once, since its connection ends.
 */
export const takeMail = async (tx: Tx): Promise<QueuedMail | undefined> => {
  // Handing over may take longer than the database otherwise lets a transaction idle.
  await tx.raw(`set local idle_in_transaction_session_timeout = '150s'`);
  return tx<QueuedMail>('mail_queue')
    .where('next_attempt_at', '<=', tx.fn.now())
    .orderBy('next_attempt_at')
    .orderBy('id')
    .forUpdate()
    .skipLocked()
    .first();
};

export const dropMail = async (tx: Tx, { id }: QueuedMail): Promise<void> => {
  await tx('mail_queue').where({ id }).delete();
};

export const putBackMail = async (tx: Tx, { id, attempts }: QueuedMail, seconds: number): Promise<void> => {
  await tx('mail_queue')
    .where({ id })
    .update({
      attempts: attempts + 1,
      next_attempt_at: tx.raw(`now() + ? * interval '1 second'`, [seconds]),
    });
};
