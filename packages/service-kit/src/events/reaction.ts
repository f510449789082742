import type { DomainEvent, EventType, StreamName } from '@obieg/contracts';
import type { Tx } from '../database/database';

/** What a service does when it learns of one type of event. `tx` sees the event's organization. */
export interface Reaction {
  type: EventType;
  apply(tx: Tx, event: never): Promise<void>;
}

/**
 * One reaction; it upserts the state that the event carries. Duplicates and older versions never reach it. The event's
 * `traceparent` is the span of this reaction: hand it to `recordEvent` to continue the trace.
 */
export const defineReaction = <T extends EventType>(reaction: {
  type: T;
  apply(tx: Tx, event: DomainEvent<T>): Promise<void>;
}): Reaction => reaction as unknown as Reaction;

/** A stream that a service follows, and what it does with its events. */
export interface EventSource {
  stream: StreamName;
  reactions: readonly Reaction[];
}
