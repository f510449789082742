import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import { organizationFailures } from '../database/for-each-organization';
import type { QueueCount } from '../queues/set-aside';
import { countBlockedTurns } from './event-loop';

interface Counts {
  /** Events in the outbox. */
  countWaiting(): Promise<number>;
  countQueues(): Promise<QueueCount[]>;
}

/** Metrics of a service at /metrics. Each scrape calls `counts`. */
export const createMetrics = (service: string, counts?: Counts) => {
  const registry = new Registry();
  registry.setDefaultLabels({ service });
  // Includes the delay of the event loop since the last scrape: nodejs_eventloop_lag_{p50,p99,max}_seconds.
  collectDefaultMetrics({ register: registry });
  registry.registerMetric(organizationFailures);
  const registers = [registry];
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
        for (const { queue, waiting, setAside } of (await counts?.countQueues().catch(() => [])) ?? []) {
          this.set({ queue, state: 'waiting' }, waiting);
          this.set({ queue, state: 'set_aside' }, setAside);
        }
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
