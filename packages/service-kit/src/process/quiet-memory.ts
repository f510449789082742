import { performance } from 'node:perf_hooks';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

const stretchMs = 5_000;
/** Shares of a stretch in which the process worked. What runs every second by itself stays below both. */
const busyFrom = 0.03;
const quietBelow = 0.02;
/** A pause: what is collected in a shorter one is wanted again at once, code that has been compiled above all. */
const pauseStretches = 5;

/**
 * Judges stretch by stretch, by the share in which the process worked, whether to collect: twice after work has paused,
 * since the second time gives back what the first has emptied. Starting is work, too.
 */
export const createQuietJudge = (): ((utilization: number) => boolean) => {
  let isDue = true;
  let quietStretches = 0;
  return (utilization) => {
    if (utilization >= busyFrom) isDue = true;
    quietStretches = utilization < quietBelow ? quietStretches + 1 : 0;
    if (!isDue || quietStretches < pauseStretches) return false;
    isDue = quietStretches === pauseStretches;
    return true;
  };
};

/** Node.js offers its collector only by this way, or by a flag when it starts. */
const findCollector = (): (() => void) => {
  setFlagsFromString('--expose-gc');
  return runInNewContext('gc') as () => void;
};

/**
 * Gives memory that load has left behind back to the machine once the process is quiet; by itself Node.js keeps it until
 * there is load again (docs/performance.md). It takes a tenth of a second, in which nobody waits as a rule.
 */
export const giveMemoryBackWhenQuiet = (): void => {
  const collect = findCollector();
  const isTime = createQuietJudge();
  let before = performance.eventLoopUtilization();
  const look = (): void => {
    if (isTime(performance.eventLoopUtilization(before).utilization)) collect();
    // Collecting is no work that leaves anything behind.
    before = performance.eventLoopUtilization();
  };
  setInterval(look, stretchMs).unref();
};
