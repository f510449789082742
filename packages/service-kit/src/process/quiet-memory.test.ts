import { describe, expect, it } from 'vitest';
import { createQuietJudge } from './quiet-memory';

const [busy, between, quiet] = [0.6, 0.025, 0.004];
/** The stretches, counted from 1, at whose end it is time to collect. */
const timesFor = (...stretches: number[]): number[] => {
  const isTime = createQuietJudge();
  return stretches.flatMap((utilization, index) => (isTime(utilization) ? [index + 1] : []));
};

describe('memory is given back', () => {
  it('twice after the start, and not again while nothing happens', () => {
    expect(timesFor(quiet, quiet, quiet, quiet, quiet, quiet)).toEqual([2, 3]);
  });

  it('after each load, once it has ended for two stretches', () => {
    expect(timesFor(quiet, quiet, quiet, busy, busy, quiet, quiet, quiet, quiet)).toEqual([2, 3, 7, 8]);
  });

  it('never while there is work, and later where a pause was short', () => {
    expect(timesFor(busy, quiet, busy, quiet, between, quiet, quiet, quiet)).toEqual([7, 8]);
    expect(timesFor(busy, quiet, quiet, between, quiet, quiet, quiet)).toEqual([3, 6, 7]);
  });

  it('not for little work', () => {
    expect(timesFor(quiet, quiet, quiet, between, quiet, quiet, quiet)).toEqual([2, 3]);
  });
});
