import { liveMemoryMs } from '@obieg/contracts';
import { staleAfterMs } from '../queries/react-query';
import { currentSession } from '../session/session.store';
import { type LiveSource, listenToStream } from './live-stream';
import { isRefusal, reconnectDelayMs, wasStable } from './reconnect';

interface LiveConnectionOptions extends LiveSource {
  /** Called after a change, and after a gap in which changes may have been missed. */
  onChange: () => void;
}

const sleep = (milliseconds: number, signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    const end = (): void => {
      clearTimeout(timer);
      signal.removeEventListener('abort', end);
      resolve();
    };
    const timer = setTimeout(end, milliseconds);
    signal.addEventListener('abort', end);
  });

/**
 * Returns the highest age of data that a page shows which mounted at the given time. It may show cached data, but none
 * from before the document's navigation.
 */
const dataAgeMs = (mountedAt: number): number => {
  const now = performance.now();
  return Math.ceil(Math.min(now, now - mountedAt + staleAfterMs, liveMemoryMs));
};

const reconnects = new Set<() => void>();

/** Lets all streams that wait for their next attempt try at once, because the server answers again. */
export const reconnectLive = (): void => {
  for (const reconnect of reconnects) reconnect();
};

/**
 * Reports changes while the page is visible. Closes the stream of a hidden page, because browsers limit the
 * connections per host.
 *
 * @returns a function that disconnects
 */
export const connectLive = ({ onChange, ...source }: LiveConnectionOptions): (() => void) => {
  let controller: AbortController | undefined;
  let isRefused = false;
  let isWaiting = false;
  const mountedAt = performance.now();
  /** False for the first attempt, for which the server knows the changes since the page loaded its data. */
  let mayHaveMissedChanges = false;

  const catchUp = (): void => {
    if (mayHaveMissedChanges) onChange();
  };
  /** Returns the error that ended the stream. */
  const attempt = async (signal: AbortSignal): Promise<unknown> => {
    try {
      await listenToStream({
        ...source,
        signal,
        dataAgeMs: mayHaveMissedChanges ? undefined : dataAgeMs(mountedAt),
        onOpen: catchUp,
        onChanged: onChange,
      });
      return undefined;
    } catch (error) {
      return error;
    }
  };
  const giveUp = (): void => {
    isRefused = true;
    // The data may be deleted or forbidden, so the page refetches it. A 401 has already ended the session.
    if (currentSession()) catchUp();
  };
  const keepListening = async (signal: AbortSignal): Promise<void> => {
    let failedAttempts = 0;
    while (!signal.aborted) {
      const startedAt = performance.now();
      const error = await attempt(signal);
      if (signal.aborted) return;
      if (isRefusal(error)) return giveUp();
      mayHaveMissedChanges = true;
      if (wasStable(performance.now() - startedAt)) failedAttempts = 0;
      isWaiting = true;
      await sleep(reconnectDelayMs(failedAttempts, error), signal);
      isWaiting = false;
      failedAttempts += 1;
    }
  };
  const syncWithVisibility = (): void => {
    const isVisible = document.visibilityState !== 'hidden';
    if (isVisible && !isRefused && !controller) {
      controller = new AbortController();
      void keepListening(controller.signal);
    } else if (!isVisible) {
      controller?.abort();
      controller = undefined;
      mayHaveMissedChanges = true;
    }
  };
  const reconnect = (): void => {
    if (!isWaiting) return;
    controller?.abort();
    controller = undefined;
    syncWithVisibility();
  };
  reconnects.add(reconnect);
  syncWithVisibility();
  addEventListener('visibilitychange', syncWithVisibility);
  return () => {
    reconnects.delete(reconnect);
    removeEventListener('visibilitychange', syncWithVisibility);
    controller?.abort();
  };
};
