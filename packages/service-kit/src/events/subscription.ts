import type { EventEnvelope, EventType } from '@obieg/contracts';
import type { Logger } from 'pino';
import { readEvent } from './inbox';
import type { Handle } from './listeners';
import type { EventBus } from './nats';

/**
 * A subscription without persistence. It misses events that are published while NATS is unavailable; use a consumer
 * if that matters.
 */
export interface EventSubscription {
  types: readonly EventType[];
  /** Must not throw. */
  handle(event: EventEnvelope): void;
}

/** Subscribes as soon as NATS is reachable. */
export const startSubscription = (
  { types, handle }: EventSubscription,
  ready: Promise<EventBus>,
  log: Logger,
) => {
  let handles: Handle[] = [];
  let isStopped = false;
  const receive = (payload: string): void => {
    try {
      handle(readEvent(payload));
    } catch (error) {
      log.error({ err: error }, 'cannot parse a received event');
    }
  };
  ready
    .then((bus) => {
      if (!isStopped) handles = types.map((type) => bus.subscribe(type, receive));
    })
    .catch((error: unknown) => log.error({ err: error }, 'cannot subscribe to events'));
  return {
    stop: async (): Promise<void> => {
      isStopped = true;
      await Promise.all(handles.map(({ close }) => close()));
    },
  };
};
