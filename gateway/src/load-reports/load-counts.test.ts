import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createLoadCounter } from './load-counts';

const start = 1_000_000_000_000;
const counts = (loads: number, failures: number) => ({ loads, failures });
const load = (source: string, at: number, loads: number, failures: number) => ({
  remote: 'mf-tasks',
  version: 'v1',
  source,
  at,
  loads,
  failures,
});

beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'], now: start }));
afterEach(() => void vi.useRealTimers());
/** Moves the clock. @returns the new time */
const pass = (ms: number): number => {
  vi.setSystemTime(Date.now() + ms);
  return Date.now();
};

describe('createLoadCounter', () => {
  it('sums periods and forgets after an hour', () => {
    let now = start;
    const reports = createLoadCounter();
    reports.add(load('a', now, 2, 1));
    now = pass(600_000);
    reports.add(load('a', now, 3, 0));
    expect(reports.sum('mf-tasks', 'v1', now - 600_000)).toEqual(counts(5, 1));
    expect(reports.sum('mf-tasks', 'v1', now - 590_000)).toEqual(counts(3, 0));
    expect(reports.sum('mf-tasks', 'v1', 0, now)).toEqual(counts(2, 1));
    expect(reports.sum('mf-tasks', 'v2', 0)).toEqual(counts(0, 0));
    expect(reports.sum('mf-tasks', undefined, 0)).toEqual(counts(0, 0));
    now = pass(3_550_000);
    reports.add(load('a', now, 1, 0));
    expect(reports.sum('mf-tasks', 'v1', 0)).toEqual(counts(4, 0));
    reports.forget('mf-tasks', 'v1');
    expect(reports.sum('mf-tasks', 'v1', 0)).toEqual(counts(0, 0));
  });

  it('counts a load when its page was served', () => {
    const reports = createLoadCounter();
    reports.add(load('a', start - 300_000, 1, 1));
    expect(reports.sum('mf-tasks', 'v1', start)).toEqual(counts(0, 0));
    expect(reports.sum('mf-tasks', 'v1', start - 300_000)).toEqual(counts(1, 1));
    reports.add(load('a', start + 300_000, 1, 1));
    expect(reports.sum('mf-tasks', 'v1', start, start + 1)).toEqual(counts(1, 1));
  });

  it('lists the loads of each address for ten minutes', () => {
    let now = start;
    const reports = createLoadCounter();
    reports.add(load('a', now, 5, 4));
    reports.add(load('b', now, 3, 2));
    now = pass(300_000);
    reports.add(load('b', now, 3, 3));
    expect(reports.listByAddress('mf-tasks', 'v1', 0)).toEqual([counts(5, 4), counts(6, 5)]);
    expect(reports.listByAddress('mf-tasks', 'v1', now)).toEqual([counts(3, 3)]);
    expect(reports.listByAddress('mf-tasks', undefined, 0)).toEqual([]);
    now = pass(300_000);
    reports.add(load('c', now, 1, 0));
    expect(reports.listByAddress('mf-tasks', 'v1', 0)).toEqual([counts(5, 4), counts(6, 5), counts(1, 0)]);
    now = pass(10_000);
    reports.add(load('c', now, 1, 0));
    expect(reports.listByAddress('mf-tasks', 'v1', 0)).toEqual([counts(3, 3), counts(2, 0)]);
  });

  it('counts the addresses beyond 100 in ten seconds as one', () => {
    const reports = createLoadCounter();
    for (let address = 0; address < 200; address += 1) reports.add(load(`${address}`, start, 1, 0));
    const listed = reports.listByAddress('mf-tasks', 'v1', 0);
    expect(listed).toHaveLength(101);
    expect(listed.at(-1)).toEqual(counts(100, 0));
    reports.add(load('0', start, 1, 1));
    expect(reports.listByAddress('mf-tasks', 'v1', 0)[0]).toEqual(counts(2, 1));
  });
});
