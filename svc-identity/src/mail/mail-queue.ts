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
