import type { Tx } from '@obieg/service-kit';
import type { Mail } from './mails';

/**
 * Queues a mail in the transaction of its cause. It is sent after the commit and retried while the server is
 * unavailable.
 */
export const queueMail = async (tx: Tx, mail: Mail): Promise<void> => {
  await tx('mail_queue').insert(mail);
};

/** Does the same work without a recipient, so that timing does not reveal whether an account exists. */
export const queueDummyMail = (tx: Tx, mail: Mail): Promise<void> =>
  queueMail(tx, { ...mail, recipient: '' });

/** A queued mail. Its row stays locked until it is sent or requeued. */
interface QueuedMail extends Mail {
  id: number;
  message_id: string;
  attempts: number;
  queued_at: Date;
}

/**
 * Takes the next due mail. The row lock keeps other replicas from taking it; if this process is killed, PostgreSQL
 * releases the lock.
 */
export const takeMail = async (tx: Tx): Promise<QueuedMail | undefined> => {
  // Sending can take longer than the usual limit for idle transactions.
  await tx.raw(`set local idle_in_transaction_session_timeout = '150s'`);
  return tx<QueuedMail>('mail_queue')
    .where('next_attempt_at', '<=', tx.fn.now())
    .orderBy('next_attempt_at')
    .orderBy('id')
    .forUpdate()
    .skipLocked()
    .first();
};

export const deleteMail = async (tx: Tx, { id }: QueuedMail): Promise<void> => {
  await tx('mail_queue').where({ id }).delete();
};

export const requeueMail = async (tx: Tx, { id, attempts }: QueuedMail, seconds: number): Promise<void> => {
  await tx('mail_queue')
    .where({ id })
    .update({
      attempts: attempts + 1,
      next_attempt_at: tx.raw(`now() + ? * interval '1 second'`, [seconds]),
    });
};
