import { randomUUID } from 'node:crypto';
import { type EventData, type EventEnvelope, type EventType, eventCatalogue } from '@obieg/contracts';
import type { Logger } from 'pino';
import { type Database, withTransaction } from '../database/database';
import { afterCommit, type Signals, sendWithCommit, type Tx } from '../database/transaction';
import { problem } from '../errors/problems';
import type { Metrics } from '../observability/metrics';
import { outboxQueue } from '../queues/queue';
import { setAside } from '../queues/set-aside';
import { pauseBetweenBatches } from './batch-pause';
import { type Bundle, bundleEvents, type WaitingEvent } from './bundles';
import type { BusConnection, EventBus } from './nats';
import { isStateSubject, subjectOfEvent } from './streams';

interface RecordedEvent<T extends EventType> {
  type: T;
  /** Absent for events without organization. */
  organizationId?: number;
  /** Identifies the aggregate within its type, for example the row's id. */
  aggregateId: string | number;
  data: EventData<T>;
  traceparent?: string | undefined;
}

/**
 * Maximum size of an event, measured as a dead letter, its largest form. NATS rejects messages above 1 MiB. A larger
 * event would be set aside, so `recordEvent` rejects its change. The difference to 1 MiB leaves room for
 * headers and the other fields of a dead letter.
 */
const eventMaxBytes = 1_000_000;

/** JSON as PostgreSQL's jsonb prints it: with a space after each comma and colon. */
const asJsonbText = (value: object): string =>
  JSON.stringify(value, null, 1).replace(/,\n */g, ', ').replace(/\n */g, '');

const isTooLarge = (envelope: object, json: string): boolean =>
  // Cheap upper bound first: jsonb and escaping add at most one space or backslash per character.
  Buffer.byteLength(json) * 2 > eventMaxBytes &&
  Buffer.byteLength(JSON.stringify(asJsonbText(envelope))) > eventMaxBytes;

const wakeRelay = (signals: Signals): void => void signals.emit('events');

/**
 * Records an event in the outbox within the transaction of its change. Call it while the aggregate's row is locked,
 * so that versions follow the order of commits. @throws 413 if the event is too large to publish
 */
export const recordEvent = <T extends EventType>(
  tx: Tx,
  { type, organizationId, aggregateId, data, traceparent }: RecordedEvent<T>,
): void => {
  const [, service, entity] = type.split('.');
  const envelope: Omit<EventEnvelope, 'aggregateversion'> = {
    specversion: '1.0',
    id: randomUUID(),
    source: `/obieg/svc-${service}`,
    type,
    subject: `${entity}/${aggregateId}`,
    time: new Date().toISOString(),
    datacontenttype: 'application/json',
    ...(organizationId === undefined ? {} : { organizationid: organizationId }),
    ...(traceparent === undefined ? {} : { traceparent }),
    data: eventCatalogue[type].parse(data),
  };
  const json = JSON.stringify(envelope);
  if (isTooLarge(envelope, json))
    throw problem.tooLarge(`This change makes the ${entity} too large to publish to other services.`);
  afterCommit(tx, wakeRelay);
  sendWithCommit(
    tx,
    tx.raw(
      `insert into outbox (event_id, subject, envelope) values (:eventId, :subject,
         :envelope::jsonb || jsonb_build_object('aggregateversion', nextval('aggregate_version')))`,
      { eventId: envelope.id, subject: subjectOfEvent(type, aggregateId), envelope: json },
    ),
  );
};

interface RelayOptions extends Pick<BusConnection, 'bus'> {
  db: Database;
  log: Logger;
  metrics: Metrics;
}

/**
 * Advisory lock that selects the active relay among replicas. A backup holds it while it takes its snapshots. The
 * number is arbitrary.
 */
export const relayLock = 7_310_001;
const batchSize = 200;
/** Polling interval for events of other processes. */
const pollMs = 1_000;
const retryMs = 200;
/** Maximum pause after rounds in which nothing was published. */
const retryMaxMs = 5_000;
/** Minimum time between two log entries about waiting events. */
const logIntervalMs = 60_000;

/** Tries of an event that NATS rejects. They take at least four seconds. */
const triesMax = 5;
const tryIntervalMs = 1_000;

interface Published {
  count: number;
  left: 'none' | 'some' | 'failed';
  /** Reason of a failure. */
  reason?: unknown;
}

/** Counts the tries of events that NATS rejects, at most one a second each. */
const createRejections = (now: () => number = () => performance.now()) => {
  const rejected = new Map<number, { tries: number; countedAt: number }>();
  return {
    /** @returns whether this was the last try */
    isLast: (id: number): boolean => {
      const { tries, countedAt } = rejected.get(id) ?? { tries: 0, countedAt: Number.NEGATIVE_INFINITY };
      if (now() - countedAt < tryIntervalMs) return false;
      if (tries + 1 < triesMax) rejected.set(id, { tries: tries + 1, countedAt: now() });
      else rejected.delete(id);
      return tries + 1 >= triesMax;
    },
  };
};

type Rejections = ReturnType<typeof createRejections>;

interface FailedBundle {
  bundle: Bundle;
  error: unknown;
}

/** A state stream retains only the newest event of a subject. An older one must not replace it later. */
const isSuperseded = ({ subject }: Bundle, later: readonly Bundle[]): boolean =>
  isStateSubject(subject) && later.some((one) => one.subject === subject);

/** Returns the ids of failed events that must be set aside, by bundle. */
const findHopeless = async (
  bus: EventBus,
  rejections: Rejections,
  failed: readonly FailedBundle[],
  wereOthersAccepted: boolean,
): Promise<(FailedBundle & { ids: number[] })[]> => {
  const hopeless: (FailedBundle & { ids: number[] })[] = [];
  for (const { bundle, error } of failed) {
    if (!(await bus.isAtFault(error, wereOthersAccepted))) continue;
    const ids = bundle.events.map(({ id }) => id).filter((id) => rejections.isLast(id));
    if (ids.length > 0) hopeless.push({ bundle, error, ids });
  }
  return hopeless;
};

/**
 * Publishes a batch of waiting events in their order, without waiting between messages, and deletes those that are
 * acknowledged. The others are published again. An event that NATS rejects while it accepts others is set aside after
 * some tries, so that it does not hold up the others. Only the process with the advisory lock publishes. The rows are
 * not locked, because skipping rows that another process looks at would publish later events before them.
 */
const publishBatch = (
  { db, metrics, log }: RelayOptions,
  bus: EventBus,
  rejections: Rejections,
): Promise<Published> =>
  withTransaction(db, async (tx) => {
    const [lock, rows] = await Promise.all([
      tx.raw<{ rows: { acquired: boolean }[] }>('select pg_try_advisory_xact_lock(?) as acquired', [
        relayLock,
      ]),
      tx('outbox')
        .select<WaitingEvent[]>('id', 'event_id', 'subject', tx.raw('envelope::text as envelope'))
        .orderBy('id')
        .limit(batchSize),
    ]);
    if (rows.length === 0) return { count: 0, left: 'none' };
    if (!lock.rows[0]?.acquired) return { count: 0, left: 'some' };
    const bundles = bundleEvents(rows);
    const results = await Promise.allSettled(
      bundles.map(({ subject, payload, messageId }) => bus.publish(subject, payload, messageId)),
    );
    const accepted = bundles.filter((_, index) => results[index]?.status === 'fulfilled');
    const failed = bundles.flatMap((bundle, index): FailedBundle[] => {
      const result = results[index];
      if (result?.status !== 'rejected') return [];
      const later = bundles.slice(index + 1).filter((one) => accepted.includes(one));
      if (!isSuperseded(bundle, later)) return [{ bundle, error: result.reason }];
      accepted.push(bundle);
      return [];
    });
    for (const { bundle, error, ids } of await findHopeless(bus, rejections, failed, accepted.length > 0)) {
      await setAside(tx, outboxQueue, ids, { tries: triesMax, error });
      log.error({ err: error, subject: bundle.subject, ids }, 'events set aside: NATS rejects them');
    }
    const ids = accepted.flatMap(({ events }) => events).map(({ id }) => id);
    if (ids.length > 0) sendWithCommit(tx, tx('outbox').whereRaw('id = any(?)', [ids]).delete());
    metrics.outboxPublished.inc(ids.length);
    const [first] = failed;
    if (first) return { count: ids.length, left: 'failed', reason: first.error };
    return { count: ids.length, left: rows.length === batchSize ? 'some' : 'none' };
  });

/**
 * Publishes events from the outbox to JetStream: immediately after a commit of this process, and every second for
 * events of other processes.
 */
export const createOutboxRelay = (options: RelayOptions) => {
  const { bus, log, metrics, db } = options;
  let timer: NodeJS.Timeout | undefined;
  let isRunning = false;
  let hasNewEvents = false;
  let isStopped = false;
  let round: Promise<void> = Promise.resolve();
  let loggedAt = Number.NEGATIVE_INFINITY;
  let failures = 0;
  const rejections = createRejections();

  const fail = (error: unknown, published = 0): void => {
    metrics.outboxFailures.inc();
    failures = published > 0 ? 0 : failures + 1;
    if (performance.now() - loggedAt >= logIntervalMs) {
      loggedAt = performance.now();
      log.warn({ err: error }, 'cannot publish the outbox');
    }
    schedule(Math.min(retryMaxMs, retryMs * 2 ** Math.max(0, failures - 1)));
  };
  const drain = async (): Promise<void> => {
    const connected = bus();
    if (!connected?.isConnected()) return schedule(pollMs);
    try {
      let published: Published;
      do {
        hasNewEvents = false;
        published = await publishBatch(options, connected, rejections);
        if (published.left === 'failed') return fail(published.reason, published.count);
        failures = 0;
        if (!isStopped) await pauseBetweenBatches(published.count);
      } while ((hasNewEvents || published.left === 'some') && !isStopped);
      schedule(pollMs);
    } catch (error) {
      fail(error);
    }
  };
  const wake = (): void => {
    if (isStopped) return;
    if (isRunning) {
      hasNewEvents = true;
      return;
    }
    isRunning = true;
    round = drain().finally(() => {
      isRunning = false;
    });
  };
  const schedule = (ms: number): void => {
    clearTimeout(timer);
    if (!isStopped) timer = setTimeout(wake, ms);
  };

  return {
    start: (): void => {
      db.signals.on('events', wake);
      wake();
    },
    /** Number of waiting events. */
    countWaiting: async (): Promise<number> => {
      const [row] = await db.knex('outbox').count<{ count: number }[]>('* as count');
      return row?.count ?? 0;
    },
    stop: async (): Promise<void> => {
      isStopped = true;
      clearTimeout(timer);
      db.signals.off('events', wake);
      await round;
    },
  };
};
