import type { EventEnvelope, EventType } from '@obieg/contracts';
import type { Logger } from 'pino';
import { readEvent } from './inbox';
import type { Handle } from './listeners';
import type { EventBus } from './nats';

/**
 * Receives events at the moment they happen, without persistence. Events during an outage of NATS are missed. Use a
 * consumer for events that must not be missed.
 */
export interface Hearing {
  types: readonly EventType[];
  /** Whether events are currently needed. Skipping one is cheaper than parsing it. */
  isNeeded(): boolean;
  /** Must not throw. */
  hear(event: EventEnvelope): void;
}

/** Subscribes as soon as NATS is reachable. */
export const startHearing = ({ types, isNeeded, hear }: Hearing, ready: Promise<EventBus>, log: Logger) => {
  let handles: Handle[] = [];
  let isStopped = false;
  const handle = (payload: string): void => {
    if (!isNeeded()) return;
    try {
      hear(readEvent(payload));
    } catch (error) {
      log.error({ err: error }, 'cannot parse a received event');
    }
  };
  ready
    .then((bus) => {
      if (!isStopped) handles = types.map((type) => bus.hear(type, handle));
    })
    .catch((error: unknown) => log.error({ err: error }, 'cannot subscribe to events'));
  return {
    stop: async (): Promise<void> => {
      isStopped = true;
      await Promise.all(handles.map(({ close }) => close()));
    },
  };
};
