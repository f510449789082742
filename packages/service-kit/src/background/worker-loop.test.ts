import { EventEmitter, once } from 'node:events';
import { describe, expect, it } from 'vitest';
import { createWorkerLoop } from './worker-loop';

const failureMessage = 'could not work';
const silent = { warn: () => undefined };

describe('createWorkerLoop', () => {
  it('waits for the present round when it stops', async () => {
    const gate = new EventEmitter();
    const order: string[] = [];
    const round = async () => {
      await once(gate, 'open');
      order.push('round');
    };
    const loop = createWorkerLoop({ intervalMs: 60_000, log: silent, failureMessage, round });
    loop.start();
    const stopped = loop.stop().then(() => order.push('stopped'));
    gate.emit('open');
    await stopped;
    expect(order).toEqual(['round', 'stopped']);
  });

  it('logs a failed round and runs the next one', async () => {
    const rounds = new EventEmitter();
    const messages: string[] = [];
    let count = 0;
    const loop = createWorkerLoop({
      intervalMs: 1,
      log: { warn: (_, message) => messages.push(message) },
      failureMessage,
      round: async () => {
        count += 1;
        if (count === 1) throw new Error('the first round fails');
        rounds.emit('second');
      },
    });
    const second = once(rounds, 'second');
    loop.start();
    await second;
    await loop.stop();
    expect(messages).toEqual([failureMessage]);
  });

  it('runs no round before its interval if it starts later', async () => {
    let count = 0;
    const round = async () => {
      count += 1;
    };
    const loop = createWorkerLoop({
      intervalMs: 60_000,
      startsLater: true,
      log: silent,
      failureMessage,
      round,
    });
    loop.start();
    await loop.stop();
    expect(count).toBe(0);
  });
});
