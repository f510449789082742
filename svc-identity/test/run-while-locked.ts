import { type Database, type Tx, withEveryOrganization } from '@obieg/service-kit';
import { countLockWaits, pollUntil } from '@obieg/service-kit/testing';

export type SendRequest = () => Promise<{ status: number }>;

/**
 * Starts requests one after another while `lock` blocks them. Commits when each request waits for a lock or has
 * finished. Requests that waited then see the changes of `lock`.
 *
 * @returns the status codes
 */
export const runWhileLocked = async (
  db: Database,
  lock: (tx: Tx) => Promise<unknown>,
  requests: readonly SendRequest[],
): Promise<number[]> => {
  const started: Promise<{ status: number }>[] = [];
  let finished = 0;
  const allWaitOrFinished = async (): Promise<true | undefined> =>
    (await countLockWaits(db.knex)) + finished >= started.length || undefined;
  // The lock holder must not count against the organization's connections.
  await withEveryOrganization(db, async (tx) => {
    await lock(tx);
    for (const send of requests) {
      const response = send();
      started.push(response);
      void response.finally(() => finished++);
      await pollUntil(allWaitOrFinished, { describe: 'all requests wait or have finished' });
    }
  });
  return (await Promise.all(started)).map(({ status }) => status);
};
