const launchesMax = 3;

/** PostgreSQL and NATS print the words of the system, Node.js its code. */
const isPortTaken = (error: unknown): boolean => /EADDRINUSE|address already in use/i.test(String(error));

interface RelaunchOptions {
  log?(line: string): void;
  signal?: AbortSignal;
}

/**
 * Launches again, with other ports, if another program took a chosen port before ours listened on it.
 *
 * @param launch chooses its ports itself, and stops everything before it rejects
 */
export const relaunchOnTakenPort = async <T>(
  launch: () => Promise<T>,
  { log, signal }: RelaunchOptions,
): Promise<T> => {
  for (let launches = 1; ; launches += 1) {
    try {
      return await launch();
    } catch (error) {
      if (!isPortTaken(error) || launches >= launchesMax || signal?.aborted) throw error;
      log?.('another program took a port meanwhile; starting again with other ports');
    }
  }
};
