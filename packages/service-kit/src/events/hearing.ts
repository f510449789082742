import type { EventEnvelope, EventType } from '@obieg/contracts';
import type { Logger } from 'pino';
import { readEvent } from './inbox';
import type { Handle } from './listeners';
import type { EventBus } from './nats';

/**
 * What a process is told of as it happens, for what is of use at that moment only: nothing is kept for it, and what comes
 * while NATS is away is missed. What must not be missed is for a consumer.
 */
export interface Hearing {
  types: readonly EventType[];
  /** Whether anything is to be told at all; reading each event costs more than passing it over. */
  isNeeded(): boolean;
  /** Must not throw. */
  hear(event: EventEnvelope): void;
}

/** Hears as soon as there is NATS. */
export const startHearing = ({ types, isNeeded, hear }: Hearing, ready: Promise<EventBus>, log: Logger) => {
  let handles: Handle[] = [];
  let isStopped = false;
  const handle = (payload: string): void => {
    if (!isNeeded()) return;
    try {
      hear(readEvent(payload));
    } catch (error) {
      log.error({ err: error }, 'an event that was heard cannot be read');
    }
  };
  ready
    .then((bus) => {
      if (!isStopped) handles = types.map((type) => bus.hear(type, handle));
    })
    .catch((error: unknown) => log.error({ err: error }, 'events cannot be heard'));
  return {
    stop: async (): Promise<void> => {
      isStopped = true;
      await Promise.all(handles.map(({ close }) => close()));
    },
  };
};
