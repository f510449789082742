import { describe, expect, it } from 'vitest';
import { createBatchLane } from './batch-lane';

/** Works through rows, of which some fail, and records what each batch contained. */
const workThrough = (ids: readonly number[], bad: readonly number[]) => {
  let now = 0;
  const lane = createBatchLane(8, () => now);
  const waiting = new Set(ids);
  const batches: number[][] = [];
  const setAside: number[] = [];
  for (let round = 0; round < 100 && waiting.size > 0; round += 1, now += 500) {
    const next = lane.next();
    const taken =
      'only' in next
        ? [next.only]
        : [...waiting].filter((id) => !next.except.includes(id)).slice(0, next.limit);
    if (taken.length === 0) continue;
    batches.push(taken);
    const rows = taken.map((id) => ({ id }));
    if (!taken.some((id) => bad.includes(id))) {
      lane.succeed(next);
      for (const id of taken) waiting.delete(id);
    } else if (lane.fail(rows) !== undefined) {
      setAside.push(...taken);
      for (const id of taken) waiting.delete(id);
    }
  }
  return { batches, setAside, isIdle: lane.isIdle() };
};

const ids = Array.from({ length: 20 }, (_, index) => index + 1);

describe('createBatchLane', () => {
  it('halves the batch until the bad row is alone, and continues with the others', () => {
    const { batches, setAside, isIdle } = workThrough(ids, [3]);
    expect(batches.slice(0, 5)).toEqual([
      [1, 2, 3, 4, 5, 6, 7, 8],
      [1, 2, 3, 4],
      [1, 2],
      [3, 4, 5, 6],
      [3, 4],
    ]);
    expect(setAside).toEqual([3]);
    // The others do not wait for its tries.
    const last = batches.findLastIndex((batch) => batch.includes(20));
    expect(batches.slice(last).filter((batch) => batch.includes(3)).length).toBeGreaterThan(0);
    expect(isIdle).toBe(true);
  });

  it('sets aside only bad rows', () => {
    expect(workThrough(ids, [1, 2, 20]).setAside.sort((one, other) => one - other)).toEqual([1, 2, 20]);
    expect(workThrough(ids, []).setAside).toEqual([]);
  });

  it('tries a bad row four times with growing pauses', () => {
    const { batches } = workThrough([1], [1]);
    expect(batches).toEqual([[1], [1], [1], [1]]);
  });
});
