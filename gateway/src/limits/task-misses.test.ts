import { afterEach, describe, expect, it, vi } from 'vitest';
import { createTaskMisses } from './task-misses';

/** Longer than the timeout of a test, so that a test that waits for it fails. */
const longMs = 300_000;
const start = (max: number, waitMs = longMs) => {
  let rejections = 0;
  const { reserve } = createTaskMisses({
    max,
    waitMs,
    onRejected: () => {
      rejections += 1;
    },
  });
  return {
    reserve: (number: string, principal = 'user 1') => reserve(principal, number),
    rejections: () => rejections,
  };
};

afterEach(() => void vi.useRealTimers());

describe('createTaskMisses', () => {
  it('waits in order while a running request may return its reservation', async () => {
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

  it('rejects waiting requests after a miss', async () => {
    const { reserve, rejections } = start(1);
    const settle = await reserve('1');
    const waiting = [reserve('2'), reserve('3')].map((reservation) =>
      expect(reservation).rejects.toMatchObject({ status: 429, retryAfterSeconds: expect.any(Number) }),
    );
    settle(404);
    await Promise.all(waiting);
    expect(rejections()).toBe(2);
  });

  it('rejects with 503 after the waiting time', async () => {
    const { reserve } = start(1, 1);
    await reserve('1');
    await expect(reserve('2')).rejects.toMatchObject({ status: 503 });
  });

  it('shares a reservation among all requests for one task until the last one ends', async () => {
    const { reserve } = start(2);
    const [first, second] = [await reserve('1'), await reserve('1')];
    const other = await reserve('2');
    first(200);
    first(200);
    let isReserved = false;
    const waiting = reserve('3').then((settle) => {
      isReserved = true;
      settle();
    });
    await new Promise(setImmediate);
    expect(isReserved).toBe(false);
    second();
    await waiting;
    other();
  });

  it('lets further requests for a task start while it has the only reservation', async () => {
    const { reserve } = start(1);
    const settles = [await reserve('1'), await reserve('1')];
    for (const settle of settles) settle(404);
    await expect(reserve('2')).rejects.toMatchObject({ status: 429 });
  });

  it('takes numbers that differ only after their first 50 characters for one', async () => {
    const { reserve } = start(1);
    const digits = '1'.repeat(50);
    (await reserve(digits))(200);
    (await reserve('2'))(404);
    await expect(reserve(`${digits}2`)).resolves.toBeTypeOf('function');
    await expect(reserve(digits.slice(1))).rejects.toMatchObject({ status: 429 });
  });

  it('rejects until an hour after the first miss, and tells the seconds that are left', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout'] });
    let now = 1;
    vi.spyOn(performance, 'now').mockImplementation(() => now);
    // The cache reads the clock again after a timer.
    const advance = (ms: number): void => {
      now += ms;
      vi.runAllTimers();
    };
    const { reserve } = start(2);
    (await reserve('1'))(404);
    advance(3_000_000);
    (await reserve('2'))(404);
    await expect(reserve('3')).rejects.toMatchObject({ status: 429, retryAfterSeconds: 600 });
    advance(600_001);
    await expect(reserve('3')).resolves.toBeTypeOf('function');
  });

  it('counts no miss if a task that was found becomes hidden', async () => {
    const { reserve } = start(1);
    for (const number of ['1', '2', '3']) {
      (await reserve(number))(200);
      (await reserve(number))(404);
    }
    (await reserve('4'))(404);
    await expect(reserve('5')).rejects.toMatchObject({ status: 429 });
  });

  it('needs no reservation for a number that was found before', async () => {
    const { reserve } = start(1);
    (await reserve('1'))(200);
    (await reserve('2'))(404);
    for (const status of [200, 404, undefined, 200]) (await reserve('1'))(status);
    for (const number of ['2', '3', '11'])
      await expect(reserve(number)).rejects.toMatchObject({ status: 429 });
    await expect(reserve('1', 'user 2')).resolves.toBeTypeOf('function');
  });

  it('leaves all reservations to other numbers if the number was found before', async () => {
    const { reserve } = start(1, 1);
    (await reserve('1'))(200);
    const settle = await reserve('1');
    (await reserve('2'))(404);
    settle(404);
    await expect(reserve('3')).rejects.toMatchObject({ status: 429 });
  });

  it('needs a reservation again for an evicted number', async () => {
    const { reserve } = start(1);
    for (let number = 0; number < 10_000; number += 1) (await reserve(`${number}`))(200);
    (await reserve('0'))(200);
    (await reserve('new'))(200);
    (await reserve('miss'))(404);
    (await reserve('0'))(200);
    await expect(reserve('1')).rejects.toMatchObject({ status: 429 });
  });

  it.each([undefined, 403, 405, 503])('counts a miss for a response of %s', async (status) => {
    const { reserve } = start(1);
    (await reserve('1'))(status);
    (await reserve('1'))(404);
    await expect(reserve('2')).rejects.toMatchObject({ status: 429 });
  });

  it('counts a miss for a number that another principal found', async () => {
    const { reserve } = start(1);
    (await reserve('1', 'user 2'))(200);
    (await reserve('1'))(404);
    await expect(reserve('2')).rejects.toMatchObject({ status: 429 });
  });

  it('counts per principal', async () => {
    const { reserve } = start(1);
    (await reserve('1'))(404);
    await expect(reserve('2')).rejects.toMatchObject({ status: 429 });
    (await reserve('2', 'user 2'))(200);
  });
});
