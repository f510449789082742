import { describe, expect, it } from 'vitest';
import { createConnectionShares } from './connection-shares';
import type { Attempt } from './lanes.repo';

const attempt = (durationMs: number, failure?: Attempt['failure']): Attempt => ({
  requestHeaders: {},
  requestBody: '',
  failure,
  durationMs,
  responseStatus: null,
  responseHeaders: null,
  responseBody: null,
});

/** Shares with a clock, and the webhooks that answered fast. */
const createShares = (fastIds: readonly number[] = []) => {
  let now = 0;
  const shares = createConnectionShares(() => now);
  for (const id of fastIds) shares.take({ organization_id: id, id })(attempt(50));
  return {
    ...shares,
    wait: (ms: number): void => {
      now += ms;
    },
    takeAll: (webhook: { organization_id: number; id: number }): number => {
      let count = 0;
      for (; shares.free(webhook) > 0; count += 1) shares.take(webhook);
      return count;
    },
  };
};

describe('createConnectionShares', () => {
  it('gives a webhook four connections once its receiver answers fast', () => {
    const { takeAll } = createShares([1]);
    expect(takeAll({ organization_id: 1, id: 1 })).toBe(4);
    expect(takeAll({ organization_id: 2, id: 2 })).toBe(1);
  });

  it('takes them away when the receiver becomes slow or fails', () => {
    for (const later of [attempt(1_500), attempt(50, 'STATUS')]) {
      const { free, take } = createShares([1]);
      const webhook = { organization_id: 1, id: 1 };
      take(webhook)(later);
      expect(free(webhook)).toBe(1);
    }
  });

  it('keeps connections for fast webhooks, however many slow ones there are', () => {
    const { takeAll, free } = createShares([1]);
    const taken = Array.from({ length: 100 }, (_, index) =>
      takeAll({ organization_id: 1_000 + index, id: 1_000 + index }),
    );
    expect(taken.reduce((sum, count) => sum + count)).toBe(16);
    expect(free({ organization_id: 1, id: 1 })).toBe(4);
  });

  it('gives an organization eight connections, half of them to unproven webhooks', () => {
    const { takeAll, free } = createShares([1, 2, 3]);
    const inOne = (id: number) => takeAll({ organization_id: 1, id });
    expect([10, 11, 12, 13, 14].map(inOne)).toEqual([1, 1, 1, 1, 0]);
    expect([1, 2, 3].map(inOne)).toEqual([4, 0, 0]);
    expect(free({ organization_id: 2, id: 2 })).toBe(4);
  });

  it('pauses a webhook whose server is not reached, for longer each time', () => {
    const { free, take, wait } = createShares();
    const webhook = { organization_id: 1, id: 1 };
    for (const pauseMs of [2_000, 4_000, 8_000]) {
      take(webhook)(attempt(10_000, 'TIMEOUT'));
      wait(pauseMs - 1);
      expect(free(webhook)).toBe(0);
      wait(1);
      expect(free(webhook)).toBe(1);
    }
    take(webhook)(attempt(50));
    take(webhook)(attempt(50, 'STATUS'));
    expect(free(webhook)).toBe(1);
  });
});
