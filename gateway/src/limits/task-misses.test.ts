import { describe, expect, it } from 'vitest';
import { createTaskMisses } from './task-misses';

/** So long that a test which waits for it fails. */
const longMs = 300_000;
const start = (max: number, waitMs = longMs) => {
  let refusals = 0;
  const { reserve } = createTaskMisses({
    max,
    waitMs,
    onRefused: () => {
      refusals += 1;
    },
  });
  return { reserve: (number: string, who = 'user 1') => reserve(who, number), refusals: () => refusals };
};

describe('a place among the misses that are left', () => {
  it('is waited for while an answer may give it back, and goes to who waited first', async () => {
    const { reserve } = start(1);
    const settle = await reserve('1');
    const order: string[] = [];
    const waiting = ['2', '3'].map(async (number) => {
      const settleNext = await reserve(number);
      order.push(number);
      settleNext(200);
    });
    settle(200);
    await Promise.all(waiting);
    expect(order).toEqual(['2', '3']);
  });

  it('is refused to those who wait when the answer is a miss', async () => {
    const { reserve, refusals } = start(1);
    const settle = await reserve('1');
    const waiting = [reserve('2'), reserve('3')].map((place) =>
      expect(place).rejects.toMatchObject({ status: 429, retryAfterSeconds: expect.any(Number) }),
    );
    settle(404);
    await Promise.all(waiting);
    expect(refusals()).toBe(2);
  });

  it('is given up after a time', async () => {
    const { reserve } = start(1, 1);
    await reserve('1');
    await expect(reserve('2')).rejects.toMatchObject({ status: 503 });
  });

  it('is shared by all parts of one task until the last is known, and given back once', async () => {
    const { reserve } = start(2);
    const [first, second] = [await reserve('1'), await reserve('1')];
    const other = await reserve('2');
    first(200);
    first(200);
    let isThere = false;
    const waiting = reserve('3').then((settle) => {
      isThere = true;
      settle();
    });
    await new Promise(setImmediate);
    expect(isThere).toBe(false);
    second();
    await waiting;
    other();
  });

  it('is kept when a task that was there goes out of sight', async () => {
    const { reserve } = start(1);
    for (const number of ['1', '2', '3']) {
      (await reserve(number))(200);
      (await reserve(number))(404);
    }
    (await reserve('4'))(404);
    await expect(reserve('5')).rejects.toMatchObject({ status: 429 });
  });

  it('is not needed for a number that was there, even when none is left', async () => {
    const { reserve } = start(1);
    (await reserve('1'))(200);
    (await reserve('2'))(404);
    for (const status of [200, 404, undefined, 200]) (await reserve('1'))(status);
    for (const number of ['2', '3', '11'])
      await expect(reserve(number)).rejects.toMatchObject({ status: 429 });
    await expect(reserve('1', 'user 2')).resolves.toBeTypeOf('function');
  });

  it('is left to others by a number that was there', async () => {
    const { reserve } = start(1, 1);
    (await reserve('1'))(200);
    const settle = await reserve('1');
    (await reserve('2'))(404);
    settle(404);
    await expect(reserve('3')).rejects.toMatchObject({ status: 429 });
  });

  it('is needed again when so many others were there that the number is forgotten', async () => {
    const { reserve } = start(1);
    for (let number = 0; number < 10_000; number += 1) (await reserve(`${number}`))(200);
    (await reserve('0'))(200);
    (await reserve('new'))(200);
    (await reserve('miss'))(404);
    (await reserve('0'))(200);
    await expect(reserve('1')).rejects.toMatchObject({ status: 429 });
  });

  it.each([undefined, 403, 405, 503])('is taken by a miss after an answer of %s', async (status) => {
    const { reserve } = start(1);
    (await reserve('1'))(status);
    (await reserve('1'))(404);
    await expect(reserve('2')).rejects.toMatchObject({ status: 429 });
  });

  it('is taken by a miss of what was there for somebody else', async () => {
    const { reserve } = start(1);
    (await reserve('1', 'user 2'))(200);
    (await reserve('1'))(404);
    await expect(reserve('2')).rejects.toMatchObject({ status: 429 });
  });

  it('belongs to one caller', async () => {
    const { reserve } = start(1);
    (await reserve('1'))(404);
    await expect(reserve('2')).rejects.toMatchObject({ status: 429 });
    (await reserve('2', 'user 2'))(200);
  });
});
