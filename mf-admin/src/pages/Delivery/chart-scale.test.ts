import { describe, expect, it } from 'vitest';
import { findAxisEnd } from './chart-scale';

describe('findAxisEnd', () => {
  it.each([
    [0, 2],
    [1, 2],
    [2, 2],
    [3, 4],
    [5, 10],
    [10, 20],
    [11, 20],
    [99, 100],
    [100, 200],
    [4_321, 10_000],
  ])('ends an axis for %i at %i', (max, end) => {
    expect(findAxisEnd(max)).toBe(end);
  });
});
