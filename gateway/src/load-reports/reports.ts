import { deliveryEvents } from '@obieg/contracts';
import type { EventBus, Logger } from '@obieg/service-kit';
import type { GatewayMetrics } from '../metrics/metrics';
import type { CountedLoad, ReportCounts } from './load-counts';
import { createReportExchange, type PageReport } from './report-exchange';
import type { ReportTickets } from './report-tickets';

interface ReportsOptions {
  counts: ReportCounts;
  tickets: Pick<ReportTickets, 'redeem' | 'isForeign'>;
  /** Whether this gateway has the version. Bounds the labels of metrics and the memory for counts. */
  isServed(remote: string, version: string): boolean;
  /** Called after the counts of a remote have changed. */
  onCounted(remote: string): void;
  bus(): EventBus | undefined;
  ready: Promise<EventBus>;
  metrics: GatewayMetrics;
  log: Logger;
}

/** Counts the loads that pages report, together with those of other gateways. */
export const createReports = ({
  counts,
  tickets,
  isServed,
  onCounted,
  metrics,
  ...connection
}: ReportsOptions) => {
  const add = (load: CountedLoad): void => {
    if (!isServed(load.remote, load.version)) return;
    counts.add(load);
    onCounted(load.remote);
  };

  const count = (report: PageReport): void => {
    const { remote, version, event, organization } = report;
    if (!isServed(remote, version)) return;
    const load = tickets.redeem(report, organization);
    if (!load) return;
    metrics.remoteEvents.inc({ remote, version, event });
    exchange.share(load);
    add(load);
  };

  const exchange = createReportExchange({ ...connection, onLoad: add, onReport: count });

  return {
    /**
     * Counts a report once per ticket, or passes it on to the gateway that issued the ticket.
     *
     * @returns false if the version is not served
     */
    accept: (report: PageReport): boolean => {
      if (!isServed(report.remote, report.version)) return false;
      if (tickets.isForeign(report.ticket ?? '')) exchange.passOn(report);
      else count(report);
      return true;
    },
    /** Forgets a version that is no longer served. */
    forget: (remote: string, version: string): void => {
      counts.forget(remote, version);
      for (const event of deliveryEvents) metrics.remoteEvents.remove({ remote, version, event });
    },
    start: exchange.start,
    stop: exchange.stop,
  };
};
export type Reports = ReturnType<typeof createReports>;
