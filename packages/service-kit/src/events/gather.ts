import { setTimeout as pause } from 'node:timers/promises';

/** From this number of events in a round, more are expected soon. */
const busyFrom = 4;
const quietMs = 20;
const busyMs = 100;

/**
 * Waits between two rounds, so that events arriving meanwhile share a transaction. The wait is short at low load, so
 * that a change is visible everywhere within 50 ms, and longer at high load.
 */
export const gather = (handled: number): Promise<void> => pause(handled < busyFrom ? quietMs : busyMs);
