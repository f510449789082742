import { createMetrics } from '@obieg/service-kit';
import { Counter, Gauge } from 'prom-client';

/** Metrics of service-kit and of the gateway. */
export const createGatewayMetrics = () => {
  const metrics = createMetrics('gateway');
  const registers = [metrics.registry];
  return {
    registry: metrics.registry,
    requestSeconds: metrics.requestSeconds,
    limited: new Counter({
      name: 'obieg_gateway_limited_total',
      help: 'Calls rejected by a limit',
      labelNames: ['limit'],
      registers,
    }),
    upstreamFailures: new Counter({
      name: 'obieg_gateway_upstream_failures_total',
      help: 'Calls without a usable response of a service, by service and error code',
      labelNames: ['upstream', 'code'],
      registers,
    }),
    policyReports: new Counter({
      name: 'obieg_gateway_policy_reports_total',
      help: 'Reports of browsers about the content security policy',
      registers,
    }),
    remoteEvents: new Counter({
      name: 'obieg_remote_events_total',
      help: 'Loads and failures of remotes that pages reported to this gateway',
      labelNames: ['remote', 'version', 'event'],
      registers,
    }),
    canariesEnded: new Counter({
      name: 'obieg_remote_canaries_ended_total',
      help: 'Canaries that this gateway ended',
      labelNames: ['remote'],
      registers,
    }),
    releasesRefused: new Counter({
      name: 'obieg_remote_releases_refused_total',
      help: 'Releases that the gateway does not serve: signature, digest, damaged pointer or taken route',
      labelNames: ['remote'],
      registers,
    }),
    releaseStoreUp: new Gauge({
      name: 'obieg_release_store_up',
      help: '1 if the last attempt to read the release store succeeded',
      registers,
    }),
    releaseProblems: new Gauge({
      name: 'obieg_remote_release_problem',
      help: '1 while pages do not get what the pointer of the remote names',
      labelNames: ['remote'],
      registers,
    }),
  };
};
export type GatewayMetrics = ReturnType<typeof createGatewayMetrics>;
