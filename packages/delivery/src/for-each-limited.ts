/** Runs `work` for every item, `limit` at a time. Rejects with the first failure and starts no further item. */
export const forEachLimited = async <T>(
  items: readonly T[],
  limit: number,
  work: (item: T) => Promise<void>,
): Promise<void> => {
  let next = 0;
  let hasFailed = false;
  const runLane = async (): Promise<void> => {
    while (next < items.length && !hasFailed) {
      const item = items[next++] as T;
      await work(item).catch((error: unknown) => {
        hasFailed = true;
        throw error;
      });
    }
  };
  await Promise.all(Array.from({ length: Math.min(limit, items.length) }, runLane));
};
