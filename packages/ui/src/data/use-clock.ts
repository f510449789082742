import { useSyncExternalStore } from 'react';

const tickMs = 60_000;
/** Without a reader, the clock follows the time in steps of this length. Every row of a first rendering gets one time. */
const idleStepMs = 500;

let nowMs = Date.now();
let timer: ReturnType<typeof setInterval> | undefined;
const readers = new Set<() => void>();

/** Stands still while the page is hidden. A page that becomes visible shows the current time at once. */
const tick = (): void => {
  if (document.visibilityState === 'hidden') return;
  nowMs = Date.now();
  for (const notifyReader of readers) notifyReader();
};

const subscribe = (notifyReader: () => void): (() => void) => {
  readers.add(notifyReader);
  if (readers.size === 1) {
    document.addEventListener('visibilitychange', tick);
    timer = setInterval(tick, tickMs);
  }
  return () => {
    readers.delete(notifyReader);
    if (readers.size > 0) return;
    document.removeEventListener('visibilitychange', tick);
    clearInterval(timer);
  };
};

const getNow = (): number => {
  const currentMs = Date.now();
  if (readers.size === 0 && Math.abs(currentMs - nowMs) > idleStepMs) nowMs = currentMs;
  return nowMs;
};

/**
 * Current time in milliseconds, at most a minute old. All readers share one clock, so that one table never shows two
 * words for one time.
 */
export const useClock = (): number => useSyncExternalStore(subscribe, getNow);
