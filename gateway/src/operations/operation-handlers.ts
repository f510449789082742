import { type HealthCheck, problem, reportHealth } from '@obieg/service-kit';
import { contains, type Networks } from '../http/client-address';
import type { GatewayContext } from '../http/request-handler';
import type { GatewayMetrics } from '../metrics/metrics';
import type { Instances } from '../proxy/instances';
import type { ServiceName } from '../routing/routing-table';
import { createOverallHealth } from './overall-health';

export type Handler = (context: GatewayContext) => Promise<void>;

interface OperationOptions {
  operationsNetworks: Networks;
  healthChecks: readonly HealthCheck[];
  metrics: GatewayMetrics;
  services: Record<ServiceName, Instances>;
}

const probePaths: ReadonlySet<string | undefined> = new Set(['/healthz', '/readyz', '/metrics']);

/** Health, readiness and metrics. Reasons are visible only to OPERATIONS_NETWORKS. */
export const createOperations = ({
  operationsNetworks,
  healthChecks,
  metrics,
  services,
}: OperationOptions) => {
  const overallHealth = createOverallHealth(services);
  const isFromOperations = ({ state }: GatewayContext): boolean =>
    !state.client.isHiddenByProxy && contains(operationsNetworks, state.client.address);
  const handlers: Record<string, Handler> = {
    '/healthz': async (context) => {
      context.body = { status: 'up' };
    },
    '/readyz': async (context) => {
      const { isReady, checks } = await reportHealth(healthChecks);
      context.status = isReady ? 200 : 503;
      context.body = { status: isReady ? 'up' : 'down', ...(isFromOperations(context) ? { checks } : {}) };
    },
    '/metrics': async (context) => {
      if (!isFromOperations(context)) throw problem.notFound();
      context.type = metrics.registry.contentType;
      context.body = await metrics.registry.metrics();
    },
    '/api/health': async (context) => {
      const report = await overallHealth.read();
      context.status = report.status === 'up' ? 200 : 503;
      context.body = report;
    },
  };
  return {
    handlers,
    /** Whether a load balancer or the monitoring sends the request. */
    isProbe: (context: GatewayContext): boolean =>
      probePaths.has(context.req.url) && isFromOperations(context),
  };
};
