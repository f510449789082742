import {
  type DomainEvent,
  type EventEnvelope,
  type EventType,
  eventCatalogue,
  eventEnvelopeSchema,
  type StreamName,
} from '@obieg/contracts';
import type { Logger } from 'pino';
import { type Database, type Tx, withOrganization, withTransaction } from '../database/database';
import type { Metrics } from '../process/metrics';
import type { BusMessage, EventBus } from './nats';

/** What a service does when it learns of one type of event. `tx` sees the event's organization. */
export interface Reaction {
  type: EventType;
  apply(tx: Tx, event: never): Promise<void>;
}

/** One reaction; it upserts the state that the event carries. Duplicates and older versions never reach it. */
export const defineReaction = <T extends EventType>(reaction: {
  type: T;
  apply(tx: Tx, event: DomainEvent<T>): Promise<void>;
}): Reaction => reaction as unknown as Reaction;

interface ConsumerOptions {
  service: string;
  stream: StreamName;
  reactions: readonly Reaction[];
  db: Database;
  bus: () => EventBus | undefined;
  ready: Promise<EventBus>;
  log: Logger;
  metrics: Metrics;
  /** Deliveries of one message before it becomes a dead letter. */
  maxDeliveries?: number;
  /** Wait before the second delivery; doubles with each further one. */
  firstRetryMs?: number;
}

const filterSubjects: Record<StreamName, string> = {
  OBIEG_IDENTITY: 'obieg.identity.>',
  OBIEG_WORKFLOW: 'obieg.workflow.>',
  OBIEG_TASKS: 'obieg.tasks.>',
  OBIEG_DEAD_LETTERS: 'dead.obieg.>',
};
const maxRetryMs = 60_000;

/** A dead letter: the message as it came, and why it could not be applied. */
export interface DeadLetter {
  service: string;
  subject: string;
  payload: string;
  reason: string;
  diedAt: string;
}

const isFirstSight = async (tx: Tx, consumer: string, eventId: string): Promise<boolean> => {
  const rows = await tx('inbox')
    .insert({ consumer, event_id: eventId })
    .onConflict()
    .ignore()
    .returning('event_id');
  return rows.length > 0;
};

/** Holds the newest version of each aggregate; false when the event is older than what is held. Equal repairs. */
const isNotOlder = async (
  tx: Tx,
  { type, subject, organizationid, aggregateversion }: EventEnvelope,
): Promise<boolean> => {
  const aggregate = `${type.split('.')[1]}/${organizationid ?? '-'}/${subject}`;
  const { rows } = await tx.raw<{ rows: unknown[] }>(
    `insert into applied_versions (aggregate, version) values (?, ?)
     on conflict (aggregate) do update set version = excluded.version
       where applied_versions.version <= excluded.version
     returning aggregate`,
    [aggregate, aggregateversion],
  );
  return rows.length > 0;
};

const readEvent = (payload: string): EventEnvelope => {
  const envelope = eventEnvelopeSchema.parse(JSON.parse(payload));
  const schema = eventCatalogue[envelope.type as EventType];
  return schema ? { ...envelope, data: schema.parse(envelope.data) } : envelope;
};

/** Applies one message: exactly one effect however often it is delivered. Throws when it cannot be applied now. */
export const applyMessage = async (
  { service, reactions, db }: Pick<ConsumerOptions, 'service' | 'reactions' | 'db'>,
  payload: string,
): Promise<'applied' | 'ignored' | 'duplicate' | 'outdated'> => {
  const event = readEvent(payload);
  const matching = reactions.filter(({ type }) => type === event.type);
  if (matching.length === 0) return 'ignored';
  const apply = async (tx: Tx) => {
    if (!(await isFirstSight(tx, service, event.id))) return 'duplicate';
    if (!(await isNotOlder(tx, event))) return 'outdated';
    for (const reaction of matching) await reaction.apply(tx, event as never);
    return 'applied';
  };
  return event.organizationid === undefined
    ? withTransaction(db, apply)
    : withOrganization(db, event.organizationid, apply);
};

/** Consumes one stream in order with one durable consumer per service. */
export const createConsumer = (options: ConsumerOptions) => {
  const { service, stream, bus, ready, log, metrics, maxDeliveries = 8, firstRetryMs = 250 } = options;
  const queue: BusMessage[] = [];
  let subscription: { close(): Promise<void> } | undefined;
  let isStopped = false;
  let work: Promise<void> = Promise.resolve();

  const bury = async (message: BusMessage, reason: string): Promise<void> => {
    const letter: DeadLetter = {
      service,
      subject: message.subject,
      payload: message.payload,
      reason,
      diedAt: new Date().toISOString(),
    };
    await bus()?.publish(
      `dead.${message.subject}.${service}`,
      JSON.stringify(letter),
      `dead-${service}-${message.subject}-${Date.now()}`,
    );
    message.ack();
    metrics.eventsHandled.inc({ stream, outcome: 'dead' });
    log.error({ subject: message.subject, reason }, 'event became a dead letter');
  };

  const handle = async (message: BusMessage): Promise<void> => {
    try {
      const outcome = await applyMessage(options, message.payload);
      message.ack();
      metrics.eventsHandled.inc({ stream, outcome });
    } catch (error) {
      const isAway = (error as { status?: number }).status === 503;
      if (message.deliveryCount >= maxDeliveries && !isAway) {
        await bury(message, (error as Error).message).catch(() => message.retryAfter(maxRetryMs));
        return;
      }
      metrics.eventsHandled.inc({ stream, outcome: 'retried' });
      log.warn(
        { err: error, subject: message.subject, delivery: message.deliveryCount },
        'event will be tried again',
      );
      message.retryAfter(Math.min(maxRetryMs, firstRetryMs * 2 ** Math.max(0, message.deliveryCount - 1)));
    }
  };
  const drain = async (): Promise<void> => {
    for (let message = queue.shift(); message; message = queue.shift()) await handle(message);
  };

  return {
    start: async (): Promise<void> => {
      const connected = await ready;
      if (isStopped) return;
      subscription = await connected.consume({
        stream,
        durable: service,
        filterSubject: filterSubjects[stream],
        ackWaitMs: 30_000,
        handle: (message) => {
          queue.push(message);
          work = work.then(drain);
        },
      });
    },
    stop: async (): Promise<void> => {
      isStopped = true;
      queue.length = 0;
      await subscription?.close();
      await work;
    },
  };
};
