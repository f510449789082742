import { currentSession } from '../session/session.store';
import { listenToStream } from './live-stream';
import { hasLasted, isRefusal, waitBeforeReconnect } from './reconnect';

interface LiveConnectionOptions {
  /** Number of the task that is open; undefined: all that the list of tasks shows. */
  task: number | undefined;
  /** Something has changed, or may have while nobody listened. */
  onChange: () => void;
}

const pause = (milliseconds: number, signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    const end = (): void => {
      clearTimeout(timer);
      signal.removeEventListener('abort', end);
      resolve();
    };
    const timer = setTimeout(end, milliseconds);
    signal.addEventListener('abort', end);
  });

/** Listens while the page is seen: a browser has few connections to a host, and a hidden page needs none of them. */
export const connectLive = ({ task, onChange }: LiveConnectionOptions): (() => void) => {
  let closing: AbortController | undefined;
  let isRefused = false;
  /** Not at the first attempt: what is on the screen has just been read. */
  let mayHaveMissed = false;

  const catchUp = (): void => {
    if (mayHaveMissed) onChange();
  };
  /** Answers what it failed with. */
  const attempt = async (signal: AbortSignal): Promise<unknown> => {
    try {
      await listenToStream({ task, signal, onOpen: catchUp, onChanged: onChange });
      return undefined;
    } catch (error) {
      return error;
    }
  };
  const giveUp = (): void => {
    isRefused = true;
    // Who may listen no more may see no more, which a page learns by asking; not one whose person has just been signed out.
    if (currentSession()) catchUp();
  };
  const keepListening = async (signal: AbortSignal): Promise<void> => {
    let inVain = 0;
    while (!signal.aborted) {
      const startedAt = performance.now();
      const error = await attempt(signal);
      if (signal.aborted) return;
      if (isRefusal(error)) return giveUp();
      mayHaveMissed = true;
      if (hasLasted(performance.now() - startedAt)) inVain = 0;
      await pause(waitBeforeReconnect(inVain, error), signal);
      inVain += 1;
    }
  };
  const follow = (): void => {
    const isSeen = document.visibilityState !== 'hidden';
    if (isSeen && !isRefused && !closing) {
      closing = new AbortController();
      void keepListening(closing.signal);
    } else if (!isSeen) {
      closing?.abort();
      closing = undefined;
      mayHaveMissed = true;
    }
  };
  follow();
  addEventListener('visibilitychange', follow);
  return () => {
    removeEventListener('visibilitychange', follow);
    closing?.abort();
  };
};
