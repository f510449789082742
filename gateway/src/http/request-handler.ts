import { randomUUID } from 'node:crypto';
import { requestIdHeader } from '@obieg/contracts';
import {
  isProblem,
  type Logger,
  logTemporaryProblem,
  nextTraceparent,
  type ProblemError,
  problem,
  readLanguage,
  renderProblem,
  toLimitKey,
  trackRequest,
} from '@obieg/service-kit';
import type Koa from 'koa';
import type { GatewayMetrics } from '../metrics/metrics';
import { type Client, type Networks, readClient } from './client-address';
import { checkConnectionOptions } from './connection-options';
import { maskPath } from './mask-path';
import { discardBody } from './request-body';
import { type RequestTarget, readRequestTarget } from './request-target';
import { securityHeaders } from './security-headers';
import type { StalledReaders } from './stalled-readers';
import { acceptsPage, renderTooManyPage, tooManyPagePolicy } from './too-many-page';

/** State of a request. */
export interface RequestState {
  requestId: string;
  traceparent: string;
  client: Client;
  /** Absent only if the request line was rejected. */
  target: RequestTarget;
  log: Logger;
  /** Route name from a short list, for metrics and logs. */
  route: string;
  userId?: number;
  /** Authorization header for the services, in the place of the client's API token. */
  authorization?: string;
  /** Start of a stream, which ends when the client disconnects. */
  streamedSince?: bigint;
}
export type GatewayContext = Koa.ParameterizedContext<RequestState>;
export type Middleware = (context: GatewayContext, next: () => Promise<void>) => Promise<void>;

interface RequestHandlerOptions {
  baseDomain: string;
  trustedProxies: Networks;
  protocol: 'http' | 'https';
  /** Counts the request before the gateway reads its target. @throws 429 */
  admit(context: GatewayContext): Promise<void>;
  stalledReaders: StalledReaders;
  log: Logger;
  metrics: GatewayMetrics;
}

const knownRequestId = /^[\w-]{8,64}$/;
const methods: ReadonlySet<string> = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']);
/** Logged status of a request whose client disconnected before the response. */
const clientClosedStatus = 499;

const toProblem = (error: unknown, log: Logger): ProblemError => {
  if (isProblem(error)) return error;
  log.error({ err: error }, 'request failed');
  return problem.internal();
};

const sendProblem = (context: GatewayContext, error: ProblemError): void => {
  const { requestId } = context.state;
  context.respond = true;
  const language = readLanguage(context.get('accept-language'));
  // An ambiguous address has no target. Its beginning still tells whose form the error has.
  const path = context.state.target?.path ?? context.req.url ?? '';
  const { status, type, body } = renderProblem(error, { path, requestId, language });
  context.status = status;
  context.set('cache-control', 'no-store');
  if (error.retryAfterSeconds !== undefined) context.set('retry-after', String(error.retryAfterSeconds));
  if (error.status === 308) context.set('location', `${error.address ?? ''}${context.state.target.url}`);
  if (error.status === 401) context.set('www-authenticate', 'Bearer');
  if (error.status === 429 && acceptsPage(context.get('accept'))) {
    context.type = 'html';
    context.set('content-security-policy', tooManyPagePolicy);
    context.body = renderTooManyPage(language, error.retryAfterSeconds ?? 1);
  } else {
    context.type = type;
    context.body = body;
  }
  discardBody(context.req);
};

/** Logs once that a proxy hides clients, because this explains unexpected rate limits. */
const createProxyWarning = (log: Logger) => {
  let isLogged = false;
  return ({ address, isHiddenByProxy }: Client): void => {
    if (!isHiddenByProxy || isLogged) return;
    isLogged = true;
    log.warn(
      { proxy: address },
      'A proxy hides client addresses, so all its clients share one rate limit. Add it to TRUSTED_PROXIES and let it send X-Forwarded-For.',
    );
  };
};

/** Outermost middleware: request id, trace, security headers, access log, conversion of errors to problems. */
export const createRequestHandler = ({
  baseDomain,
  trustedProxies,
  protocol,
  admit,
  stalledReaders,
  log,
  metrics,
}: RequestHandlerOptions): Middleware => {
  const warnOfProxy = createProxyWarning(log);
  const observe = (context: GatewayContext, startedAt: bigint): void => {
    const { res, state } = context;
    const seconds = Number((state.streamedSince ?? process.hrtime.bigint()) - startedAt) / 1e9;
    const isSent = res.writableFinished || state.streamedSince !== undefined;
    const status = isSent ? res.statusCode : clientClosedStatus;
    const method = methods.has(context.method) ? context.method : 'OTHER';
    metrics.requestSeconds.observe({ method, route: state.route, status }, seconds);
    state.log.info(
      {
        method,
        path: maskPath(state.target?.path ?? ''),
        route: state.route,
        status,
        ms: Math.round(seconds * 1e4) / 10,
        address: state.client.address,
        ...(state.target?.site.site === 'organization' ? { organization: state.target.site.code } : {}),
        ...(state.userId === undefined ? {} : { userId: state.userId }),
      },
      'request handled',
    );
  };

  return async (context, next) => {
    const startedAt = process.hrtime.bigint();
    const incoming = context.get(requestIdHeader);
    const requestId = knownRequestId.test(incoming) ? incoming : randomUUID();
    const traceparent = nextTraceparent(context.get('traceparent') || undefined);
    const client = readClient(context.req, trustedProxies, protocol);
    warnOfProxy(client);
    Object.assign(context.state, {
      requestId,
      traceparent,
      client,
      log: log.child({ requestId, traceId: traceparent.slice(3, 35) }),
      route: 'refused',
    });
    context.set(securityHeaders(client.protocol));
    context.set(requestIdHeader, requestId);
    context.res.once('close', () => observe(context, startedAt));
    stalledReaders.watch(context.res, toLimitKey(client.address));
    trackRequest(context.res, { method: context.method, requestId, readRoute: () => context.state.route });
    try {
      await admit(context);
      context.state.target = readRequestTarget(context.req, baseDomain);
      checkConnectionOptions(context.req);
      if (!methods.has(context.method)) {
        context.set('allow', [...methods].join(', '));
        throw problem.methodNotAllowed();
      }
      await next();
      if (context.respond !== false && context.status === 404 && context.body == null)
        throw problem.notFound();
    } catch (error) {
      const rejection = toProblem(error, context.state.log);
      logTemporaryProblem(context.state.log, rejection);
      sendProblem(context, rejection);
    }
  };
};
