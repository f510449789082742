import { type Database, type Tx, withEveryOrganization } from '@obieg/service-kit';
import { countLockWaits, pollUntil } from '@obieg/service-kit/testing';

export type Call = () => Promise<{ status: number }>;

/**
 * Starts calls one after another while a lock stops the first, and releases it when each has finished or waits for a
 * lock. Changes made by `hold` are visible to them.
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
  // The lock holder must not count against the organization's connections.
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
