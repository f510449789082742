import { describe, expect, it } from 'vitest';
import { findReasonToEnd } from './canary-rule';

const counts = (loads: number, failures: number) => ({ loads, failures });
/** Addresses with one load each. */
const addresses = (loads: number, failures: number) =>
  Array.from({ length: loads }, (_, index) => counts(1, index < failures ? 1 : 0));

describe('findReasonToEnd', () => {
  it.each([
    ['fewer than 20 loads', addresses(19, 19), addresses(0, 0)],
    ['5 % failures', addresses(100, 5), addresses(0, 0)],
    ['three times the share of the stable version', addresses(1_000, 298), addresses(1_000, 100)],
    ['no failures', addresses(1_000, 0), addresses(1_000, 500)],
  ])('lets a canary continue with %s', (_name, canary, stable) => {
    expect(findReasonToEnd(canary, stable)).toBeUndefined();
  });

  it.each([
    ['20 loads', addresses(20, 2), addresses(0, 0)],
    ['more than 5 % failures', addresses(100, 6), addresses(100, 1)],
    ['more than three times the share of the stable version', addresses(1_000, 301), addresses(1_000, 100)],
    ['20 loads of two addresses', [counts(10, 5), counts(10, 10)], addresses(0, 0)],
  ])('ends a canary with %s', (_name, canary, stable) => {
    expect(findReasonToEnd(canary, stable)).toMatch(
      /^\d+ of \d+ loads failed within ten minutes, reported from \d+ addresses; stable version: \d+ of \d+ /,
    );
  });

  it.each([
    ['has the only loads', [counts(1_000, 1_000)]],
    ['fails beside one that succeeds', [counts(1_000, 1_000), counts(1_000, 0)]],
    ['fails beside many that succeed', [counts(1_000, 1_000), ...addresses(30, 0)]],
    ['has most of the 20 loads', [counts(1_000, 1_000), ...addresses(9, 9)]],
  ])('lets a canary continue if one address %s', (_name, canary) => {
    expect(findReasonToEnd(canary, [])).toBeUndefined();
  });

  it.each([
    ['fail often', addresses(20, 10)],
    ['just fail too often', addresses(20, 2)],
    ['are two', [counts(10, 1), counts(10, 1)]],
  ])('ends a canary of which one address reports only successes, if the others %s', (_name, others) => {
    expect(findReasonToEnd([counts(10_000, 0), ...others], [])).toContain('loads failed');
  });

  it('ends a canary although one address reports failures of the stable version', () => {
    for (const others of [0, 20])
      expect(
        findReasonToEnd(addresses(20, 10), [counts(1_000, 1_000), ...addresses(others, 0)]),
      ).toBeDefined();
  });

  it('counts at most one failure per load, because failures can arrive without their loads', () => {
    expect(findReasonToEnd([counts(1, 20), counts(1, 20), ...addresses(40, 0)], [])).toBeUndefined();
  });

  it('lets a canary of 20 addresses continue while two fail, and one of 100 while six do', () => {
    const attackers = (count: number) => Array(count).fill(counts(60, 60));
    expect(findReasonToEnd([...attackers(2), ...addresses(20, 0)], [])).toBeUndefined();
    expect(findReasonToEnd([...attackers(3), ...addresses(20, 0)], [])).toBeDefined();
    expect(findReasonToEnd([...attackers(6), ...addresses(100, 0)], [])).toBeUndefined();
    expect(findReasonToEnd([...attackers(7), ...addresses(100, 0)], [])).toBeDefined();
  });
});
