import { internalHeaders, type OrganizationReference, requestIdHeader } from '@obieg/contracts';
import { type Authenticate, isProblem, problem, type Session, toLimitKey } from '@obieg/service-kit';
import type { GatewayContext } from '../http/request-handler';
import type { ConcurrencyLimit } from '../limits/concurrency-limit';
import { findTaskNumber, limitOf } from '../limits/limits';
import type { RateLimiter } from '../limits/rate-limiter';
import type { SettleReservation, TaskMisses } from '../limits/task-misses';
import type { GatewayMetrics } from '../operations/metrics';
import type { OrganizationDirectory } from '../organizations/organization-directory';
import type { ServiceProxy } from '../proxy/proxy';
import { bodyLimitOf, findApiRoute, type Lane, laneOf, type ServiceName } from './routing-table';

interface ForwardOptions {
  services: Record<ServiceName, string>;
  directory: OrganizationDirectory;
  authenticate: Authenticate;
  limiter: RateLimiter;
  taskMisses: TaskMisses;
  limitConcurrency: Record<Lane, ConcurrencyLimit>;
  proxy: ServiceProxy;
  metrics: GatewayMetrics;
}

/** Returns the organization of the host; undefined on the main domain. */
const findOrganization = async (
  { site }: GatewayContext['state']['target'],
  directory: OrganizationDirectory,
): Promise<OrganizationReference | undefined> => {
  if (site.site === 'main') return undefined;
  const organization = site.site === 'organization' ? await directory.find(site.code) : undefined;
  if (!organization)
    throw problem.notFound('No organization exists at this address.', 'ORGANIZATION_NOT_FOUND');
  return organization;
};

const ownHeaders = (
  { state: { target, client, requestId, traceparent } }: GatewayContext,
  organization: OrganizationReference | undefined,
): Record<string, string> => ({
  [internalHeaders.site]: organization ? 'organization' : 'main',
  ...(organization
    ? {
        [internalHeaders.organizationId]: String(organization.id),
        [internalHeaders.organizationCode]: organization.codeName,
      }
    : {}),
  [requestIdHeader]: requestId,
  traceparent,
  'x-forwarded-for': client.address,
  'x-forwarded-proto': client.protocol,
  'x-forwarded-host': target.host,
});

/** Forwards a call below /api to the owning service, within the caller's limits. */
export const createApiForwarder = (options: ForwardOptions) => {
  const { services, directory, authenticate, limiter, taskMisses, limitConcurrency, proxy, metrics } =
    options;

  /** Counts the call. The principal is the user of a verified token, otherwise the address. */
  const countCall = async (context: GatewayContext): Promise<string> => {
    const { client, target } = context.state;
    const address = `address ${toLimitKey(client.address)}`;
    let session: Session | undefined;
    try {
      session = await authenticate(context.get('authorization'));
    } catch (error) {
      await limiter.consume(limitOf(context.method, target, false), address);
      // Without a key set, the gateway cannot verify the token. The service does.
      if (isProblem(error) && error.status === 503) return address;
      throw error;
    }
    if (session) context.state.userId = session.userId;
    const limit = limitOf(context.method, target, session !== undefined);
    const principal = session && limit !== 'loginChecks' ? `user ${session.userId}` : address;
    await limiter.consume(limit, principal);
    return principal;
  };

  const send = async (
    context: GatewayContext,
    service: ServiceName,
    principal: string,
    headers: Record<string, string>,
    onResponse?: SettleReservation,
  ) => {
    const { req, res, state } = context;
    const lane = laneOf(context.method, state.target.path);
    context.respond = false;
    try {
      await proxy.forward(
        { request: req, response: res },
        {
          origin: services[service],
          url: state.target.url,
          headers,
          principal,
          bodyLimitBytes: bodyLimitOf(context.method, state.target.path),
          lane,
          onResponse: (status) => {
            // The remaining duration of a stream depends on its reader.
            if (lane === 'streams') state.streamedSince = process.hrtime.bigint();
            onResponse?.(status);
          },
        },
      );
    } catch (error) {
      if (isProblem(error) && error.status >= 500)
        metrics.upstreamFailures.inc({ upstream: service, code: error.code });
      throw error;
    }
  };

  return async (context: GatewayContext): Promise<void> => {
    const { target } = context.state;
    const route = findApiRoute(target.path);
    if (!route) throw problem.notFound();
    context.state.route = route.prefix;
    const principal = await countCall(context);
    const taskNumber = findTaskNumber(context.method, target.path);
    const organization = await findOrganization(target, directory);
    const headers = ownHeaders(context, organization);
    const pass = async () => {
      if (taskNumber === undefined) return send(context, route.service, principal, headers);
      const settle = await taskMisses.reserve(principal, taskNumber);
      try {
        await send(context, route.service, principal, headers, settle);
      } finally {
        settle();
      }
    };
    await limitConcurrency[laneOf(context.method, target.path)](principal, pass);
  };
};
