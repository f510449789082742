const triesMax = 4;
/** Pause before the second try of a row. It doubles with each further one. */
const firstRetryMs = 1_000;

interface Row {
  id: number;
}

/** What the next batch contains: a row alone that failed before, or up to `limit` others. */
type NextBatch = { only: number } | { limit: number; except: readonly number[] };

/**
 * Finds the row that makes a batch fail. After a failure the next batch has half the size, down to one row. A row that
 * fails alone is tried again later, also alone, while the others continue. The memory of this process is enough: another
 * process finds the row again.
 *
 * @param batchSize normal size, which returns after batches that succeed
 */
export const createBatchLane = (batchSize: number, now: () => number = () => performance.now()) => {
  const failing = new Map<number, { tries: number; dueAt: number }>();
  let size = batchSize;
  return {
    next: (): NextBatch => {
      for (const [only, { dueAt }] of failing) if (dueAt <= now()) return { only };
      return { limit: size, except: [...failing.keys()] };
    },
    succeed: (batch: NextBatch): void => {
      if ('only' in batch) failing.delete(batch.only);
      else size = Math.min(batchSize, size * 2);
    },
    /** @returns the number of tries if the row must be set aside */
    fail: (rows: readonly Row[]): number | undefined => {
      const [row] = rows;
      if (!row || rows.length > 1) {
        size = Math.max(1, Math.floor(rows.length / 2));
        return undefined;
      }
      const tries = (failing.get(row.id)?.tries ?? 0) + 1;
      if (tries < triesMax) {
        failing.set(row.id, { tries, dueAt: now() + firstRetryMs * 2 ** (tries - 1) });
        return undefined;
      }
      failing.delete(row.id);
      return tries;
    },
    /** Whether nothing is remembered, so that the lane can be dropped. */
    isIdle: (): boolean => failing.size === 0 && size === batchSize,
  };
};
export type BatchLane = ReturnType<typeof createBatchLane>;
