import { randomUUID } from 'node:crypto';
import { deliveryReportSchema, remoteIdSchema, remoteVersionSchema } from '@obieg/contracts';
import type { EventBus, Logger } from '@obieg/service-kit';
import * as z from 'zod';
import type { CountedLoad } from './load-counts';

const loadsSubject = 'obieg.delivery.loads';
const reportSubject = 'obieg.delivery.report';

const loadsSchema = z.object({
  gateway: z.string(),
  /** A gateway of the last release sends the loads of a second together. */
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
    .max(5_000),
});

const pageReportSchema = deliveryReportSchema.extend({
  /** At whose address the report arrived; undefined on the main domain. */
  organization: z.string().max(20).optional(),
});
export type PageReport = z.infer<typeof pageReportSchema>;

export interface ExchangeOptions {
  bus(): EventBus | undefined;
  ready: Promise<EventBus>;
  /** Receives a load that another gateway counted. */
  onLoad(load: CountedLoad): void;
  /** Receives a report that reached another gateway. */
  onReport(report: PageReport): void;
  log: Logger;
}

/**
 * Shares counted loads between gateways, and passes reports on to the gateway that issued their ticket. Without NATS,
 * each gateway counts the reports of its own pages.
 */
export const createGatewayExchange = ({ bus, ready, onLoad, onReport, log }: ExchangeOptions) => {
  const gateway = randomUUID();
  let subscriptions: { close(): Promise<void> }[] = [];
  let isStopped = false;

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
    share: (load: CountedLoad): void =>
      bus()?.broadcast(loadsSubject, JSON.stringify({ gateway, sums: [load] })),
    /** Sends a report to the other gateways. The one that issued its ticket counts it. */
    passOn: (report: PageReport): void => bus()?.broadcast(reportSubject, JSON.stringify(report)),
    start: async (): Promise<void> => {
      const connected = await ready;
      if (isStopped) return;
      subscriptions = [
        connected.subscribe(loadsSubject, receiveLoads),
        connected.subscribe(reportSubject, receiveReport),
      ];
    },
    stop: async (): Promise<void> => {
      isStopped = true;
      await Promise.all(subscriptions.map((subscription) => subscription.close()));
    },
  };
};
