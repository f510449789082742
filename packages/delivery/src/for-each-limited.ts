import PQueue from 'p-queue';

/**
 * Runs `work` for every item, `limit` at a time. After a failure it starts no further item, waits for the started ones
 * and rejects.
 */
export const forEachLimited = async <T>(
  items: readonly T[],
  limit: number,
  work: (item: T) => Promise<void>,
): Promise<void> => {
  let failure: { error: unknown } | undefined;
  const run = async (item: T): Promise<void> => {
    if (!failure)
      await work(item).catch((error: unknown) => {
        failure ??= { error };
      });
  };
  await new PQueue({ concurrency: limit }).addAll(items.map((item) => () => run(item)));
  if (failure) throw failure.error;
};
