import type { ServerResponse } from 'node:http';
import {
  type Authenticate,
  describeRoutes,
  type HealthCheck,
  type Logger,
  problem,
  toLimitKey,
} from '@obieg/service-kit';
import Koa from 'koa';
import { createAdmission } from './api/admission';
import { createApiTokenSessions } from './api/api-token-sessions';
import { createApiForwarder } from './api/forward-api';
import type { ConcurrencyLimits } from './config';
import type { Delivery } from './delivery';
import { createCallerLookUp } from './delivery-api/caller';
import { deliveryRoutes } from './delivery-api/delivery.routes';
import { createDeliveryApi } from './delivery-api/delivery-api';
import type { Networks } from './http/client-address';
import {
  createRequestHandler,
  type GatewayContext,
  type Middleware,
  type RequestState,
} from './http/request-handler';
import { cspReportPath } from './http/security-headers';
import { createStalledReaders, type StalledReaderLimits } from './http/stalled-readers';
import { createConcurrencyLimit } from './limits/concurrency-limit';
import type { LimitName } from './limits/limits';
import { visitorOf } from './limits/principal';
import type { RateLimiter } from './limits/rate-limiter';
import { createTaskMisses } from './limits/task-misses';
import type { GatewayMetrics } from './metrics/metrics';
import { createApiDescription } from './openapi/api-description';
import { createDocsPages } from './openapi/docs-pages';
import { createOperations, type Handler } from './operations/operation-handlers';
import { parsePolicyReports, readSmallBody } from './operations/policy-reports';
import type { OrganizationDirectory } from './organizations/organization-directory';
import type { Instances } from './proxy/instances';
import { createServiceProxy, type Lanes } from './proxy/proxy';
import { covers, deliveryPrefix, isApiPath, type Lane, type ServiceName } from './routing/routing-table';
import { isNavigation } from './static/navigation';
import { createPageData } from './static/page-data';
import { createPages } from './static/pages';
import { createStaticFiles } from './static/static-files';

interface GatewayOptions {
  services: Record<ServiceName, Instances>;
  baseDomain: string;
  protocol: 'http' | 'https';
  delivery: Delivery;
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
  /** Receives the responses of open event streams. */
  openStreams: Set<ServerResponse>;
  concurrencyLimits: ConcurrencyLimits;
  stalledReaderLimits: StalledReaderLimits;
  /** Maximum wait for a request body and for a connection to a service. */
  waitMs: number;
  healthChecks: readonly HealthCheck[];
  metrics: GatewayMetrics;
  log: Logger;
}

const isRead = ({ method }: GatewayContext): boolean => method === 'GET' || method === 'HEAD';

const createReportHandler =
  ({ limiter, metrics }: GatewayOptions): Handler =>
  async (context) => {
    const { log } = context.state;
    await limiter.consume('reports', visitorOf(context.state));
    for (const report of parsePolicyReports(await readSmallBody(context.req))) {
      metrics.policyReports.inc();
      log.warn({ report }, 'content security policy report');
    }
    context.status = 204;
  };

/** Creates the gateway as a Koa application. */
export const createGatewayApp = (options: GatewayOptions): Koa<RequestState> => {
  const { limiter, log, delivery, services } = options;
  const { findVersion, findVersions, issueReportTicket } = delivery;
  const files = createStaticFiles({
    findVersion,
    findShell: async (context) => (await findVersions(context))?.shell,
  });
  const operations = createOperations(options);
  const limitConcurrency = (lane: Lane) =>
    createConcurrencyLimit({
      max: options.concurrencyLimits.lanes[lane],
      organizationFactor: options.concurrencyLimits.organizationFactor,
      onRejected: () => options.metrics.limited.inc({ limit: `${lane}AtOnce` }),
    });
  const admission = createAdmission({
    ...options,
    openApiTokenSession: createApiTokenSessions(services.identity.list),
  });
  const callers = createCallerLookUp(services.identity.list);
  const ownRoutes = deliveryRoutes({
    ...delivery,
    findEmail: callers.findEmail,
    directory: options.directory,
  });
  const ownDocument = describeRoutes('gateway', ownRoutes);
  const docs = createDocsPages(options.docsAssets, createApiDescription(services, ownDocument, log));
  const limitCalls = limitConcurrency('calls');
  const taskMisses = createTaskMisses({
    max: options.taskMissesMax,
    waitMs: options.waitMs,
    onRejected: () => options.metrics.limited.inc({ limit: 'taskMisses' }),
  });
  const pages = createPages({
    ...options,
    findVersions,
    issueReportTicket,
    pageData: createPageData({ services, admission, limiter, taskMisses, limitConcurrency: limitCalls }),
  });
  const handleOwnRoute = createDeliveryApi({
    ...options,
    routes: ownRoutes,
    findPermissions: callers.findPermissions,
    admission,
    limitConcurrency: limitCalls,
  });
  const forwardApi = createApiForwarder({
    ...options,
    admission,
    taskMisses,
    limitConcurrency: {
      calls: limitCalls,
      transfers: limitConcurrency('transfers'),
      streams: limitConcurrency('streams'),
    },
    proxy: createServiceProxy(options),
  });
  const handleReport = createReportHandler(options);

  const sendRegistry: Handler = async (context) => {
    const versions = await findVersions(context);
    if (!versions) throw problem.unavailable('The application is being deployed. Please try again.');
    context.set('cache-control', 'no-cache');
    context.body = versions.registry;
  };

  const limitVisitor = ({ state }: GatewayContext, limit: LimitName): Promise<void> =>
    limiter.consume(limit, visitorOf(state));

  const dispatch: Middleware = async (context) => {
    const { state } = context;
    const { path } = state.target;
    const operation = operations.handlers[path];
    const docsPage = docs[path];
    state.route =
      operation || docsPage || path === cspReportPath || path === '/remotes.json' ? path : 'static';
    if (operation && isRead(context)) {
      context.set('cache-control', 'no-store');
      if (!operations.isProbe(context)) await limitVisitor(context, 'files');
      return operation(context);
    }
    if (docsPage && isRead(context)) {
      await limitVisitor(context, 'anonymousReads');
      return docsPage(context);
    }
    if (path === cspReportPath && context.method === 'POST') return handleReport(context);
    if (covers(deliveryPrefix, path)) return handleOwnRoute(context);
    if (isApiPath(path)) {
      state.route = 'unknown';
      return forwardApi(context);
    }
    await limitVisitor(context, isNavigation(context) ? 'pages' : 'files');
    if (!isRead(context)) throw problem.notFound();
    if (path === '/remotes.json') return sendRegistry(context);
    if (await files.serve(context)) return;
    state.route = 'page';
    if (!(await pages.serve(context))) throw problem.notFound();
  };

  const app = new Koa<RequestState>();
  app.silent = true;
  const admit = async (context: GatewayContext): Promise<void> => {
    if (!operations.isProbe(context)) await limiter.countRequest(toLimitKey(context.state.client.address));
  };
  const stalledReaders = createStalledReaders(options.stalledReaderLimits, () =>
    options.metrics.limited.inc({ limit: 'stalledReaders' }),
  );
  app.use(createRequestHandler({ ...options, admit, stalledReaders }));
  app.use(dispatch);
  return app;
};
