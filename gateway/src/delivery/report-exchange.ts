import { randomUUID } from 'node:crypto';
import {
  type DeliveryReport,
  deliveryReportSchema,
  remoteIdSchema,
  remoteVersionSchema,
} from '@obieg/contracts';
import type { EventBus, Logger } from '@obieg/service-kit';
import * as z from 'zod';
import type { LoadCounts } from './report-counts';

const countsSubject = 'obieg.delivery.loads';
const reportSubject = 'obieg.delivery.report';
const flushMs = 1_000;
/** Bounds the memory and the size of a message. */
const sumsMax = 5_000;

const sumsSchema = z.object({
  gateway: z.string(),
  sums: z
    .array(
      z.object({
        remote: remoteIdSchema,
        version: remoteVersionSchema,
        /** A gateway of an earlier release names none. */
        source: z.string().max(64).default('unknown'),
        loads: z.int().nonnegative(),
        failures: z.int().nonnegative(),
      }),
    )
    .max(sumsMax),
});
type Sums = z.infer<typeof sumsSchema>;

interface ExchangeOptions {
  bus(): EventBus | undefined;
  ready: Promise<EventBus>;
  /** Receives the counts of another gateway. */
  onCounts(remote: string, version: string, source: string, counts: LoadCounts): void;
  /** Receives a report that reached another gateway. */
  onReport(report: DeliveryReport): void;
  log: Logger;
}

/**
 * Shares the counts of loads between gateways, in sums of a second, and passes reports on to the gateway that issued
 * their ticket. Without NATS, each gateway counts the reports of its own pages.
 */
export const createReportExchange = ({ bus, ready, onCounts, onReport, log }: ExchangeOptions) => {
  const gateway = randomUUID();
  const pending = new Map<string, Sums['sums'][number]>();
  let timer: NodeJS.Timeout | undefined;
  let subscriptions: { close(): Promise<void> }[] = [];
  let isStopped = false;

  const flush = (): void => {
    timer = undefined;
    const message: Sums = { gateway, sums: [...pending.values()] };
    pending.clear();
    bus()?.broadcast(countsSubject, JSON.stringify(message));
  };

  const receiveWith =
    (handle: (message: unknown) => void) =>
    (payload: string): void => {
      try {
        handle(JSON.parse(payload));
      } catch (error) {
        log.error({ err: error }, 'cannot parse a message of another gateway');
      }
    };

  const receiveCounts = receiveWith((message) => {
    const { gateway: sender, sums } = sumsSchema.parse(message);
    if (sender === gateway) return;
    for (const { remote, version, source, ...counts } of sums) onCounts(remote, version, source, counts);
  });

  const receiveReport = receiveWith((message) => onReport(deliveryReportSchema.parse(message)));

  return {
    /** Adds to the counts that other gateways get. */
    shareCounts: (remote: string, version: string, source: string, { loads, failures }: LoadCounts): void => {
      const key = `${remote}/${version}/${source}`;
      const sum = pending.get(key) ?? { remote, version, source, loads: 0, failures: 0 };
      if (!pending.has(key) && pending.size >= sumsMax) return;
      pending.set(key, { ...sum, loads: sum.loads + loads, failures: sum.failures + failures });
      timer ??= setTimeout(flush, flushMs);
    },
    /** Sends a report to the other gateways. The one that issued its ticket counts it. */
    passOn: (report: DeliveryReport): void => bus()?.broadcast(reportSubject, JSON.stringify(report)),
    start: (): void => {
      void ready.then((connected) => {
        if (isStopped) return;
        subscriptions = [
          connected.subscribe(countsSubject, receiveCounts),
          connected.subscribe(reportSubject, receiveReport),
        ];
      });
    },
    stop: async (): Promise<void> => {
      isStopped = true;
      clearTimeout(timer);
      if (pending.size > 0) flush();
      await Promise.all(subscriptions.map((subscription) => subscription.close()));
    },
  };
};
