import type { DomainEvent, EventType, StreamName } from '@obieg/contracts';
import type { Tx } from '../database/transaction';

/** What a service does when it learns of one type of event. `tx` sees the event's organization. */
export interface Reaction {
  type: EventType;
  applyAll(tx: Tx, events: readonly never[]): Promise<void>;
}

interface Bulk<T extends EventType> {
  type: T;
  applyAll(tx: Tx, events: readonly DomainEvent<T>[]): Promise<void>;
}

/**
 * One reaction; it upserts the state that the event carries. Duplicates and older versions never reach it. The event's
 * `traceparent` is the span of this reaction: hand it to `recordEvent` to continue the trace.
 */
export const defineReaction = <T extends EventType>({
  type,
  apply,
}: {
  type: T;
  apply(tx: Tx, event: DomainEvent<T>): Promise<void>;
}): Reaction =>
  defineBulkReaction({
    type,
    applyAll: async (tx, events: readonly DomainEvent<T>[]) => {
      for (const event of events) await apply(tx, event);
    },
  });

/** The same for events that come in numbers: those of one organization that came together, one of each aggregate. */
export const defineBulkReaction = <T extends EventType>(reaction: Bulk<T>): Reaction =>
  reaction as unknown as Reaction;

/** A stream that a service follows, and what it does with its events. */
export interface EventSource {
  stream: StreamName;
  reactions: readonly Reaction[];
}
