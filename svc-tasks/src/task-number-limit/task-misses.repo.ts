import type { TaskMissReservation } from '@obieg/contracts';
import { type Database, sweepAlone, type Tx, withTransaction } from '@obieg/service-kit';

const table = 'task_misses';
const missSeconds = 3_600;
/** Longer than a gateway waits for a response. A gateway that was killed does not settle its reservations. */
const reservationSeconds = 120;

interface Guess {
  principal: string;
  number: string;
}
interface Count {
  misses: number;
  others: number;
  retryAfterSeconds: number;
}

const expiresIn = (tx: Tx, seconds: number) => tx.raw(`now() + ? * interval '1 second'`, [seconds]);

/** Serializes the requests of one client, so that parallel guesses find no more than sequential ones. */
const lockPrincipal = (tx: Tx, principal: string) =>
  tx.raw('select pg_advisory_xact_lock(hashtextextended(?, 0))', [`${table} ${principal}`]);

const readCount = async (tx: Tx, { principal, number }: Guess): Promise<Count> => {
  const { rows } = await tx.raw<{ rows: [Count] }>(
    `select count(*) filter (where is_miss)::int as misses,
            count(*) filter (where number <> :number)::int as others,
            coalesce(ceil(extract(epoch from min(expires_at) filter (where is_miss) - now())), 0)::int
              as "retryAfterSeconds"
       from task_misses where principal = :principal and expires_at > now()`,
    { principal, number },
  );
  return rows[0];
};

/**
 * Reserves a miss before the client learns whether the number exists. Repeated numbers count once.
 *
 * @param max misses per client and hour
 */
export const reserveMiss = (db: Database, guess: Guess, max: number): Promise<TaskMissReservation> =>
  withTransaction(db, async (tx) => {
    await lockPrincipal(tx, guess.principal);
    const { misses, others, retryAfterSeconds } = await readCount(tx, guess);
    if (misses >= max) return { outcome: 'exhausted', retryAfterSeconds };
    if (others >= max) return { outcome: 'busy', retryAfterSeconds: 0 };
    await tx(table)
      .insert({ ...guess, is_miss: false, expires_at: expiresIn(tx, reservationSeconds) })
      .onConflict(['principal', 'number'])
      .merge({ expires_at: tx.raw('greatest(task_misses.expires_at, excluded.expires_at)') });
    return { outcome: 'reserved', retryAfterSeconds: 0 };
  });

/** Turns a reservation into a miss, or returns it. A counted miss stays. */
export const settleMiss = (db: Database, guess: Guess, isMiss: boolean): Promise<void> =>
  withTransaction(db, async (tx) => {
    if (!isMiss) {
      await tx(table)
        .where({ ...guess, is_miss: false })
        .delete();
      return;
    }
    await tx(table)
      .insert({ ...guess, is_miss: true, expires_at: expiresIn(tx, missSeconds) })
      .onConflict(['principal', 'number'])
      .merge(['is_miss', 'expires_at']);
  });

/** @returns the number of deleted rows */
export const deleteExpiredMisses = (db: Database): Promise<number> =>
  withTransaction(db, (tx) =>
    sweepAlone(tx, table, () => tx(table).where('expires_at', '<', tx.fn.now()).delete()),
  );
