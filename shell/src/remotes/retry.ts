export const wait = (durationMs: number): Promise<void> =>
  new Promise((resolve) => {
    setTimeout(resolve, durationMs);
  });

interface RetryOptions {
  /** Attempts after the first one. */
  retries: number;
  /** Delay before the first retry. Doubles for each further retry. */
  delayMs: number;
  /** Whether another attempt may help. Default: always. */
  isRetryable?: (error: unknown) => boolean;
}

/** Runs `attempt` until it succeeds. Rejects with the last error when no retry is left or may help. */
export const retry = async <T>(
  attempt: () => Promise<T>,
  { retries, delayMs, isRetryable = () => true }: RetryOptions,
): Promise<T> => {
  for (let failures = 0; ; failures++) {
    try {
      return await attempt();
    } catch (error) {
      if (failures >= retries || !isRetryable(error)) throw error;
      await wait(delayMs * 2 ** failures);
    }
  }
};

class DeadlineError extends Error {
  override readonly name = 'DeadlineError';
}

/** Rejects with a `DeadlineError` if `work` takes longer than `deadlineMs`. Does not cancel the work. */
export const withDeadline = async <T>(work: Promise<T>, deadlineMs: number, what: string): Promise<T> => {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(
      () => reject(new DeadlineError(`${what} took longer than ${deadlineMs} ms`)),
      deadlineMs,
    );
  });
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
};
