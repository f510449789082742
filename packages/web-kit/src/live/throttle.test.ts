import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { throttle } from './throttle';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const start = () => {
  const call = vi.fn();
  return { call, ...throttle(2_000, call) };
};

describe('throttle', () => {
  it('calls immediately, and again immediately after an idle interval', () => {
    const { call, trigger } = start();
    trigger();
    expect(call).toHaveBeenCalledTimes(1);
    vi.advanceTimersByTime(2_000);
    expect(call).toHaveBeenCalledTimes(1);
    trigger();
    expect(call).toHaveBeenCalledTimes(2);
  });

  it('merges all calls within the interval into one at its end', () => {
    const { call, trigger } = start();
    trigger();
    trigger();
    vi.advanceTimersByTime(1_999);
    trigger();
    expect(call).toHaveBeenCalledTimes(1);
    vi.advanceTimersByTime(1);
    expect(call).toHaveBeenCalledTimes(2);
    vi.advanceTimersByTime(10_000);
    expect(call).toHaveBeenCalledTimes(2);
  });

  it('keeps the interval after a deferred call', () => {
    const { call, trigger } = start();
    trigger();
    trigger();
    vi.advanceTimersByTime(2_000);
    trigger();
    expect(call).toHaveBeenCalledTimes(2);
    vi.advanceTimersByTime(2_000);
    expect(call).toHaveBeenCalledTimes(3);
  });

  it('drops the deferred call on cancel', () => {
    const { call, trigger, cancel } = start();
    trigger();
    trigger();
    cancel();
    vi.advanceTimersByTime(10_000);
    expect(call).toHaveBeenCalledTimes(1);
  });
});
