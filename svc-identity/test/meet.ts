import { type Database, type Tx, withEveryOrganization } from '@obieg/service-kit';
import { countLockWaits, pollUntil } from '@obieg/service-kit/testing';

export type Call = () => Promise<{ status: number }>;

/**
 * Starts the calls one after the other while a lock is held that stops the first in the middle of its work, and lets
 * them go on when each has ended or waits for somebody. What `hold` has changed is there when they do.
 */
export const meet = async (
  db: Database,
  hold: (tx: Tx) => Promise<unknown>,
  calls: readonly Call[],
): Promise<number[]> => {
  const started: Promise<{ status: number }>[] = [];
  let ended = 0;
  const stoppedOrEnded = async (): Promise<true | undefined> =>
    (await countLockWaits(db.knex)) + ended >= started.length || undefined;
  // Who holds the lock takes no organization's turn for a connection.
  await withEveryOrganization(db, async (tx) => {
    await hold(tx);
    for (const call of calls) {
      const answer = call();
      started.push(answer);
      void answer.finally(() => ended++);
      await pollUntil(stoppedOrEnded, { describe: 'all calls to wait or to end' });
    }
  });
  return (await Promise.all(started)).map(({ status }) => status);
};
