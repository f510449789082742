import type { LiveUpdate } from './task-updates';

interface ReceivedUpdate {
  update: LiveUpdate;
  /** By `performance.now()`. */
  receivedAt: number;
}

/** Bounds the memory, and the work of opening a stream. */
const updatesMax = 5_000;

/**
 * Remembers the latest updates of this process, because a page loads its data before it opens its stream.
 *
 * @param memoryMs milliseconds for which an update is remembered
 */
export const createRecentUpdates = (memoryMs: number) => {
  let received: ReceivedUpdate[] = [];
  /** Everything that was received since then is remembered. */
  let completeSince = performance.now();

  return {
    add: (update: LiveUpdate): void => {
      const now = performance.now();
      received.push({ update, receivedAt: now });
      // Removes half at once, so that an update costs constant time on average.
      if (received.length <= updatesMax) return;
      const kept = received.slice(-updatesMax / 2);
      completeSince = kept[0]?.receivedAt ?? now;
      received = kept;
    },
    /** Returns the updates of the last milliseconds, or undefined if some of them may be forgotten. */
    listSince: (ageMs: number): LiveUpdate[] | undefined => {
      const since = performance.now() - ageMs;
      if (ageMs >= memoryMs || since <= completeSince) return undefined;
      return received.filter(({ receivedAt }) => receivedAt >= since).map(({ update }) => update);
    },
  };
};
