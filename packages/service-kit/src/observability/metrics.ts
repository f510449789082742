import type { StreamName } from '@obieg/contracts';
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import type { ConnectionCounts } from '../database/database';
import { organizationFailures } from '../database/for-each-organization';
import type { QueueCount } from '../queues/set-aside';
import { countBlockedTurns } from './event-loop';

/** What a service has not handled of a stream. */
export interface Backlog {
  /** Number of messages. One can have several events. */
  waiting: number;
  /** Age of the oldest one; 0 if none waits. */
  oldestSeconds: number;
}

interface Counts {
  /** Events in the outbox. */
  countWaiting(): Promise<number>;
  countQueues(): Promise<QueueCount[]>;
  countConnections(): ConnectionCounts;
  /** Whether NATS is connected, with all streams and consumers. */
  isListening(): boolean;
  /** Rejects while NATS is unavailable. */
  readBacklogs(): Promise<(Backlog & { stream: StreamName })[]>;
}

/** Lets the metrics of one scrape share a reading. While the source is unavailable, they keep their last values. */
const shareReading = <T>(read: (() => Promise<T[]>) | undefined) => {
  let running: Promise<T[]> | undefined;
  return (): Promise<T[]> => {
    running ??= (read?.() ?? Promise.resolve([]))
      .catch(() => [])
      .finally(() => {
        running = undefined;
      });
    return running;
  };
};

/** Metrics of a service at /metrics. Each scrape calls `counts`. */
export const createMetrics = (service: string, counts?: Counts) => {
  const registry = new Registry();
  registry.setDefaultLabels({ service });
  // Includes the delay of the event loop since the last scrape: nodejs_eventloop_lag_{p50,p99,max}_seconds.
  collectDefaultMetrics({ register: registry });
  registry.registerMetric(organizationFailures);
  const registers = [registry];
  const readQueues = shareReading(counts?.countQueues);
  const readBacklogs = shareReading(counts?.readBacklogs);
  return {
    registry,
    requestSeconds: new Histogram({
      name: 'obieg_http_request_seconds',
      help: 'Request duration by route',
      labelNames: ['method', 'route', 'status'],
      buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5],
      registers,
    }),
    blockedTurns: new Counter({
      name: 'obieg_event_loop_blocked_total',
      help: 'Turns of the event loop that took longer than 200 ms',
      registers,
      collect() {
        this.reset();
        this.inc(countBlockedTurns());
      },
    }),
    outboxPublished: new Counter({
      name: 'obieg_outbox_published_total',
      help: 'Events published',
      registers,
    }),
    outboxFailures: new Counter({
      name: 'obieg_outbox_failures_total',
      help: 'Failed publishing rounds of the relay',
      registers,
    }),
    outboxWaiting: new Gauge({
      name: 'obieg_outbox_waiting',
      help: 'Events not yet published',
      registers,
      async collect() {
        // While the database is unavailable, the last value stays; /readyz reports the outage.
        const waiting = await counts?.countWaiting().catch(() => undefined);
        if (waiting !== undefined) this.set(waiting);
      },
    }),
    queueRows: new Gauge({
      name: 'obieg_queue_rows',
      help: 'Rows of a queue that wait, at most 10,000, or are set aside because they could not be processed',
      labelNames: ['queue', 'state'],
      registers,
      async collect() {
        for (const { queue, waiting, setAside } of await readQueues()) {
          this.set({ queue, state: 'waiting' }, waiting);
          this.set({ queue, state: 'set_aside' }, setAside);
        }
      },
    }),
    queueOldest: new Gauge({
      name: 'obieg_queue_oldest_seconds',
      help: 'Age of the oldest waiting row of a queue; 0 if none waits',
      labelNames: ['queue'],
      registers,
      async collect() {
        for (const { queue, oldestSeconds } of await readQueues()) this.set({ queue }, oldestSeconds);
      },
    }),
    databaseConnections: new Gauge({
      name: 'obieg_database_connections',
      help: 'Connections to PostgreSQL that are used or idle, and callers that wait for one',
      labelNames: ['state'],
      registers,
      collect() {
        for (const [state, count] of Object.entries(counts?.countConnections() ?? {}))
          this.set({ state }, count);
      },
    }),
    natsUp: new Gauge({
      name: 'obieg_nats_up',
      help: '1 while NATS is connected and all streams and consumers exist',
      registers,
      collect() {
        if (counts) this.set(Number(counts.isListening()));
        else this.remove();
      },
    }),
    consumerWaiting: new Gauge({
      name: 'obieg_consumer_waiting',
      help: 'Messages of a stream that this service has not handled',
      labelNames: ['stream'],
      registers,
      async collect() {
        for (const { stream, waiting } of await readBacklogs()) this.set({ stream }, waiting);
      },
    }),
    consumerLag: new Gauge({
      name: 'obieg_consumer_lag_seconds',
      help: 'Age of the oldest message of a stream that this service has not handled; 0 if none waits',
      labelNames: ['stream'],
      registers,
      async collect() {
        for (const { stream, oldestSeconds } of await readBacklogs()) this.set({ stream }, oldestSeconds);
      },
    }),
    eventsHandled: new Counter({
      name: 'obieg_events_handled_total',
      help: 'Events by outcome',
      labelNames: ['stream', 'outcome'],
      registers,
    }),
  };
};
export type Metrics = ReturnType<typeof createMetrics>;
