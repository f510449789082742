import {
  type Authenticate,
  type HealthCheck,
  type Logger,
  problem,
  reportHealth,
  toLimitKey,
} from '@obieg/service-kit';
import Koa from 'koa';
import { contains, type Networks } from './http/client-address';
import {
  createRequestHandler,
  type GatewayContext,
  type Middleware,
  type RequestState,
} from './http/request-handler';
import { cspReportPath } from './http/security-headers';
import { createConcurrencyLimit } from './limits/concurrency-limit';
import type { RateLimiter } from './limits/rate-limiter';
import { createTaskMisses } from './limits/task-misses';
import { createApiDescription } from './openapi/api-description';
import { createDocsPages } from './openapi/docs-pages';
import type { GatewayMetrics } from './operations/metrics';
import { createOverallHealth } from './operations/overall-health';
import { parsePolicyReports, readSmallBody } from './operations/policy-reports';
import type { OrganizationDirectory } from './organizations/organization-directory';
import { createServiceProxy, type Lanes } from './proxy/proxy';
import { createApiForwarder } from './routing/forward-api';
import type { Lane, ServiceName } from './routing/routing-table';
import { createPages } from './static/pages';
import { createRemoteRegistry } from './static/remote-registry';
import { createStaticFiles } from './static/static-files';

export interface GatewayOptions {
  services: Record<ServiceName, string>;
  baseDomain: string;
  protocol: 'http' | 'https';
  staticRoot: string;
  /** Folder of the API page's script and style sheet. */
  docsAssets: URL;
  trustedProxies: Networks;
  operationsNetworks: Networks;
  directory: OrganizationDirectory;
  authenticate: Authenticate;
  limiter: RateLimiter;
  /** Unknown task numbers that a client may request per hour. */
  taskMissesMax: number;
  lanes: Lanes;
  /** Maximum concurrent requests of a client, per lane. */
  concurrencyLimits: Record<Lane, number>;
  /** Maximum wait for a request body and for a connection to a service. */
  waitMs: number;
  healthChecks: readonly HealthCheck[];
  metrics: GatewayMetrics;
  log: Logger;
}

type Handler = (context: GatewayContext) => Promise<void>;

const isRead = ({ method }: GatewayContext): boolean => method === 'GET' || method === 'HEAD';

/** Health, readiness and metrics. Reasons are visible only to OPERATIONS_NETWORKS. */
const operationHandlers = (options: GatewayOptions): Record<string, Handler> => {
  const { operationsNetworks, healthChecks, metrics, services } = options;
  const overallHealth = createOverallHealth(services);
  const isFromOperations = ({ state }: GatewayContext): boolean =>
    !state.client.isHiddenByProxy && contains(operationsNetworks, state.client.address);
  return {
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
};

const createReportHandler =
  ({ limiter, metrics }: GatewayOptions): Handler =>
  async (context) => {
    const { client, log } = context.state;
    await limiter.consume('reports', `address ${toLimitKey(client.address)}`);
    for (const report of parsePolicyReports(await readSmallBody(context.req))) {
      metrics.policyReports.inc();
      log.warn({ report }, 'content security policy report');
    }
    context.status = 204;
  };

/** Creates the gateway as a Koa application. */
export const createGatewayApp = (options: GatewayOptions): Koa<RequestState> => {
  const { limiter, log, staticRoot, services } = options;
  const registry = createRemoteRegistry(staticRoot, log);
  const files = createStaticFiles(staticRoot);
  const pages = createPages({ root: staticRoot, registry, ...options });
  const docs = createDocsPages(options.docsAssets, createApiDescription(services, log));
  const operations = operationHandlers(options);
  const limitConcurrency = (lane: Lane) =>
    createConcurrencyLimit(options.concurrencyLimits[lane], () =>
      options.metrics.limited.inc({ limit: `${lane}AtOnce` }),
    );
  const forwardApi = createApiForwarder({
    ...options,
    taskMisses: createTaskMisses({
      max: options.taskMissesMax,
      waitMs: options.waitMs,
      onRejected: () => options.metrics.limited.inc({ limit: 'taskMisses' }),
    }),
    limitConcurrency: {
      calls: limitConcurrency('calls'),
      transfers: limitConcurrency('transfers'),
      streams: limitConcurrency('streams'),
    },
    proxy: createServiceProxy(options),
  });
  const handleReport = createReportHandler(options);

  const sendRegistry: Handler = async (context) => {
    const deployed = await registry.read();
    if (!deployed) throw problem.unavailable('The application is being deployed. Please try again.');
    context.set('cache-control', 'no-cache');
    context.body = deployed;
  };

  const sendDocs = async (context: GatewayContext, handler: Handler): Promise<void> => {
    await limiter.consume('anonymousReads', `address ${toLimitKey(context.state.client.address)}`);
    await handler(context);
  };

  const dispatch: Middleware = async (context) => {
    const { state } = context;
    const { path } = state.target;
    const operation = operations[path];
    const docsPage = docs[path];
    state.route =
      operation || docsPage || path === cspReportPath || path === '/remotes.json' ? path : 'static';
    if (operation && isRead(context)) {
      context.set('cache-control', 'no-store');
      return operation(context);
    }
    if (docsPage && isRead(context)) return sendDocs(context, docsPage);
    if (path === cspReportPath && context.method === 'POST') return handleReport(context);
    if (path === '/api' || path.startsWith('/api/')) {
      state.route = 'unknown';
      return forwardApi(context);
    }
    if (!isRead(context)) throw problem.notFound();
    if (path === '/remotes.json') return sendRegistry(context);
    if (await files.serve(context)) return;
    state.route = 'page';
    if (!(await pages.serve(context))) throw problem.notFound();
  };

  const app = new Koa<RequestState>();
  app.silent = true;
  app.use(createRequestHandler(options));
  app.use(dispatch);
  return app;
};
