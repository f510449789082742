import { type DeliveryReport, deliveryEvents } from '@obieg/contracts';
import type { EventBus, Logger } from '@obieg/service-kit';
import type { GatewayMetrics } from '../operations/metrics';
import type { LoadCounts, ReportCounts } from './report-counts';
import { createReportExchange } from './report-exchange';
import type { ReportTickets } from './report-tickets';
import type { SourceCounts } from './source-counts';

interface ReportsOptions {
  counts: ReportCounts;
  sources: Pick<SourceCounts, 'add' | 'forget'>;
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
  sources,
  tickets,
  isServed,
  onCounted,
  metrics,
  ...connection
}: ReportsOptions) => {
  const add = (remote: string, version: string, source: string, sums: LoadCounts): void => {
    counts.add(remote, version, sums);
    sources.add(remote, version, source, sums);
    onCounted(remote);
  };

  const count = (report: DeliveryReport): void => {
    const { remote, version, event } = report;
    const redeemed = tickets.redeem(report);
    if (!redeemed) return;
    metrics.remoteEvents.inc({ remote, version, event });
    exchange.shareCounts(remote, version, redeemed.source, redeemed.counts);
    add(remote, version, redeemed.source, redeemed.counts);
  };

  const exchange = createReportExchange({
    ...connection,
    onCounts: (remote, version, source, sums) => {
      if (isServed(remote, version)) add(remote, version, source, sums);
    },
    onReport: (report) => {
      if (isServed(report.remote, report.version)) count(report);
    },
  });

  return {
    /**
     * Counts a report once per ticket, or passes it on to the gateway that issued the ticket.
     *
     * @returns false if the version is not served
     */
    accept: (report: DeliveryReport): boolean => {
      if (!isServed(report.remote, report.version)) return false;
      if (tickets.isForeign(report.ticket ?? '')) exchange.passOn(report);
      else count(report);
      return true;
    },
    /** Forgets a version that is no longer served. */
    forget: (remote: string, version: string): void => {
      counts.forget(remote, version);
      sources.forget(remote, version);
      for (const event of deliveryEvents) metrics.remoteEvents.remove({ remote, version, event });
    },
    start: exchange.start,
    stop: exchange.stop,
  };
};
export type Reports = ReturnType<typeof createReports>;
