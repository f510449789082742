import { randomUUID } from 'node:crypto';
import { type EventData, type EventEnvelope, type EventType, eventCatalogue } from '@obieg/contracts';
import type { Logger } from 'pino';
import { type Database, withTransaction } from '../database/database';
import { afterCommit, type Signals, sendWithCommit, type Tx } from '../database/transaction';
import { problem } from '../errors';
import type { Metrics } from '../process/metrics';
import { bundleEvents, type WaitingEvent } from './bundles';
import { gather } from './gather';
import type { BusConnection, EventBus } from './nats';
import { subjectOfEvent } from './streams';

interface RecordedEvent<T extends EventType> {
  type: T;
  /** Absent for what belongs to no organization. */
  organizationId?: number;
  /** Names the aggregate within its type, e.g. the row's id. */
  aggregateId: string | number;
  data: EventData<T>;
  traceparent?: string | undefined;
}

/**
 * NATS refuses larger messages by default (1 MiB with headers). An event that no server takes would hold up those of
 * all organizations behind it, so the change that makes it is refused instead. It counts as it stands in a dead letter,
 * where it is the largest; the rest is room for what surrounds it there (`dead-letters.ts`) and for its version.
 */
const eventMaxBytes = 1_000_000;

/** JSON as PostgreSQL writes it, members in another order: a space after each comma and colon. */
const asJsonbText = (value: object): string =>
  JSON.stringify(value, null, 1).replace(/,\n */g, ', ').replace(/\n */g, '');

const isTooLarge = (envelope: object, json: string): boolean =>
  // A space or a backslash more for a character: at most twice as large. Most need no second look.
  Buffer.byteLength(json) * 2 > eventMaxBytes &&
  Buffer.byteLength(JSON.stringify(asJsonbText(envelope))) > eventMaxBytes;

const wakeRelay = (signals: Signals): void => void signals.emit('events');

/**
 * Puts an event into the outbox as the transaction of the change that it tells of commits. Call it while the aggregate's row
 * is locked, so that its versions rise in the order of the commits. Throws a problem (413) when it is too large to be
 * passed on.
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
    throw problem.tooLarge(`With this change the ${entity} is too large to be passed on to other services.`);
  afterCommit(tx, wakeRelay);
  void sendWithCommit(
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

/** One relay of all replicas works at a time; the number is arbitrary, only its sameness counts. */
const relayLock = 7_310_001;
const batchSize = 200;
/** For what another process left behind. */
const pollMs = 1_000;
const retryMs = 200;
/** Why events wait is said as often, however often it is tried. */
const tellEveryMs = 60_000;

interface Published {
  count: number;
  left: 'none' | 'some' | 'failed';
  /** Why, where it has failed. */
  reason?: unknown;
}

/** Publishes what waits, in order, and deletes it after the acknowledgement; stops at the first failure. */
const publishBatch = ({ db, metrics }: RelayOptions, bus: EventBus): Promise<Published> =>
  withTransaction(db, async (tx) => {
    const [lock, rows] = await Promise.all([
      tx.raw<{ rows: { held: boolean }[] }>('select pg_try_advisory_xact_lock(?) as held', [relayLock]),
      tx('outbox')
        .select<WaitingEvent[]>('id', 'event_id', 'subject', tx.raw('envelope::text as envelope'))
        .orderBy('id')
        .limit(batchSize)
        .forUpdate()
        .skipLocked(),
    ]);
    if (rows.length === 0) return { count: 0, left: 'none' };
    if (!lock.rows[0]?.held) return { count: 0, left: 'some' };
    const bundles = bundleEvents(rows);
    const results = await Promise.allSettled(
      bundles.map(({ subject, payload, messageId }) => bus.publish(subject, payload, messageId)),
    );
    const failedAt = results.findIndex(({ status }) => status === 'rejected');
    const done = (failedAt < 0 ? bundles : bundles.slice(0, failedAt)).flatMap(({ events }) => events);
    const ids = done.map(({ id }) => id);
    if (ids.length > 0) void sendWithCommit(tx, tx('outbox').whereRaw('id = any(?)', [ids]).delete());
    metrics.outboxPublished.inc(done.length);
    if (failedAt < 0) return { count: done.length, left: rows.length === batchSize ? 'some' : 'none' };
    const failed = results[failedAt] as PromiseRejectedResult;
    return { count: done.length, left: 'failed', reason: failed.reason };
  });

/** Carries events from the outbox to JetStream: at once after a commit, and every second for what was missed. */
export const createOutboxRelay = (options: RelayOptions) => {
  const { bus, log, metrics, db } = options;
  let timer: NodeJS.Timeout | undefined;
  let isRunning = false;
  let isDirty = false;
  let isStopped = false;
  let round: Promise<void> = Promise.resolve();
  let toldAt = Number.NEGATIVE_INFINITY;

  const fail = (error: unknown): void => {
    metrics.outboxFailures.inc();
    if (performance.now() - toldAt >= tellEveryMs) {
      toldAt = performance.now();
      log.warn({ err: error }, 'the outbox waits');
    }
    schedule(retryMs);
  };
  const drain = async (): Promise<void> => {
    const connected = bus();
    if (!connected?.isConnected()) return schedule(pollMs);
    try {
      let published: Published;
      do {
        isDirty = false;
        published = await publishBatch(options, connected);
        if (published.left === 'failed') return fail(published.reason);
        if (!isStopped) await gather(published.count);
      } while ((isDirty || published.left === 'some') && !isStopped);
      schedule(pollMs);
    } catch (error) {
      fail(error);
    }
  };
  const wake = (): void => {
    if (isStopped) return;
    if (isRunning) {
      isDirty = true;
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
    /** Number of events that wait. */
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
