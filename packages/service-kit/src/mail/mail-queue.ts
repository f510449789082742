import type { Knex } from 'knex';
import type { Tx } from '../database/transaction';
import type { Queue } from '../queues/queue';

/** State of a queued mail, next to the columns that the service adds. */
export interface QueuedMail {
  id: number;
  message_id: string;
  attempts: number;
  queued_at: Date;
}

const table = 'mail_queue';

export const mailQueue: Queue = {
  name: 'mail',
  table,
  oldest: `select min(queued_at) from (select queued_at from ${table} limit 10000) waiting`,
  reset: ['attempts', 'queued_at', 'next_attempt_at'],
};

/** Adds the columns that the mailer needs to a service's table `mail_queue`. */
export const addMailQueueColumns = (knex: Knex, builder: Knex.CreateTableBuilder): void => {
  builder.specificType('id', 'bigint generated always as identity').primary();
  builder.uuid('message_id').notNullable().defaultTo(knex.raw('gen_random_uuid()'));
  builder.integer('attempts').notNullable().defaultTo(0);
  builder.timestamp('queued_at').notNullable().defaultTo(knex.fn.now());
  builder.timestamp('next_attempt_at').notNullable().defaultTo(knex.fn.now());
  builder.index(['next_attempt_at', 'id'], 'mail_queue_next');
};

/**
 * Takes the next due mail. The row lock keeps other replicas from taking it; if this process is killed, PostgreSQL
 * releases the lock.
 *
 * @param kinds of the column `kind`. Mails of other kinds wait for the newer version that queued them.
 */
export const takeMail = async <Mail extends QueuedMail>(
  tx: Tx,
  kinds?: readonly string[],
): Promise<Mail | undefined> => {
  // Sending can take longer than the usual limit for idle transactions.
  await tx.raw(`set local idle_in_transaction_session_timeout = '150s'`);
  const due = tx(table).where('next_attempt_at', '<=', tx.fn.now());
  return (await (kinds ? due.whereIn('kind', kinds) : due)
    .orderBy('next_attempt_at')
    .orderBy('id')
    .forUpdate()
    .skipLocked()
    .first()) as Mail | undefined;
};

export const deleteMail = async (tx: Tx, { id }: QueuedMail): Promise<void> => {
  await tx(table).where({ id }).delete();
};

export const requeueMail = async (tx: Tx, { id, attempts }: QueuedMail, seconds: number): Promise<void> => {
  await tx(table)
    .where({ id })
    .update({
      attempts: attempts + 1,
      next_attempt_at: tx.raw(`now() + ? * interval '1 second'`, [seconds]),
    });
};
