import { deliveryEvents } from '@obieg/contracts';
import type { ObjectStore } from '@obieg/delivery';
import type { GatewayMetrics } from '../metrics/metrics';
import type { Releases } from '../releases/follow-releases';
import { createCanaryWatch } from './canary-watch';
import { createGatewayExchange, type ExchangeOptions, type PageReport } from './gateway-exchange';
import { type CountedLoad, createLoadCounter } from './load-counts';
import { createReportTickets } from './report-tickets';

interface LoadReportsOptions extends Pick<ExchangeOptions, 'bus' | 'ready' | 'log'> {
  store: ObjectStore;
  releases: Pick<Releases, 'current' | 'refresh'>;
  /** Whether this gateway has the version. Bounds the labels of metrics and the memory for counts. */
  isServed(remote: string, version: string): boolean;
  metrics: GatewayMetrics;
}

/** Counts the loads that pages report, together with those of other gateways, and ends canaries that fail. */
export const createLoadReports = ({ isServed, metrics, ...options }: LoadReportsOptions) => {
  const counts = createLoadCounter();
  const tickets = createReportTickets();
  const canaries = createCanaryWatch({
    ...options,
    counts,
    onEnded: (remote) => metrics.canariesEnded.inc({ remote }),
  });

  const add = (load: CountedLoad): void => {
    if (!isServed(load.remote, load.version)) return;
    counts.add(load);
    void canaries.check(load.remote);
  };
  const redeem = (report: PageReport): void => {
    const { remote, version, event, organization } = report;
    if (!isServed(remote, version)) return;
    const load = tickets.redeem(report, organization);
    if (!load) return;
    metrics.remoteEvents.inc({ remote, version, event });
    exchange.share(load);
    add(load);
  };
  const exchange = createGatewayExchange({ ...options, onLoad: add, onReport: redeem });

  return {
    sum: counts.sum,
    issueTicket: tickets.issue,
    /**
     * Counts a report once per ticket, or passes it on to the gateway that issued the ticket.
     *
     * @returns false if the version is not served
     */
    accept: (report: PageReport): boolean => {
      if (!isServed(report.remote, report.version)) return false;
      if (tickets.isForeign(report.ticket ?? '')) exchange.passOn(report);
      else redeem(report);
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
export type LoadReports = ReturnType<typeof createLoadReports>;
