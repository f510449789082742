import { randomUUID } from 'node:crypto';
import { deliveryReportSchema, remoteIdSchema, remoteVersionSchema } from '@obieg/contracts';
import type { EventBus, Logger } from '@obieg/service-kit';
import * as z from 'zod';
import type { CountedLoad } from './load-counts';

const countsSubject = 'obieg.delivery.loads';
const reportSubject = 'obieg.delivery.report';
const flushMs = 1_000;
/** Bounds the memory and the size of a message. */
const loadsMax = 5_000;

const loadsSchema = z.object({
  gateway: z.string(),
  sums: z
    .array(
      z.object({
        remote: remoteIdSchema,
        version: remoteVersionSchema,
        source: z.string().max(64),
        /** A gateway of an earlier release names none. */
        at: z.number().default(() => Date.now()),
        loads: z.int().nonnegative(),
        failures: z.int().nonnegative(),
      }),
    )
    .max(loadsMax),
});

const pageReportSchema = deliveryReportSchema.extend({
  /** At whose address the report arrived; undefined on the main domain. */
  organization: z.string().max(20).optional(),
});
export type PageReport = z.infer<typeof pageReportSchema>;

interface ExchangeOptions {
  bus(): EventBus | undefined;
  ready: Promise<EventBus>;
  /** Receives a load that another gateway counted. */
  onLoad(load: CountedLoad): void;
  /** Receives a report that reached another gateway. */
  onReport(report: PageReport): void;
  log: Logger;
}

/**
 * Shares counted loads between gateways, once a second, and passes reports on to the gateway that issued their ticket.
 * Without NATS, each gateway counts the reports of its own pages.
 */
export const createReportExchange = ({ bus, ready, onLoad, onReport, log }: ExchangeOptions) => {
  const gateway = randomUUID();
  let pending: CountedLoad[] = [];
  let timer: NodeJS.Timeout | undefined;
  let subscriptions: { close(): Promise<void> }[] = [];
  let isStopped = false;

  const flush = (): void => {
    timer = undefined;
    bus()?.broadcast(countsSubject, JSON.stringify({ gateway, sums: pending }));
    pending = [];
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

  const receiveLoads = receiveWith((message) => {
    const { gateway: sender, sums } = loadsSchema.parse(message);
    if (sender !== gateway) for (const load of sums) onLoad(load);
  });

  const receiveReport = receiveWith((message) => onReport(pageReportSchema.parse(message)));

  return {
    /** Sends a load to the other gateways. */
    share: (load: CountedLoad): void => {
      if (pending.length < loadsMax) pending.push(load);
      timer ??= setTimeout(flush, flushMs);
    },
    /** Sends a report to the other gateways. The one that issued its ticket counts it. */
    passOn: (report: PageReport): void => bus()?.broadcast(reportSubject, JSON.stringify(report)),
    start: (): void => {
      void ready.then((connected) => {
        if (isStopped) return;
        subscriptions = [
          connected.subscribe(countsSubject, receiveLoads),
          connected.subscribe(reportSubject, receiveReport),
        ];
      });
    },
    stop: async (): Promise<void> => {
      isStopped = true;
      clearTimeout(timer);
      if (pending.length > 0) flush();
      await Promise.all(subscriptions.map((subscription) => subscription.close()));
    },
  };
};
