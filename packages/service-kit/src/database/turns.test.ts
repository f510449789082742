import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createTurns } from './turns';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const start = () => {
  const turns = createTurns({ max: 2, waitMs: 5_000, refuse: () => new Error('no turn') });
  const taken: string[] = [];
  const take = (name: string, key = 1) => {
    const turn = turns.take(key).then((giveBack) => {
      taken.push(name);
      return giveBack;
    });
    turn.catch(() => undefined);
    return turn;
  };
  return { take, taken };
};
const pass = (ms = 0) => vi.advanceTimersByTimeAsync(ms);

describe('createTurns', () => {
  it('limits turns per key independently', async () => {
    const { take, taken } = start();
    for (const name of ['a', 'b', 'c']) void take(name);
    void take('of another', 2);
    await pass();
    expect(taken).toEqual(['a', 'b', 'of another']);
  });

  it('grants turns in the order of requests', async () => {
    const { take, taken } = start();
    const [first, second] = [take('a'), take('b')];
    const third = take('c');
    void take('d');
    (await second)();
    await pass();
    expect(taken).toEqual(['a', 'b', 'c']);
    (await third)();
    await pass();
    expect(taken).toEqual(['a', 'b', 'c', 'd']);
    (await first)();
    void take('e');
    await pass();
    expect(taken.at(-1)).toBe('e');
  });

  it('rejects after the waiting time and grants no turn later', async () => {
    const { take, taken } = start();
    const first = take('a');
    void take('b');
    const late = take('late');
    await pass(4_999);
    void take('c');
    await pass(1);
    await expect(late).rejects.toThrow('no turn');
    (await first)();
    await pass(10_000);
    expect(taken).toEqual(['a', 'b', 'c']);
  });
});
