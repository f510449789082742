import { setTimeout as pause } from 'node:timers/promises';

/** From this number of events in a batch, more events are expected soon. */
const busyFrom = 4;
const idleMs = 20;
const busyMs = 100;

/**
 * Waits between two batches, so that events arriving meanwhile share a transaction. At low load the wait is short, so
 * that all services see a change within 50 ms.
 */
export const pauseBetweenBatches = (handled: number): Promise<void> =>
  pause(handled < busyFrom ? idleMs : busyMs);
