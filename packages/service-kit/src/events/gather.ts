import { setTimeout as pause } from 'node:timers/promises';

/** As many in one round say that more come soon. */
const busyFrom = 4;
const quietMs = 20;
const busyMs = 100;

/**
 * Waits between two rounds of work on events, so that those that come meanwhile share a transaction: shortly, that one
 * change is known everywhere within 50 ms, longer in a minute in which so many come that each would cost too much.
 */
export const gather = (handled: number): Promise<void> => pause(handled < busyFrom ? quietMs : busyMs);
