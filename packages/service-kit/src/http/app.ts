import { randomUUID } from 'node:crypto';
import Router from '@koa/router';
import { requestIdHeader } from '@obieg/contracts';
import Koa, { type Context } from 'koa';
import type { Logger } from 'pino';
import { isBusyDatabase, isDatabaseUnavailable, isUnstorableValue } from '../database/driver-errors';
import { renderProblem } from '../errors/error-response';
import { isProblem, logTemporaryProblem, type ProblemError, problem } from '../errors/problems';
import { readLanguage } from '../errors/standard-messages';
import { trackRequest } from '../observability/event-loop';
import { type HealthCheck, reportHealth } from '../observability/health';
import type { Metrics } from '../observability/metrics';
import { nextTraceparent } from '../observability/trace-context';
import { type GuardDependencies, runRoute } from './guard';
import { discardBody } from './input';
import { describeRoutes } from './openapi';
import type { Route } from './route';

export interface ServiceAppOptions extends GuardDependencies {
  name: string;
  routes: readonly Route[];
  /** Routes below /internal, which the gateway does not forward. They have no authentication and no OpenAPI. */
  internalRoutes?: readonly Route[];
  healthChecks: readonly HealthCheck[];
  log: Logger;
  metrics: Metrics;
}

const knownRequestId = /^[\w-]{8,64}$/;

const toProblem = (error: unknown, context: Context): ProblemError => {
  if (isProblem(error)) return error;
  if (isDatabaseUnavailable(error) || isBusyDatabase(error)) return problem.unavailable(undefined, error);
  if (isUnstorableValue(error)) {
    (context.state['log'] as Logger).error(
      { err: error },
      'the schemas accepted a value that PostgreSQL cannot store',
    );
    return problem.badRequest('BAD_REQUEST', 'The request contains a value that cannot be stored.');
  }
  const { status, code } = error as { status?: number; code?: string };
  if (code === 'ECONNRESET' || code === 'ERR_STREAM_PREMATURE_CLOSE')
    return problem.badRequest('BAD_REQUEST', 'The request was aborted.');
  if (typeof status === 'number' && status >= 400 && status < 500)
    return problem.badRequest('BAD_REQUEST', 'The request cannot be read.');
  (context.state['log'] as Logger).error({ err: error }, 'request failed');
  return problem.internal();
};

const sendProblem = async (context: Context, error: ProblemError, requestId: string): Promise<void> => {
  await discardBody(context.req);
  const language = readLanguage(context.get('accept-language'));
  const { status, type, body } = renderProblem(error, { path: context.path, requestId, language });
  context.status = status;
  context.type = type;
  if (error.retryAfterSeconds !== undefined) context.set('retry-after', String(error.retryAfterSeconds));
  if (error.status === 401) context.set('www-authenticate', 'Bearer');
  context.body = body;
  // Otherwise Node.js would parse the unread rest of the body as the next request.
  if (!context.req.complete) context.set('connection', 'close');
};

const checkHost = (context: Context): void => {
  const hosts = context.req.rawHeaders.filter(
    (name, index) => index % 2 === 0 && name.toLowerCase() === 'host',
  );
  if (hosts.length !== 1)
    throw problem.badRequest('BAD_REQUEST', 'A request must have exactly one Host header.');
};

const throwIfUnhandled = (status: number): void => {
  if (status === 404) throw problem.notFound();
  if (status === 405 || status === 501) throw problem.methodNotAllowed();
};

const routeOf = (context: Context): string =>
  String((context as Context & { _matchedRoute?: string })._matchedRoute ?? 'unmatched');

/** Outermost middleware: request id, trace, access log, conversion of errors to problems. */
const handleRequest =
  ({ log, metrics }: Pick<ServiceAppOptions, 'log' | 'metrics'>) =>
  async (context: Context, next: () => Promise<void>): Promise<void> => {
    const startedAt = process.hrtime.bigint();
    const incoming = context.get(requestIdHeader);
    const requestId = knownRequestId.test(incoming) ? incoming : randomUUID();
    const traceparent = nextTraceparent(context.get('traceparent') || undefined);
    const requestLog = log.child({ requestId, traceId: traceparent.slice(3, 35) });
    context.state['log'] = requestLog;
    context.state['traceparent'] = traceparent;
    context.set(requestIdHeader, requestId);
    context.set('cache-control', 'no-store');
    trackRequest(context.res, { method: context.method, requestId, readRoute: () => routeOf(context) });
    try {
      checkHost(context);
      await next();
      if (!context.state['isHandled'] && context.body == null) throwIfUnhandled(context.status);
    } catch (error) {
      const rejection = toProblem(error, context);
      logTemporaryProblem(requestLog, rejection);
      await sendProblem(context, rejection, requestId);
    }
    const seconds = Number(process.hrtime.bigint() - startedAt) / 1e9;
    const route = routeOf(context);
    metrics.requestSeconds.observe({ method: context.method, route, status: context.status }, seconds);
    requestLog.info(
      { method: context.method, route, status: context.status, ms: Math.round(seconds * 1e4) / 10 },
      'request handled',
    );
  };

const operationsRouter = ({ name, routes, healthChecks, metrics }: ServiceAppOptions): Router => {
  const router = new Router();
  const document = JSON.stringify(describeRoutes(name, routes));
  router.get('/healthz', (context) => {
    context.body = { status: 'up' };
  });
  router.get('/readyz', async (context) => {
    const report = await reportHealth(healthChecks);
    context.status = report.isReady ? 200 : 503;
    context.body = { status: report.isReady ? 'up' : 'down', checks: report.checks };
  });
  router.get('/metrics', async (context) => {
    context.type = metrics.registry.contentType;
    context.body = await metrics.registry.metrics();
  });
  router.get('/openapi.json', (context) => {
    context.type = 'application/json';
    context.body = document;
  });
  return router;
};

/** Creates the Koa application of a service: health and metrics, guarded routes, 404 for everything else. */
export const createServiceApp = (options: ServiceAppOptions): Koa => {
  const app = new Koa();
  app.silent = true;
  app.use(handleRequest(options));
  // Accepts exactly one spelling of each path, because the gateway counts calls by path.
  const router = new Router({ sensitive: true, strict: true });
  for (const route of [...options.routes, ...(options.internalRoutes ?? [])]) {
    const run = runRoute(route, options);
    router.register(route.path, [route.method], async (context: Context) => {
      context.state['isHandled'] = true;
      await run(context);
    });
  }
  const operations = operationsRouter(options);
  app.use(operations.routes());
  app.use(router.routes());
  // Sets `allow` and a plain status. `handleRequest` converts the status to a problem.
  app.use(router.allowedMethods());
  return app;
};
