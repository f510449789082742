import { describe, expect, it } from 'vitest';
import { retryPauseSeconds } from './retry-schedule';

describe('retryPauseSeconds', () => {
  it('grows to three hours', () => {
    const pauses = [1, 2, 3, 4, 5, 6, 7, 50].map((attempts) => retryPauseSeconds(attempts, () => 0.5));
    expect(pauses).toEqual([5, 30, 120, 600, 3_600, 10_800, 10_800, 10_800]);
  });

  it('varies by a fifth', () => {
    expect([retryPauseSeconds(1, () => 0), retryPauseSeconds(1, () => 1)]).toEqual([4, 6]);
  });
});
