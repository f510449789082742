export interface Throttled {
  /** Calls now, or once at the end of the running interval. */
  trigger: () => void;
  /** Drops a deferred call. */
  cancel: () => void;
}

/** Limits calls to one in `intervalMs`. Merges the calls within an interval into one at its end. */
export const throttle = (intervalMs: number, call: () => void): Throttled => {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isPending = false;
  const run = (): void => {
    isPending = false;
    timer = setTimeout(onTimer, intervalMs);
    call();
  };
  const onTimer = (): void => {
    timer = undefined;
    if (isPending) run();
  };
  return {
    trigger: () => {
      if (timer === undefined) run();
      else isPending = true;
    },
    cancel: () => {
      clearTimeout(timer);
      timer = undefined;
      isPending = false;
    },
  };
};
