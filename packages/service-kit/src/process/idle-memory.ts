import { performance } from 'node:perf_hooks';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

const intervalMs = 5_000;
/** Share of an interval spent working. Periodic background work stays below both. */
const busyFrom = 0.03;
const idleBelow = 0.02;
/** After a shorter pause, the collection would discard compiled code that the next load needs. */
const requiredIdleIntervals = 5;

/**
 * Decides after each interval whether to collect garbage, by the share of time spent working. It collects twice
 * after each load, because the second run frees more. Startup counts as load.
 */
export const createCollectionPolicy = (): ((utilization: number) => boolean) => {
  let isDue = true;
  let idleIntervals = 0;
  return (utilization) => {
    if (utilization >= busyFrom) isDue = true;
    idleIntervals = utilization < idleBelow ? idleIntervals + 1 : 0;
    if (!isDue || idleIntervals < requiredIdleIntervals) return false;
    isDue = idleIntervals === requiredIdleIntervals;
    return true;
  };
};

/** Node.js exposes its garbage collector only this way or by a startup flag. */
const findCollector = (): (() => void) => {
  setFlagsFromString('--expose-gc');
  return runInNewContext('gc') as () => void;
};

/**
 * Collects garbage once the process is idle, so that Node.js returns memory to the system: 240 MB instead of 405 MB
 * after a load test. It takes a tenth of a second.
 */
export const releaseMemoryWhenIdle = (): void => {
  const collect = findCollector();
  const shouldCollect = createCollectionPolicy();
  let before = performance.eventLoopUtilization();
  const check = (): void => {
    if (shouldCollect(performance.eventLoopUtilization(before).utilization)) collect();
    // Excludes the collection itself.
    before = performance.eventLoopUtilization();
  };
  setInterval(check, intervalMs).unref();
};
