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

describe('turns', () => {
  it('are as many as there may be of one key, whatever another has', async () => {
    const { take, taken } = start();
    for (const name of ['a', 'b', 'c']) void take(name);
    void take('of another', 2);
    await pass();
    expect(taken).toEqual(['a', 'b', 'of another']);
  });

  it('are handed on in the order in which they were asked for', async () => {
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

  it('are refused to who has waited too long, who then takes none', async () => {
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
