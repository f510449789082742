import { describe, expect, it } from 'vitest';
import { createCollectionPolicy } from './idle-memory';

const [busy, between, quiet] = [0.6, 0.025, 0.004];
/** Numbers of the intervals, from 1, after which the policy asks to collect. */
const timesFor = (...stretches: number[]): number[] => {
  const isTime = createCollectionPolicy();
  return stretches.flatMap((utilization, index) => (isTime(utilization) ? [index + 1] : []));
};

/** One interval less than a pause. */
const shortPause = Array.from({ length: 4 }, () => quiet);

describe('createCollectionPolicy', () => {
  it('collects twice after the start and not while idle', () => {
    expect(timesFor(...shortPause, quiet, quiet, quiet, quiet, quiet)).toEqual([5, 6]);
  });

  it('collects after each load once it has paused for five intervals', () => {
    expect(timesFor(...shortPause, quiet, quiet, busy, busy, ...shortPause, quiet, quiet, quiet)).toEqual([
      5, 6, 13, 14,
    ]);
  });

  it('never collects under load, and waits longer after a short pause', () => {
    expect(timesFor(busy, ...shortPause, busy, ...shortPause, between, ...shortPause, quiet, quiet)).toEqual([
      16, 17,
    ]);
    expect(timesFor(busy, ...shortPause, quiet, between, ...shortPause, quiet, quiet)).toEqual([6, 12, 13]);
  });

  it('ignores little work', () => {
    expect(timesFor(...shortPause, quiet, quiet, between, ...shortPause, quiet)).toEqual([5, 6]);
  });
});
