import { describe, expect, it } from 'vitest';
import { createCollectionPolicy } from './idle-memory';

const [busy, between, quiet] = [0.6, 0.025, 0.004];
/** Returns the intervals, counted from 1, after which the policy requests a collection. */
const listCollections = (...utilizations: number[]): number[] => {
  const shouldCollect = createCollectionPolicy();
  return utilizations.flatMap((utilization, index) => (shouldCollect(utilization) ? [index + 1] : []));
};

/** One interval shorter than the pause that the policy requires. */
const shortPause = Array.from({ length: 4 }, () => quiet);

describe('createCollectionPolicy', () => {
  it('collects twice after the start and not while idle', () => {
    expect(listCollections(...shortPause, quiet, quiet, quiet, quiet, quiet)).toEqual([5, 6]);
  });

  it('collects after each load, once the process has been idle for five intervals', () => {
    expect(
      listCollections(...shortPause, quiet, quiet, busy, busy, ...shortPause, quiet, quiet, quiet),
    ).toEqual([5, 6, 13, 14]);
  });

  it('does not collect under load, and waits longer after a short pause', () => {
    expect(
      listCollections(busy, ...shortPause, busy, ...shortPause, between, ...shortPause, quiet, quiet),
    ).toEqual([16, 17]);
    expect(listCollections(busy, ...shortPause, quiet, between, ...shortPause, quiet, quiet)).toEqual([
      6, 12, 13,
    ]);
  });

  it('does not collect again after a small load', () => {
    expect(listCollections(...shortPause, quiet, quiet, between, ...shortPause, quiet)).toEqual([5, 6]);
  });
});
