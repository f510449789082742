import { type Logger, requestJson } from '@obieg/service-kit';

/** A call without a response for this long raises the question whether its instance hangs. */
const patienceMs = 400;
/** A service responds to its liveness check without waiting for anything, within milliseconds. */
const checkDeadlineMs = 500;
/** Together, a hang is noticed within two seconds. */
const checksBeforeHang = 2;
/** A check that ends later says nothing: the gateway itself had no processor time to read the response. */
const checkLateMs = 250;
/** Time between two checks of an instance that hangs. */
const retryMs = 1_000;

/** A call that waits for its response. */
export interface WatchedCall {
  /** Its response begins, so the instance does not hang. */
  responded(): void;
  /** It ends without a response, or another instance gets it. */
  stop(): void;
}

/** Watches whether one instance still responds at all. */
export interface HangWatch {
  isHanging(): boolean;
  /**
   * Watches a call until its response begins. Runs `onHanging` once if the instance hangs, also if it already does.
   */
  watch(onHanging: () => void): WatchedCall;
  /** Checks now, because something else had no response. */
  suspect(): void;
  stop(): void;
}

/** A call that no watch needs to know. */
export const unwatchedCall: WatchedCall = { responded: () => undefined, stop: () => undefined };

interface HangWatchOptions {
  origin: string;
  log: Pick<Logger, 'warn' | 'info'>;
}

/**
 * Any response counts, and a refused connection, too: calls to such an instance fail at once.
 *
 * @returns undefined if the gateway was too busy to find out
 */
const isResponding = async (origin: string): Promise<boolean | undefined> => {
  const startedAt = performance.now();
  try {
    await requestJson(`${origin}/healthz`, checkDeadlineMs);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ABORT_ERR') return true;
    return performance.now() - startedAt > checkDeadlineMs + checkLateMs ? undefined : false;
  }
};

/**
 * Circuit breaker of one instance. A stopped or blocked process accepts connections but never responds, so each call
 * would wait for the whole timeout. While calls wait, the watch checks the liveness of the process. If it does not
 * respond, the waiting calls end, new ones fail at once, and one check per second finds out when it responds again.
 * A call that only takes long is never ended, because its process responds to the check or to another call. On a busy
 * machine, a process can be too late for the checks and still work.
 */
export const createHangWatch = ({ origin, log }: HangWatchOptions): HangWatch => {
  /** Callbacks and start times of the calls without a response, oldest first. */
  const waiting = new Map<() => void, number>();
  let isHanging = false;
  let isStopped = false;
  let isChecking = false;
  let timer: NodeJS.Timeout | undefined;
  let respondedAt = Number.NEGATIVE_INFINITY;

  const schedule = (ms: number): void => {
    if (isStopped || timer !== undefined) return;
    timer = setTimeout(() => {
      timer = undefined;
      if (isHanging || patienceLeftMs() <= 0) void check();
      else scheduleNext(0);
    }, ms);
    timer.unref();
  };
  /** Until the call that waits longest raises the question. Infinite if no call waits. */
  const patienceLeftMs = (): number => {
    const [oldest = Number.POSITIVE_INFINITY] = waiting.values();
    return oldest + patienceMs - performance.now();
  };
  const scheduleNext = (minimumMs: number): void => {
    if (isHanging) schedule(retryMs);
    else if (waiting.size > 0) schedule(Math.max(minimumMs, patienceLeftMs()));
  };
  const setHanging = (next: boolean): void => {
    if (next === isHanging) return;
    isHanging = next;
    if (!next) {
      log.info({ upstream: origin }, 'instance responds again');
      return;
    }
    log.warn({ upstream: origin, calls: waiting.size }, 'instance hangs and gets no calls');
    const ended = [...waiting.keys()];
    waiting.clear();
    for (const onHanging of ended) onHanging();
  };
  const respondsOnce = async (): Promise<boolean> => {
    let missed = isHanging ? checksBeforeHang - 1 : 0;
    while (missed < checksBeforeHang && !isStopped) {
      const startedAt = performance.now();
      const responds = await isResponding(origin);
      if (responds || respondedAt > startedAt) return true;
      if (responds === false) missed += 1;
    }
    return false;
  };
  const check = async (): Promise<void> => {
    if (isChecking || isStopped) return;
    isChecking = true;
    const isAlive = await respondsOnce();
    isChecking = false;
    if (isStopped) return;
    setHanging(!isAlive);
    scheduleNext(patienceMs);
  };

  return {
    isHanging: () => isHanging,
    watch: (onHanging) => {
      if (isHanging) {
        queueMicrotask(onHanging);
        return unwatchedCall;
      }
      waiting.set(onHanging, performance.now());
      if (!isChecking) schedule(patienceMs);
      const stop = (): void => void waiting.delete(onHanging);
      return {
        responded: () => {
          respondedAt = performance.now();
          stop();
        },
        stop,
      };
    },
    suspect: () => {
      if (!isHanging) void check();
    },
    stop: () => {
      isStopped = true;
      clearTimeout(timer);
    },
  };
};
