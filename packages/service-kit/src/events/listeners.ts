import { setTimeout as wait } from 'node:timers/promises';
import type { Logger } from 'pino';

export interface Handle {
  close(): Promise<void>;
}
type Open = () => Promise<Handle>;

interface ListenersOptions {
  /** Makes what listeners need on the server; runs before they are opened again. */
  prepare(): Promise<void>;
  /** Nothing will ever be opened again. */
  isClosed(): boolean;
  log: Logger;
  retryMs: number;
}

/** One listener; its openings and closings take turns, so that it is never open twice. */
const createListener = (open: Open) => {
  let current: Handle | undefined;
  let isEnded = false;
  let turn: Promise<void> = Promise.resolve();
  const takeTurn = (work: () => Promise<void>): Promise<void> => {
    const done = turn.then(work);
    turn = done.catch(() => undefined);
    return done;
  };
  const close = async (): Promise<void> => {
    const handle = current;
    current = undefined;
    await handle?.close();
  };
  return {
    reopen: () =>
      takeTurn(async () => {
        await close();
        if (!isEnded) current = await open();
      }),
    end: () => {
      isEnded = true;
      return takeTurn(close);
    },
  };
};

/** Keeps open what listens, over servers that come back without streams or consumers. */
export const createListeners = ({ prepare, isClosed, log, retryMs }: ListenersOptions) => {
  const listeners = new Set<ReturnType<typeof createListener>>();
  let isComplete = true;
  let round = 0;
  let work: Promise<void> = Promise.resolve();

  /** Answers whether all are open; one that cannot be opened holds up no other. */
  const openAll = async (): Promise<boolean> => {
    await prepare();
    const results = await Promise.allSettled([...listeners].map((listener) => listener.reopen()));
    const failed = results.find((result) => result.status === 'rejected');
    if (failed) log.warn({ err: failed.reason }, 'a consumer cannot be opened yet');
    return !failed;
  };
  const restoreUntilDone = async (mine: number): Promise<void> => {
    while (mine === round && !isClosed()) {
      const isDone = await openAll().catch((error: unknown) => {
        log.warn({ err: error }, 'NATS is back, its streams are not yet');
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
    /** Everything that is to listen does. */
    isComplete: () => isComplete,
    /** The connection is lost: nothing listens until `restore`. */
    suspend: (): void => {
      isComplete = false;
      round += 1;
    },
    /** The connection is back: opens everything anew, however often it takes. */
    restore,
    /** A stream or consumer is missing although the connection never was. */
    repair: (): void => {
      if (isComplete) restore();
    },
    /** Opens a listener and keeps it open until the handle is closed; what fails at first is tried again. */
    listen: async (open: Open): Promise<Handle> => {
      const listener = createListener(open);
      listeners.add(listener);
      await listener.reopen().catch((error: unknown) => {
        log.warn({ err: error }, 'a consumer cannot be opened yet');
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
