export interface Queue {
  run<T>(work: () => Promise<T>): Promise<T>;
  /** Waits until every started work has ended, then fails with the first error. Starts nothing after an error. */
  runAll(works: readonly (() => Promise<void>)[]): Promise<void>;
}

/** Runs at most `max` works at the same time, in the order of their calls. */
export const createQueue = (max: number): Queue => {
  const waiting: (() => void)[] = [];
  let running = 0;
  const run: Queue['run'] = async (work) => {
    if (running >= max) await new Promise<void>((resolve) => waiting.push(resolve));
    else running += 1;
    try {
      return await work();
    } finally {
      // Passes its place on, so that no later call overtakes.
      const next = waiting.shift();
      if (next) next();
      else running -= 1;
    }
  };
  return {
    run,
    runAll: async (works) => {
      let failure: { error: unknown } | undefined;
      const runOne = (work: () => Promise<void>) =>
        run(async () => {
          if (failure) return;
          try {
            await work();
          } catch (error) {
            failure ??= { error };
          }
        });
      await Promise.all(works.map(runOne));
      if (failure) throw failure.error;
    },
  };
};
