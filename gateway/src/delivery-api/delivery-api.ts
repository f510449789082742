import { internalHeaderPrefix, internalHeaders, type OrganizationReference } from '@obieg/contracts';
import { type Authenticate, problem, type Route, runRoute } from '@obieg/service-kit';
import type { Context } from 'koa';
import { type Admission, internalHeadersOf } from '../api/admission';
import type { GatewayContext } from '../http/request-handler';
import { sendContinue } from '../http/server';
import type { ConcurrencyLimit } from '../limits/concurrency-limit';
import { visitorOf } from '../limits/principal';
import type { RateLimiter } from '../limits/rate-limiter';
import type { CallerLookUp } from './caller';
import { reportPath } from './delivery.routes';

interface DeliveryApiOptions {
  routes: readonly Route[];
  authenticate: Authenticate;
  findPermissions: CallerLookUp['findPermissions'];
  admission: Admission;
  limiter: RateLimiter;
  limitConcurrency: ConcurrencyLimit;
}

/** Matches one spelling of each path, like the services. */
const toPattern = (path: string): RegExp => new RegExp(`^${path.replace(/:(\w+)/g, '(?<$1>[^/]+)')}$`);

/** Replaces headers that only the gateway may set, as the proxy does. */
const setInternalHeaders = (
  context: GatewayContext,
  organization: OrganizationReference | undefined,
): void => {
  const { headers } = context.req;
  for (const name of Object.keys(headers)) if (name.startsWith(internalHeaderPrefix)) delete headers[name];
  Object.assign(headers, internalHeadersOf(context, organization));
};

/** Serves the routes of the gateway itself, within the limits of every call below /api. */
export const createDeliveryApi = ({
  routes,
  authenticate,
  findPermissions,
  admission,
  limiter,
  limitConcurrency,
}: DeliveryApiOptions) => {
  const patterns = routes.map((route) => ({ route, pattern: toPattern(route.path) }));

  const findRoute = (context: GatewayContext) => {
    const { path } = context.state.target;
    const matching = patterns.filter(({ pattern }) => pattern.test(path));
    if (matching.length === 0) throw problem.notFound();
    const method = context.method === 'HEAD' ? 'GET' : context.method;
    const found = matching.find(({ route }) => route.method === method);
    context.state.route = (found ?? matching[0])?.route.path ?? 'unknown';
    if (!found) {
      context.set('allow', matching.map(({ route }) => route.method).join(', '));
      throw problem.methodNotAllowed();
    }
    return { route: found.route, params: { ...found.pattern.exec(path)?.groups } };
  };

  const run = (context: GatewayContext): Promise<void> => {
    const { route, params } = findRoute(context);
    const guarded = context as unknown as Context & { params?: Record<string, string> };
    guarded.params = params;
    sendContinue(context.req, context.res);
    return runRoute(route, { authenticate, findPermissions: () => findPermissions(context.req) })(guarded);
  };

  return async (context: GatewayContext): Promise<void> => {
    const { target } = context.state;
    context.set('cache-control', 'no-store');
    if (target.path === reportPath) {
      await limiter.consume('deliveryReports', visitorOf(context.state));
      // A report needs no organization: it also counts while svc-identity is unavailable.
      setInternalHeaders(context, undefined);
      if (target.site.site === 'organization')
        context.req.headers[internalHeaders.organizationCode] = target.site.code;
      return run(context);
    }
    const principal = await admission.countCall(context);
    setInternalHeaders(context, await admission.findOrganization(context));
    await limitConcurrency(principal, () => run(context));
  };
};
