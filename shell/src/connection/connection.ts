import { onNetworkFailure } from '@obieg/web-kit';
import { useSyncExternalStore } from 'react';
import { fetchRegistry } from '../registry/registry';

const probeIntervalMs = 5_000;

let isLost = false;
let isProbing = false;
let timer: ReturnType<typeof setTimeout> | undefined;
const listeners = new Set<() => void>();

const setLost = (next: boolean): void => {
  if (next === isLost) return;
  isLost = next;
  for (const listener of listeners) listener();
};

/** Asks the server for a small file, and repeats it until the server answers. */
export const checkConnection = async (): Promise<void> => {
  if (isProbing) return;
  isProbing = true;
  clearTimeout(timer);
  const isReachable = await fetchRegistry().then(
    () => true,
    () => false,
  );
  isProbing = false;
  setLost(!isReachable);
  if (!isReachable) timer = setTimeout(() => void checkConnection(), probeIntervalMs);
};

const subscribe = (listener: () => void): (() => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

/** Whether the server cannot be reached, so that the page no longer follows changes. */
export const useIsConnectionLost = (): boolean => useSyncExternalStore(subscribe, () => isLost);

/**
 * Watches the connection: the browser says that it is offline, or a call gets no response. One failed call proves
 * nothing, so the watch asks the server before it says that the connection is lost.
 *
 * @param onRestored runs when the server answers again
 * @returns a function that stops watching
 */
export const watchConnection = (onRestored: () => void): (() => void) => {
  const watch = new AbortController();
  const { signal } = watch;
  const check = (): void => void checkConnection();
  const checkUnlessLost = (): void => {
    if (!isLost) check();
  };
  addEventListener('offline', check, { signal });
  addEventListener('online', check, { signal });
  const stops = [
    onNetworkFailure(checkUnlessLost),
    subscribe(() => {
      if (!isLost) onRestored();
    }),
  ];
  return () => {
    watch.abort();
    clearTimeout(timer);
    for (const stop of stops) stop();
  };
};
