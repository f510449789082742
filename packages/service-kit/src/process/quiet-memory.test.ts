import { describe, expect, it } from 'vitest';
import { createQuietJudge } from './quiet-memory';

const [busy, between, quiet] = [0.6, 0.025, 0.004];
/** The stretches, counted from 1, at whose end it is time to collect. */
const timesFor = (...stretches: number[]): number[] => {
  const isTime = createQuietJudge();
  return stretches.flatMap((utilization, index) => (isTime(utilization) ? [index + 1] : []));
};

/** One stretch short of a pause. */
const shortPause = Array.from({ length: 4 }, () => quiet);

describe('memory is given back', () => {
  it('twice after the start, and not again while nothing happens', () => {
    expect(timesFor(...shortPause, quiet, quiet, quiet, quiet, quiet)).toEqual([5, 6]);
  });

  it('after each load, once it has paused for five stretches', () => {
    expect(timesFor(...shortPause, quiet, quiet, busy, busy, ...shortPause, quiet, quiet, quiet)).toEqual([
      5, 6, 13, 14,
    ]);
  });

  it('never while there is work, and later where a pause was short', () => {
    expect(timesFor(busy, ...shortPause, busy, ...shortPause, between, ...shortPause, quiet, quiet)).toEqual([
      16, 17,
    ]);
    expect(timesFor(busy, ...shortPause, quiet, between, ...shortPause, quiet, quiet)).toEqual([6, 12, 13]);
  });

  it('not for little work', () => {
    expect(timesFor(...shortPause, quiet, quiet, between, ...shortPause, quiet)).toEqual([5, 6]);
  });
});
