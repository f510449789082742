import { setTimeout as wait } from 'node:timers/promises';
import type { Logger } from 'pino';

export interface Handle {
  close(): Promise<void>;
}
type Open = () => Promise<Handle>;

interface ListenersOptions {
  /** Creates streams and consumers on the server before listeners are opened. */
  prepare(): Promise<void>;
  /** Whether the connection is closed for good, so that retries stop. */
  isClosed(): boolean;
  log: Logger;
  retryMs: number;
}

/** Serializes opening and closing of one listener, so that it is never open twice. */
const createListener = (open: Open) => {
  let current: Handle | undefined;
  let isEnded = false;
  let queue: Promise<void> = Promise.resolve();
  const enqueue = (work: () => Promise<void>): Promise<void> => {
    const done = queue.then(work);
    queue = done.catch(() => undefined);
    return done;
  };
  const close = async (): Promise<void> => {
    const handle = current;
    current = undefined;
    await handle?.close();
  };
  return {
    reopen: () =>
      enqueue(async () => {
        await close();
        if (!isEnded) current = await open();
      }),
    end: () => {
      isEnded = true;
      return enqueue(close);
    },
  };
};

/** Reopens listeners after a reconnect, also if the server has lost its streams and consumers. */
export const createListeners = ({ prepare, isClosed, log, retryMs }: ListenersOptions) => {
  const listeners = new Set<ReturnType<typeof createListener>>();
  let isComplete = true;
  let round = 0;
  let work: Promise<void> = Promise.resolve();

  /** Opens all listeners. One that fails does not block others. @returns whether all are open */
  const openAll = async (): Promise<boolean> => {
    await prepare();
    const results = await Promise.allSettled([...listeners].map((listener) => listener.reopen()));
    const failed = results.find((result) => result.status === 'rejected');
    if (failed) log.warn({ err: failed.reason }, 'cannot open a consumer yet');
    return !failed;
  };
  const restoreUntilDone = async (mine: number): Promise<void> => {
    while (mine === round && !isClosed()) {
      const isDone = await openAll().catch((error: unknown) => {
        log.warn({ err: error }, 'NATS is connected, but its streams are missing');
        return false;
      });
      if (isDone && mine === round) isComplete = true;
      if (isDone) return;
      await wait(retryMs);
    }
  };
  const restore = (): void => {
    isComplete = false;
    round += 1;
    const mine = round;
    work = work.then(() => restoreUntilDone(mine));
  };

  return {
    /** Whether all listeners are open. */
    isComplete: () => isComplete,
    /** Call it when the connection is lost. */
    suspend: (): void => {
      isComplete = false;
      round += 1;
    },
    /** Call it after a reconnect. Opens all listeners again, with retries. */
    restore,
    /** Call it when a stream or consumer is missing although the connection persisted. */
    repair: (): void => {
      if (isComplete) restore();
    },
    /** Opens a listener and keeps it open until its handle is closed. */
    listen: async (open: Open): Promise<Handle> => {
      const listener = createListener(open);
      listeners.add(listener);
      await listener.reopen().catch((error: unknown) => {
        log.warn({ err: error }, 'cannot open a consumer yet');
        restore();
      });
      return {
        close: async () => {
          listeners.delete(listener);
          await listener.end();
        },
      };
    },
  };
};
