import { randomUUID } from 'node:crypto';
import { requestIdHeader } from '@obieg/contracts';
import {
  describeProblem,
  isProblem,
  type Logger,
  logTemporaryProblem,
  nextTraceparent,
  type ProblemError,
  problem,
  readLanguage,
} from '@obieg/service-kit';
import type Koa from 'koa';
import type { GatewayMetrics } from '../operations/metrics';
import { discardBody } from '../proxy/request-body';
import { type Client, type Networks, readClient } from './client-address';
import { checkConnectionOptions } from './connection-options';
import { type RequestTarget, readRequestTarget } from './request-target';
import { securityHeaders } from './security-headers';

/** State of a request. */
export interface RequestState {
  requestId: string;
  traceparent: string;
  client: Client;
  /** Set first; absent only if the request line is refused. */
  target: RequestTarget;
  log: Logger;
  /** Route name from a short list, for metrics and logs. */
  route: string;
  userId?: number;
  /** Start of a response that lasts as long as its reader stays. */
  streamedSince?: bigint;
}
export type GatewayContext = Koa.ParameterizedContext<RequestState>;
export type Middleware = (context: GatewayContext, next: () => Promise<void>) => Promise<void>;

interface FrameOptions {
  baseDomain: string;
  trustedProxies: Networks;
  protocol: 'http' | 'https';
  log: Logger;
  metrics: GatewayMetrics;
}

const knownRequestId = /^[\w-]{8,64}$/;
const methods: ReadonlySet<string> = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']);
/** Logged status of a request whose client disconnected before the response. */
const clientGoneStatus = 499;

/** Masks tokens in paths for the log. */
const maskPath = (path: string): string => path.replace(/\/[\w-]{20,}(?=\/|$)/g, '/*').slice(0, 300);

const toProblem = (error: unknown, log: Logger): ProblemError => {
  if (isProblem(error)) return error;
  log.error({ err: error }, 'request failed');
  return problem.internal();
};

const sendProblem = (context: GatewayContext, error: ProblemError): void => {
  const { requestId } = context.state;
  context.respond = true;
  context.status = error.status;
  context.type = 'application/problem+json';
  context.set('cache-control', 'no-store');
  if (error.retryAfterSeconds !== undefined) context.set('retry-after', String(error.retryAfterSeconds));
  if (error.status === 401) context.set('www-authenticate', 'Bearer');
  context.body = JSON.stringify(
    describeProblem(error, requestId, readLanguage(context.get('accept-language'))),
  );
  discardBody(context.req);
};

/** Logs once that a proxy may hide clients. Otherwise the reason for shared rate limits would be invisible. */
const createProxyWarning = (log: Logger) => {
  let isSaid = false;
  return ({ address, isHiddenByProxy }: Client): void => {
    if (!isHiddenByProxy || isSaid) return;
    isSaid = true;
    log.warn(
      { proxy: address },
      'a proxy seems to stand in front that TRUSTED_PROXIES does not name, or that sends no X-Forwarded-For: all behind it count as one client',
    );
  };
};

/** Wraps every response: request id, trace, security headers, access log, error handler. */
export const createFrame = ({
  baseDomain,
  trustedProxies,
  protocol,
  log,
  metrics,
}: FrameOptions): Middleware => {
  const warnOfProxy = createProxyWarning(log);
  const observe = (context: GatewayContext, startedAt: bigint): void => {
    const { res, state } = context;
    const seconds = Number((state.streamedSince ?? process.hrtime.bigint()) - startedAt) / 1e9;
    const isAnswered = res.writableFinished || state.streamedSince !== undefined;
    const status = isAnswered ? res.statusCode : clientGoneStatus;
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
      'answered',
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
    try {
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
      const refusal = toProblem(error, context.state.log);
      logTemporaryProblem(context.state.log, refusal);
      sendProblem(context, refusal);
    }
  };
};
