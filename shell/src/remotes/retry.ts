export const wait = (durationMs: number): Promise<void> =>
  new Promise((resolve) => {
    setTimeout(resolve, durationMs);
  });

interface RetryOptions {
  /** Tries after the first. */
  retries: number;
  /** Before the first further try; doubles with each. */
  delayMs: number;
}

/** Runs `attempt` until it succeeds or the tries are used up, then rejects with the last error. */
export const retry = async <T>(attempt: () => Promise<T>, { retries, delayMs }: RetryOptions): Promise<T> => {
  for (let failures = 0; ; failures++) {
    try {
      return await attempt();
    } catch (error) {
      if (failures >= retries) throw error;
      await wait(delayMs * 2 ** failures);
    }
  }
};

/** Rejects when `work` is not done in time; what it does later is not waited for. */
export const withDeadline = async <T>(work: Promise<T>, deadlineMs: number, what: string): Promise<T> => {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`${what} took longer than ${deadlineMs} ms`)), deadlineMs);
  });
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
};
