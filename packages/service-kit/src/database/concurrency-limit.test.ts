import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createConcurrencyLimit } from './concurrency-limit';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const start = () => {
  const limit = createConcurrencyLimit({
    max: 2,
    waitMs: 5_000,
    createError: () => new Error('limit reached'),
  });
  const acquired: string[] = [];
  const acquire = (name: string, key = 1) => {
    const slot = limit.acquire(key).then((release) => {
      acquired.push(name);
      return release;
    });
    slot.catch(() => undefined);
    return slot;
  };
  return { acquire, acquired };
};
const pass = (ms = 0) => vi.advanceTimersByTimeAsync(ms);

describe('createConcurrencyLimit', () => {
  it('limits each key independently', async () => {
    const { acquire, acquired } = start();
    for (const name of ['a', 'b', 'c']) void acquire(name);
    void acquire('other key', 2);
    await pass();
    expect(acquired).toEqual(['a', 'b', 'other key']);
  });

  it('grants slots in the order of requests', async () => {
    const { acquire, acquired } = start();
    const [first, second] = [acquire('a'), acquire('b')];
    const third = acquire('c');
    void acquire('d');
    (await second)();
    await pass();
    expect(acquired).toEqual(['a', 'b', 'c']);
    (await third)();
    await pass();
    expect(acquired).toEqual(['a', 'b', 'c', 'd']);
    (await first)();
    void acquire('e');
    await pass();
    expect(acquired.at(-1)).toBe('e');
  });

  it('rejects after the waiting time and does not grant the slot later', async () => {
    const { acquire, acquired } = start();
    const first = acquire('a');
    void acquire('b');
    const late = acquire('late');
    await pass(4_999);
    void acquire('c');
    await pass(1);
    await expect(late).rejects.toThrow('limit reached');
    (await first)();
    await pass(10_000);
    expect(acquired).toEqual(['a', 'b', 'c']);
  });
});
