import { isApiError } from './api-error';

/** The server is busy or away. It says how long to wait, at most a minute. */
const defaultWaitSeconds = 5;
/** Attempts while the server is away. A rate limit has none, because it ends. */
const attemptsMax = 6;

const wait = (seconds: number, signal: AbortSignal): Promise<void> =>
  new Promise((resolve, reject) => {
    const stop = (): void => {
      clearTimeout(timer);
      reject(signal.reason);
    };
    const timer = setTimeout(() => {
      signal.removeEventListener('abort', stop);
      resolve();
    }, seconds * 1000);
    signal.addEventListener('abort', stop, { once: true });
  });

/**
 * Repeats a call while the server limits its rate, or cannot take it. Only for calls that can be repeated without harm.
 *
 * @throws the last failure, or the reason of the signal
 */
export const repeatWhileBusy = async <Answer>(
  call: () => Promise<Answer>,
  signal: AbortSignal,
): Promise<Answer> => {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await call();
    } catch (error) {
      signal.throwIfAborted();
      if (!isApiError(error)) throw error;
      const isAway = error.status === undefined || error.status >= 502;
      if (error.status !== 429 && (!isAway || attempt === attemptsMax)) throw error;
      await wait(error.retryAfterSeconds ?? defaultWaitSeconds, signal);
    }
  }
};
