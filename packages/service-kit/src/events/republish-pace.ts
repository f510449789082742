import { setTimeout as wait } from 'node:timers/promises';
import { type Database, withTransaction } from '../database/database';

/** Two batches of the relay, so that it always has some to publish. */
const waitingMax = 400;
const pollMs = 50;
/** A relay publishes a batch within this time. Without one, for example during a restore, nobody else waits either. */
const standstillMs = 5_000;

/**
 * Creates a function to call before each batch of a `republish`. It waits while many events are in the outbox, so that
 * an event of a person's change waits behind one batch only. Stops waiting if nothing is published.
 */
export const createRepublishPace = (db: Database) => {
  let isRelayRunning = true;
  const readOutbox = async () => {
    const [row] = await withTransaction(db, (tx) =>
      tx('outbox')
        .count('* as count')
        .min('id as first')
        .then((rows) => rows as { count: number; first: number | null }[]),
    );
    return { count: row?.count ?? 0, first: row?.first ?? null };
  };
  return async (): Promise<void> => {
    let seen: number | null = null;
    let seenAt = performance.now();
    while (isRelayRunning) {
      const { count, first } = await readOutbox();
      if (count <= waitingMax) return;
      if (first !== seen) [seen, seenAt] = [first, performance.now()];
      isRelayRunning = performance.now() - seenAt < standstillMs;
      await wait(pollMs);
    }
  };
};
