import { createMetrics } from '@obieg/service-kit';
import { Counter } from 'prom-client';

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
  };
};
export type GatewayMetrics = ReturnType<typeof createGatewayMetrics>;
