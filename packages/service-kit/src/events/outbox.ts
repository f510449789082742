import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { type EventData, type EventEnvelope, type EventType, eventCatalogue } from '@obieg/contracts';
import pg from 'pg';
import type { Logger } from 'pino';
import { type Database, type Tx, withTransaction } from '../database/database';
import { problem } from '../errors';
import type { Metrics } from '../process/metrics';
import type { BusConnection, EventBus } from './nats';

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
 * all organizations behind it, so the change that makes it is refused instead.
 */
const eventMaxBytes = 1_000_000;

/**
 * Puts an event into the outbox, in the transaction of the change that it tells of. Call it while the aggregate's row
 * is locked, so that its versions rise in the order of the commits. Throws a problem (413) when it is too large to be
 * passed on.
 */
export const recordEvent = async <T extends EventType>(
  tx: Tx,
  { type, organizationId, aggregateId, data, traceparent }: RecordedEvent<T>,
): Promise<void> => {
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
  if (Buffer.byteLength(json) > eventMaxBytes)
    throw problem.tooLarge(`With this change the ${entity} is too large to be passed on to other services.`);
  await tx('outbox').insert({
    event_id: envelope.id,
    subject: type,
    envelope: tx.raw(`?::jsonb || jsonb_build_object('aggregateversion', nextval('aggregate_version'))`, [
      json,
    ]),
  });
};

interface RelayOptions extends Pick<BusConnection, 'bus'> {
  db: Database;
  /** Address for the relay's own listening connection. */
  databaseUrl: string;
  log: Logger;
  metrics: Metrics;
}

/** One relay of all replicas works at a time; the number is arbitrary, only its sameness counts. */
const relayLock = 7_310_001;
const batchSize = 200;
/** The first event goes at once; what comes while it is on its way is gathered, so that a busy minute costs less. */
const gatherMs = 20;
const pollMs = 1_000;
const retryMs = 200;

interface OutboxRow {
  id: number;
  event_id: string;
  subject: string;
  envelope: unknown;
}

/** Publishes what waits, in order, and deletes it after the acknowledgement; stops at the first failure. */
const publishBatch = ({ db, metrics }: RelayOptions, bus: EventBus): Promise<number> =>
  withTransaction(db, async (tx) => {
    const [lock, rows] = await Promise.all([
      tx.raw<{ rows: { held: boolean }[] }>('select pg_try_advisory_xact_lock(?) as held', [relayLock]),
      tx<OutboxRow>('outbox').orderBy('id').limit(batchSize).forUpdate().skipLocked(),
    ]);
    if (!lock.rows[0]?.held || rows.length === 0) return 0;
    const results = await Promise.allSettled(
      rows.map(({ subject, envelope, event_id }) => bus.publish(subject, JSON.stringify(envelope), event_id)),
    );
    const failedAt = results.findIndex(({ status }) => status === 'rejected');
    const done = failedAt < 0 ? rows : rows.slice(0, failedAt);
    if (done.length > 0)
      await tx('outbox')
        .whereIn(
          'id',
          done.map(({ id }) => id),
        )
        .delete();
    metrics.outboxPublished.inc(done.length);
    if (failedAt >= 0) metrics.outboxFailures.inc();
    return failedAt < 0 ? rows.length : -1;
  });

/** Wakes at every insert into the outbox; a lost connection is opened again. */
const listenForInserts = (databaseUrl: string, wake: () => void, log: Logger): { close(): Promise<void> } => {
  let client: pg.Client | undefined;
  let timer: NodeJS.Timeout | undefined;
  let isClosed = false;
  const open = async (): Promise<void> => {
    const next = new pg.Client({
      connectionString: databaseUrl,
      application_name: 'obieg-relay',
      keepAlive: true,
    });
    client = next;
    const lost = (): void => {
      if (isClosed || client !== next) return;
      client = undefined;
      timer = setTimeout(() => void open(), retryMs);
    };
    next.on('error', lost);
    next.on('end', lost);
    next.on('notification', wake);
    try {
      await next.connect();
      await next.query('listen outbox');
      wake();
    } catch (error) {
      log.debug({ err: error }, 'the relay cannot listen yet');
      lost();
      next.end().catch(() => undefined);
    }
  };
  void open();
  return {
    close: async () => {
      isClosed = true;
      clearTimeout(timer);
      await client?.end().catch(() => undefined);
    },
  };
};

/** Carries events from the outbox to JetStream: at once after a commit, and every second for what was missed. */
export const createOutboxRelay = (options: RelayOptions) => {
  const { databaseUrl, bus, log, metrics, db } = options;
  let listener: { close(): Promise<void> } | undefined;
  let timer: NodeJS.Timeout | undefined;
  let isRunning = false;
  let isDirty = false;
  let isStopped = false;
  let round: Promise<void> = Promise.resolve();

  const drain = async (): Promise<void> => {
    const connected = bus();
    if (!connected?.isConnected()) return schedule(pollMs);
    try {
      do {
        isDirty = false;
        let published = batchSize;
        while (published === batchSize && !isStopped) published = await publishBatch(options, connected);
        if (published < 0) return schedule(retryMs);
        if (published > 0 && !isStopped) await pause(gatherMs);
      } while (isDirty && !isStopped);
      schedule(pollMs);
    } catch (error) {
      metrics.outboxFailures.inc();
      log.warn({ err: error }, 'the outbox waits');
      schedule(retryMs);
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
      listener = listenForInserts(databaseUrl, wake, log);
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
      await listener?.close();
      await round;
    },
  };
};
