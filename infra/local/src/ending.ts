/** Detects a killed npm, which sends no signal to this process. */
const watchParent = (end: () => void): void => {
  const parent = process.ppid;
  setInterval(() => {
    if (process.ppid !== parent) end();
  }, 1_000).unref();
};

export interface Ending {
  /** Aborts when the user ends the program. */
  signal: AbortSignal;
  /** Resolves at the same time. */
  ended: Promise<void>;
}

/** Watches for Ctrl-C, a termination signal or the end of npm. A second signal exits at once. */
export const watchForEnd = (log: (line: string) => void): Ending => {
  const ending = new AbortController();
  const ended = new Promise<void>((done) => {
    const end = (): void => {
      // The children die with this process.
      if (ending.signal.aborted) process.exit(1);
      process.stdout.write('\n');
      log('stopping');
      ending.abort();
      done();
    };
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, end);
    if (process.env['npm_lifecycle_event'] !== undefined) watchParent(() => ending.signal.aborted || end());
  });
  return { signal: ending.signal, ended };
};
