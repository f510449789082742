import { describe, expect, it } from 'vitest';
import { createLog } from '../observability/log';
import { pollUntil } from '../testing/index';
import { createListeners } from './listeners';

const log = createLog('test', 'silent');

/** Server side of a listener. Counts open subscriptions and fails on request. */
const createServerSide = () => {
  const side = {
    isOpen: 0,
    mostOpen: 0,
    opened: 0,
    failures: 0,
    open: async () => {
      // Yields once, as a real server does.
      await new Promise(setImmediate);
      if (side.failures > 0) {
        side.failures -= 1;
        throw new Error('not yet');
      }
      side.opened += 1;
      side.isOpen += 1;
      side.mostOpen = Math.max(side.mostOpen, side.isOpen);
      return {
        close: async () => {
          await new Promise(setImmediate);
          side.isOpen -= 1;
        },
      };
    },
  };
  return side;
};

const create = (prepare = async (): Promise<void> => undefined) =>
  createListeners({ prepare, isClosed: () => false, log, retryMs: 1 });
const untilComplete = (listeners: ReturnType<typeof create>) =>
  pollUntil(async () => listeners.isComplete() || undefined, { describe: 'everything listens' });

describe('createListeners', () => {
  it('opens listeners at once and closes them permanently', async () => {
    const [listeners, side] = [create(), createServerSide()];
    const handle = await listeners.listen(side.open);
    expect([side.isOpen, listeners.isComplete()]).toEqual([1, true]);
    await handle.close();
    listeners.restore();
    await untilComplete(listeners);
    expect([side.isOpen, side.opened]).toEqual([0, 1]);
  });

  it('retries a listener that cannot be opened, without blocking others', async () => {
    const [listeners, failing, well] = [create(), createServerSide(), createServerSide()];
    failing.failures = 3;
    await listeners.listen(failing.open);
    expect(listeners.isComplete()).toBe(false);
    await listeners.listen(well.open);
    expect(well.isOpen).toBe(1);
    await untilComplete(listeners);
    expect([failing.isOpen, well.isOpen]).toEqual([1, 1]);
  });

  it('never opens a listener twice', async () => {
    const [listeners, side] = [create(), createServerSide()];
    await listeners.listen(side.open);
    for (let count = 0; count < 20; count += 1) {
      listeners.suspend();
      listeners.restore();
      if (count % 3 === 0) await new Promise(setImmediate);
    }
    await untilComplete(listeners);
    expect([side.isOpen, side.mostOpen]).toEqual([1, 1]);
  });

  it('is incomplete from a lost connection until all listeners are open again', async () => {
    let isPrepared = false;
    const listeners = create(async () => {
      if (!isPrepared) throw new Error('no streams yet');
    });
    const side = createServerSide();
    await listeners.listen(side.open);
    listeners.suspend();
    expect(listeners.isComplete()).toBe(false);
    listeners.restore();
    await new Promise(setImmediate);
    expect([listeners.isComplete(), side.opened]).toEqual([false, 1]);
    isPrepared = true;
    await untilComplete(listeners);
    expect(side.opened).toBe(2);
  });

  it('does not reopen a listener that is closed while opening', async () => {
    const [listeners, side] = [create(), createServerSide()];
    const handle = await listeners.listen(side.open);
    listeners.restore();
    await handle.close();
    await untilComplete(listeners);
    expect(side.isOpen).toBe(0);
  });
});
