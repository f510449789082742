import type { DomainEvent, EventType, StreamName } from '@obieg/contracts';
import type { Logger } from 'pino';
import type { Tx } from '../database/transaction';

/** Log of a consumer. Absent in commands. */
export type ReactionLog = Pick<Logger, 'warn'> | undefined;

/** Reaction of a service to one event type. `tx` is in the scope of the event's organization. */
export interface Reaction {
  type: EventType;
  applyAll(tx: Tx, events: readonly never[], log?: ReactionLog): Promise<void>;
}

interface Bulk<T extends EventType> {
  type: T;
  applyAll(tx: Tx, events: readonly DomainEvent<T>[], log?: ReactionLog): Promise<void>;
}

/**
 * Defines a reaction that upserts the state in the event. It never receives duplicates or older versions. The event's
 * `traceparent` is the span of this reaction; pass it to `recordEvent` to continue the trace.
 */
export const defineReaction = <T extends EventType>({
  type,
  apply,
}: {
  type: T;
  apply(tx: Tx, event: DomainEvent<T>, log?: ReactionLog): Promise<void>;
}): Reaction =>
  defineBulkReaction({
    type,
    applyAll: async (tx, events: readonly DomainEvent<T>[], log) => {
      for (const event of events) await apply(tx, event, log);
    },
  });

/** Defines a reaction to a batch of events of one type and organization, one per aggregate. */
export const defineBulkReaction = <T extends EventType>(reaction: Bulk<T>): Reaction =>
  reaction as unknown as Reaction;

/** A consumed stream and the reactions to its events. */
export interface EventSource {
  stream: StreamName;
  reactions: readonly Reaction[];
}
