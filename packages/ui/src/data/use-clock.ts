import { useSyncExternalStore } from 'react';

const tickMs = 60_000;
/** Without a reader, the clock follows the time in steps of this length. Every row of a first rendering gets one time. */
const idleStepMs = 500;

let nowMs = Date.now();
let timer: ReturnType<typeof setInterval> | undefined;
const readers = new Set<() => void>();

const tick = (): void => {
  nowMs = Date.now();
  for (const notifyReader of readers) notifyReader();
};

const stop = (): void => {
  clearInterval(timer);
  timer = undefined;
};

/** Runs while the page is visible. A page that becomes visible shows the current time at once. */
const followVisibility = (): void => {
  stop();
  if (document.visibilityState === 'hidden') return;
  tick();
  timer = setInterval(tick, tickMs);
};

const subscribe = (notifyReader: () => void): (() => void) => {
  readers.add(notifyReader);
  if (readers.size === 1) {
    document.addEventListener('visibilitychange', followVisibility);
    if (document.visibilityState !== 'hidden') timer = setInterval(tick, tickMs);
  }
  return () => {
    readers.delete(notifyReader);
    if (readers.size > 0) return;
    document.removeEventListener('visibilitychange', followVisibility);
    stop();
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
