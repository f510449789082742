import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { atMostEvery } from './at-most-every';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const start = () => {
  const call = vi.fn();
  return { call, ...atMostEvery(2_000, call) };
};

it('calls at once, and again at once after a time in which nobody asked', () => {
  const { call, ask } = start();
  ask();
  expect(call).toHaveBeenCalledTimes(1);
  vi.advanceTimersByTime(2_000);
  expect(call).toHaveBeenCalledTimes(1);
  ask();
  expect(call).toHaveBeenCalledTimes(2);
});

it('makes one call of all that is asked for within the time, at its end', () => {
  const { call, ask } = start();
  ask();
  ask();
  vi.advanceTimersByTime(1_999);
  ask();
  expect(call).toHaveBeenCalledTimes(1);
  vi.advanceTimersByTime(1);
  expect(call).toHaveBeenCalledTimes(2);
  vi.advanceTimersByTime(10_000);
  expect(call).toHaveBeenCalledTimes(2);
});

it('keeps the distance also after the call at the end', () => {
  const { call, ask } = start();
  ask();
  ask();
  vi.advanceTimersByTime(2_000);
  ask();
  expect(call).toHaveBeenCalledTimes(2);
  vi.advanceTimersByTime(2_000);
  expect(call).toHaveBeenCalledTimes(3);
});

it('makes no call once it is cancelled', () => {
  const { call, ask, cancel } = start();
  ask();
  ask();
  cancel();
  vi.advanceTimersByTime(10_000);
  expect(call).toHaveBeenCalledTimes(1);
});
